// A secret leaves the broker only with a call for one document, and only where that document is of one of its sites.

import type { CallOptions, Link } from "@reins/link";
import { ActionLog, type Primitive, type PrimitiveParams, ReinsError } from "@reins/protocol";
import { expect, test } from "vitest";
import { SecretLink } from "../src/sessions/secret-link.ts";

const secret = {
	name: "bank",
	origins: ["https://bank.example", "*.bank.test"],
	value: "hunter22",
	set: "",
};

type Shown = Awaited<ReturnType<Link["committed"]>>;

/** A tab whose page is document `d1` of `https://bank.example`, and whose frames are as given. */
function linkTo(shown: Record<string, Partial<Shown>>) {
	const calls: unknown[] = [];
	const inner = {
		async call(primitive: Primitive, params: unknown) {
			calls.push([primitive, params]);
			return { value: {} };
		},
		async committed(_tab: string, _signal: AbortSignal, frame = "page") {
			return {
				url: "https://bank.example/",
				document: "d1",
				origin: "https://bank.example",
				...shown[frame],
			};
		},
	} as unknown as Link;
	const log = new ActionLog("a1");
	const link = new SecretLink(
		inner,
		(name) => {
			if (name === secret.name) return secret;
			throw new ReinsError("bad_args", "There is no such secret.");
		},
		log,
	);
	const options: CallOptions = { signal: new AbortController().signal };
	const fill = (args: Record<string, unknown>, more: object = {}, fn = "fill") =>
		link.call(
			"page.call",
			{ tab: "t", document: "d1", fn, args, ...more } as PrimitiveParams<"page.call">,
			options,
		);
	return { calls, log, fill };
}

async function refused(work: Promise<unknown>): Promise<ReinsError> {
	const error = await work.then(
		() => new Error("It was not refused."),
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ReinsError)) throw error;
	expect(JSON.stringify(error.toWire())).not.toContain("hunter22");
	return error;
}

test("the value is put in for a document of its site, and the use is noted by name", async () => {
	const { calls, log, fill } = linkTo({});
	await fill({ text: { secret: "bank" }, clear: true });
	expect(calls).toEqual([
		[
			"page.call",
			{
				tab: "t",
				document: "d1",
				fn: "fill",
				args: { text: "hunter22", clear: true, onlyAt: "https://bank.example" },
			},
		],
	]);
	expect(log.decisions).toEqual([
		{ effect: "act", site: "https://bank.example", decision: "allowed", secret: "bank" },
	]);
});

test("other calls are left alone", async () => {
	const { calls, fill } = linkTo({});
	await fill({ text: "bank" });
	await fill({ text: { secret: "bank" } }, {}, "find");
	expect(JSON.stringify(calls)).not.toContain("hunter22");
	expect(calls).toHaveLength(2);
});

const elsewhere: [string, string][] = [
	["another site", "https://evil.example"],
	["the same host by another scheme", "http://bank.example"],
	["another port", "https://bank.example:8443"],
	["a host that only begins so", "https://bank.example.evil.test"],
	["a host that only ends so", "https://mybank.test"],
	["a document that was locked away", "null"],
	["a document without an origin", ""],
	["a document of nobody", "://"],
	["a file", "file://"],
];
test.each(elsewhere)("refused: %s, whatever its address says", async (_, origin) => {
	for (const [frame, more] of [
		["page", {}],
		["f1", { frame: "f1" }],
	] as const) {
		const { calls, log, fill } = linkTo({ [frame]: { origin } });
		const error = await refused(fill({ text: { secret: "bank" } }, more));
		expect(error.code).toBe("policy_denied");
		expect(error.message).toContain("is for https://bank.example, *.bank.test");
		expect(calls).toEqual([]);
		expect(log.decisions).toMatchObject([{ decision: "policy_denied", secret: "bank" }]);
	}
});

test("a frame is judged by its own origin, not by the page's", async () => {
	const { calls, fill } = linkTo({
		page: { origin: "https://evil.example" },
		f1: { origin: "https://www.bank.test", document: "d2" },
	});
	await fill({ text: { secret: "bank" } }, { frame: "f1", document: "d2" });
	expect(JSON.stringify(calls)).toContain("hunter22");
});

test("refused: a document that has come meanwhile, a call for no document, a name that is none", async () => {
	const { calls, fill } = linkTo({});
	expect((await refused(fill({ text: { secret: "bank" } }, { document: "d0" }))).code).toBe("stale_ref");
	expect((await refused(fill({ text: { secret: "bank" } }, { document: undefined }))).code).toBe("stale_ref");
	expect((await refused(fill({ text: { secret: "bonk" } }))).code).toBe("bad_args");
	expect(calls).toEqual([]);
});
