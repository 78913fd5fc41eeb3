// Everything that can be asked of a link, in every place that it can be asked in, over a browser that would do all of
// it, judged by one judge alone: the broker's, which is a session's own guard, and the extension's, which is the
// person's list. What they must say is written down here by hand; a new primitive or function of the kit has no row,
// and fails. The real extension: extension.test.ts.

import { JudgedLink, type Link } from "@reins/link";
import {
	ActionLog,
	decide,
	type Primitive,
	ReinsError,
	type SessionOptions,
	sitePolicy,
} from "@reins/protocol";
import { TestHome } from "@reins/testkit";
import { afterAll, expect, test } from "vitest";
import { Session, type SessionParts } from "../../packages/broker/src/sessions/session.ts";
import { everything, kitRows, requestOf } from "./requests.ts";

const GOOD = "https://good.example";
const EVIL = "https://evil.example";

/** Where something is asked for. */
const places = [
	"a tab at an open site",
	"a tab at a closed site",
	"a frame of a closed site",
	"a closed address",
	"no site allowed",
	"read only",
	"switched off",
] as const;
type Place = (typeof places)[number];

/** By place: done (y), refused (n), or there is no such thing (-). */
const rows: Record<string, string> = {
	"tabs.list": "yy--yyn",
	"tabs.open": "yy-nnyn",
	"tabs.close": "yy--yyn",
	"tabs.activate": "yy--yyn",
	"nav.go": "yy-nnyn",
	"nav.history": "yn--nyn",
	"nav.reload": "yn--nyn",
	"nav.stop": "yn--nyn",
	frames: "ynn-nyn",
	"input.dispatch": "ynn-nnn",
	"input.drag": "ynn-nnn",
	"dialog.answer": "ynn-nnn",
	"files.set": "ynn-nnn",
	"files.drop": "yn--nnn",
	capture: "ynn-nyn",
	eval: "yn--nnn",
	...kitRows("ynn-nyn", "ynn-nnn"),
};

const home = new TestHome();
afterAll(() => home.remove());

test("everything has a row, and every row is of something", () => {
	expect(Object.keys(rows).sort()).toEqual([...everything].sort());
});

const judges: Record<string, (link: Link, place: Place) => Promise<Link>> = {
	broker: async (link, place) => (await sessionOver(link, place)).guard(link, new ActionLog("matrix")),
	extension: async (link, place) => {
		const level = place === "read only" ? "read" : "script";
		const list = sitePolicy(place === "no site allowed" ? [] : [{ origin: GOOD, level }]);
		return new JudgedLink(link, (effect, url, circumstances) => {
			if (place === "switched off") throw new ReinsError("killed", "Off.");
			const decision = decide(list, effect, url, circumstances);
			if (!decision.allow) throw new ReinsError(decision.code, decision.reason);
		});
	},
};

test.each(Object.keys(judges))("what the %s judges", async (judge) => {
	const said: Record<string, string> = {};
	for (const name of everything) {
		let marks = "";
		for (const [index, place] of places.entries())
			marks += rows[name]?.[index] === "-" ? "-" : await ask(name, place, judges[judge] as Judging);
		said[name] = marks;
	}
	expect(said).toEqual(rows);
});

test("a dialog of a closed frame is dismissed, and what it said is not told", async () => {
	const place = "a frame of a closed site";
	const { link } = browserLink("dialog.answer", place);
	const guard = (await sessionOver(link, place)).guard(link, new ActionLog("matrix"));
	const { signal } = new AbortController();
	const answer = (params: { accept: boolean; text?: string }) =>
		guard.call("dialog.answer", { tab: "t", ...params }, { signal });
	expect(await answer({ accept: false })).toMatchObject({ message: "", closed: EVIL });
});

type Judging = (typeof judges)[string];

/** Asks a judged link, and whether the browser was asked then. */
async function ask(name: string, place: Place, judge: Judging): Promise<string> {
	const [primitive, params] = requestOf(name, {
		...{ tab: "t", document: "d" },
		url: place === "a closed address" ? `${EVIL}/` : `${GOOD}/`,
		...(place === "a frame of a closed site" && { frame: "f1" }),
	});
	const { link, wasAsked } = browserLink(primitive, place);
	const judged = await judge(link, place);
	const signal = new AbortController().signal;
	try {
		await judged.call(primitive, params as never, { signal });
		return wasAsked() ? "y" : "nothing was done";
	} catch (error) {
		const expected = place === "switched off" ? "killed" : "policy_denied";
		if (!(error instanceof ReinsError) || error.code !== expected) throw error;
		return wasAsked() ? "refused too late" : "n";
	}
}

function browserLink(primitive: Primitive, place: Place): { link: Link; wasAsked: () => boolean } {
	let asked = false;
	const shows = (url: string) => ({ url: `${url}/`, origin: url, document: "d" });
	const link = {
		call: async () => {
			asked = true;
			return primitive === "frames" ? [] : { tab: "t" };
		},
		committed: async (_tab: string, _signal: AbortSignal, frame?: string) => {
			// What was gone to is there afterwards.
			if (asked) return shows(GOOD);
			if (frame !== undefined) return shows(EVIL);
			// A dialog has no frame to name: the tab says whose it is.
			if (place === "a frame of a closed site")
				return { ...shows(GOOD), asker: { url: `${EVIL}/`, origin: EVIL } };
			return shows(place === "a tab at a closed site" ? EVIL : GOOD);
		},
		onEvent: () => {},
		close: async () => {},
	} as unknown as Link;
	return { link, wasAsked: () => asked };
}

/** A real session that sits in a browser of the person's. */
async function sessionOver(link: Link, place: Place): Promise<Session> {
	const isReadOnly = place === "read only";
	const options: SessionOptions = {
		browser: "extension",
		window: "headless",
		noSandbox: false,
		allow: place === "no site allowed" ? [] : [GOOD],
		enableMutations: !isReadOnly,
		unsafeEnableEval: !isReadOnly,
		unsafeAllDomains: false,
		...(!isReadOnly && { allowUpload: ["/tmp"] }),
	};
	const browser = {
		...{ kind: "extension", epoch: "e", instance: "i", name: "Lab", gone: false, connected: true },
		state: { killed: place === "switched off", userDetached: false, leases: [], sites: [] },
		openLink: async () => link,
		release: async () => {},
	};
	const parts = {
		pool: { acquire: async () => browser },
		registry: { of: () => [], releaseAll: () => {} },
		seats: { find: () => undefined, set: () => {}, remove: () => {} },
		files: home.path,
		secrets: { mask: (text: string) => text },
		labelOf: () => "",
	} as unknown as SessionParts;
	const setup = { id: "s_1", label: "matrix", options, environment: {} };
	const session = new Session(setup, parts);
	await session.seat();
	return session;
}
