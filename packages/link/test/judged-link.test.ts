// When a judged link looks: before a step, after one that led elsewhere, and at every frame that it tells of.

import { type FrameRow, ReinsError } from "@reins/protocol";
import { expect, test } from "vitest";
import { type CommittedDocument, JudgedLink, type Link } from "../src/index.ts";

const GOOD = "https://good.example";
const EVIL = "https://evil.example";
const signal = new AbortController().signal;

function shows(origin: string, path = "/", document = "d1"): CommittedDocument {
	return { url: `${origin}${path}`, origin, document };
}

/** A link whose tab shows what the test says, behind a judge that knows one site. */
function judged(committed: (frame?: string) => CommittedDocument, answer: unknown = {}) {
	const calls: string[] = [];
	const inner = {
		call: async (primitive: string) => {
			calls.push(primitive);
			return answer;
		},
		committed: async (_tab: string, _signal: AbortSignal, frame?: string) => committed(frame),
	} as unknown as Link;
	const link = new JudgedLink(inner, (_effect, url, { scope }) => {
		if (scope !== "session" && !url.startsWith(`${GOOD}/`)) throw new ReinsError("policy_denied", "closed");
	});
	return { link, calls };
}

const denied = { code: "policy_denied" };

test("a step in a closed document is not begun", async () => {
	const { link, calls } = judged(() => shows(EVIL));
	await expect(link.call("nav.reload", { tab: "t" } as never, { signal })).rejects.toMatchObject(denied);
	expect(calls).toEqual([]);
});

test("where a step has led is looked at, and what was told of it is kept back", async () => {
	let looks = 0;
	const { link, calls } = judged(() => shows(looks++ === 0 ? GOOD : EVIL), { url: `${EVIL}/secret` });
	const error = await link.call("nav.reload", { tab: "t" } as never, { signal }).catch((thrown) => thrown);
	expect(error).toMatchObject({ ...denied, data: { interrupted: true } });
	expect(JSON.stringify(error)).not.toContain("secret");
	expect(calls).toEqual(["nav.reload"]);
});

test("a tab that was opened at a closed place is closed again", async () => {
	const { link, calls } = judged(() => shows(EVIL), { tab: "t" });
	const opening = link.call("tabs.open", { url: `${GOOD}/`, focus: false }, { signal });
	await expect(opening).rejects.toMatchObject(denied);
	expect(calls).toEqual(["tabs.open", "tabs.close"]);
});

test("what was meant for one document is not done in another of the same site", async () => {
	const { link, calls } = judged(() => shows(GOOD, "/", "d2"));
	const params = { tab: "t", document: "d1", expression: "1", awaitPromise: false };
	await expect(link.call("eval", params, { signal })).rejects.toMatchObject({
		code: "stale_ref",
		data: { replaced: true },
	});
	expect(calls).toEqual([]);
});

test("the browser's own page in place of one that did not come is not read", async () => {
	const { link, calls } = judged(() => ({
		url: "chrome-error://chromewebdata/",
		origin: "null",
		document: "d1",
	}));
	const params = { tab: "t", document: "d1", expression: "1", awaitPromise: false };
	await expect(link.call("eval", params, { signal })).rejects.toMatchObject({ code: "restricted_url" });
	expect(calls).toEqual([]);
});

test("of a closed frame only whose it is is told", async () => {
	const rows: FrameRow[] = [
		{ ref: "e1", url: `${GOOD}/open?q=1`, origin: GOOD },
		{ ref: "e2", url: `${EVIL}/inbox?token=hush`, origin: EVIL },
		{ ref: "e3", url: "chrome-error://chromewebdata/", origin: "null" },
	] as FrameRow[];
	const { link } = judged(() => shows(GOOD), rows);
	const told = await link.call("frames", { tab: "t", document: "d1" } as never, { signal });
	expect(told).toEqual([
		rows[0],
		{ ref: "e2", url: EVIL, reason: "denied" },
		{ ref: "e3", reason: "failed" },
	]);
});

test("where a closed frame is is told to nobody", async () => {
	const { link } = judged((frame) => (frame === undefined ? shows(GOOD) : shows(EVIL, "/inbox?token=hush")));
	await expect(link.committed("t", signal, "f1")).rejects.toMatchObject(denied);
	expect(await link.committed("t", signal)).toMatchObject({ url: `${GOOD}/` });
});
