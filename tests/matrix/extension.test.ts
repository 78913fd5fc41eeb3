// The same over the person's own Chrome, judged by the extension alone: a real broker whose own judge is gone round
// asks the real extension for everything, in every place. What must come of it is written down here by hand.

import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Link } from "@reins/link";
import { effectivePolicy, ReinsError } from "@reins/protocol";
import { ChromeLab, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Broker } from "../../packages/broker/src/daemon/broker.ts";
import { placesFor } from "../../packages/broker/src/places/places.ts";
import { preparePlaces } from "../../packages/broker/src/places/private-directory.ts";
import type { RealBrowser } from "../../packages/broker/src/real/real-browser.ts";
import { RealBrowsers } from "../../packages/broker/src/real/real-browsers.ts";
import { type Aim, everything, kitRows, requestOf } from "./requests.ts";

/** Where something is asked for. */
const places = [
	"a tab at an open site",
	"a shared tab at a closed site",
	"a frame of a closed site",
	"a closed address",
	"a tab that is not shared",
	"no site allowed",
	"read only",
	"switched off",
] as const;
type Place = (typeof places)[number];

/** By place: done (y), refused (n), or there is no such thing (-). */
const rows: Record<string, string> = {
	"tabs.list": "y----yyn",
	"tabs.open": "y--n-nyn",
	"tabs.close": "yn--nyyn",
	"tabs.activate": "yy--nyyn",
	"nav.go": "yy-nnnyn",
	"nav.history": "yn--nnyn",
	"nav.reload": "yn--nnyn",
	"nav.stop": "yn--nnyn",
	frames: "ynn-nnyn",
	"input.dispatch": "ynn-nnnn",
	"input.drag": "ynn-nnnn",
	"dialog.answer": "yn--nnnn",
	"files.set": "ynn-nnnn",
	"files.drop": "yn--nnnn",
	capture: "ynn-nnyn",
	eval: "yn--nnnn",
	...kitRows("ynn-nnyn", "ynn-nnnn"),
};

const moves: ReadonlySet<string> = new Set(["tabs.open", "tabs.close", "nav.go", "nav.reload"]);

/** Codes that say: not here, not by you. */
const refusals: ReadonlySet<string> = new Set(["policy_denied", "killed", "tab_gone", "leased"]);
/** Codes that say that the test asked in a wrong way. */
const mistakes: ReadonlySet<string> = new Set(["bad_args", "bad_frame", "unknown_method", "internal"]);

const SESSION = "matrix";
const home = new TestHome();
const { signal } = new AbortController();
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
	version: string;
};
let open: Site;
let closed: Site;
let lab: ChromeLab;
let broker: Broker;
let link: Link;
/** Tabs of the person's at the closed site: one that is shared, and one that is not. */
let shared: string;
let unshared: string;
const theirs = () => `${closed.origin}/`;

beforeAll(async () => {
	open = await Site.start("open.localhost");
	closed = await Site.start("closed.localhost");
	closed.page("/", "<h1>Theirs</h1><input>");
	const around = `<h1>Shown</h1><input><select><option>a<option>b</select><iframe src="${closed.origin}/"></iframe>`;
	open.page("/", around);
	lab = await ChromeLab.start({ home });
	await lab.connected();
	await lab.must({ do: "disconnect" });
	await stopReins(home);
	const browser = await ownBroker();
	// Everything is open here: only the extension's own list is left.
	const flags = { allow: [], enableMutations: true, unsafeEnableEval: true, unsafeAllDomains: true };
	const policy = effectivePolicy({ preset: "unsafe", flags });
	link = await browser.openLink({ key: SESSION, label: SESSION, policy, downloads: home.path });
	shared = String(await lab.openTab(theirs()));
	unshared = String(await lab.openTab(theirs()));
	await lab.must({ do: "share", tab: Number(shared), session: SESSION });
});
afterAll(async () => {
	vi.restoreAllMocks();
	await link?.close();
	await lab?.close();
	await broker?.stop("end of test", { release: true });
	await open?.stop();
	await closed?.stop();
	await home.empty();
	home.remove();
});

/** A broker in this process takes the place of the other; answers the browser that comes to it. */
async function ownBroker(): Promise<RealBrowser> {
	const joined = vi.spyOn(RealBrowsers.prototype, "joined");
	const at = placesFor({ platform: process.platform, env: home.env, homedir: home.path, user: "matrix" });
	preparePlaces(at);
	broker = new Broker(at, version);
	await broker.start();
	// It leaves where nobody is.
	const visitor = connect(at.address);
	await lab.must({ do: "connect" });
	await lab.connected();
	visitor.destroy();
	const [browsers] = joined.mock.contexts as RealBrowsers[];
	const browser = browsers?.list()[0];
	if (!browser) throw new Error("The extension has gone to another broker.");
	return browser;
}

test("everything has a row, and every row is of something", () => {
	expect(Object.keys(rows).sort()).toEqual([...everything].sort());
});

test("what the extension judges", { timeout: 120_000 }, async () => {
	const said = Object.fromEntries(everything.map((name) => [name, ""]));
	for (const [index, place] of places.entries()) {
		let aim: Aim | undefined;
		for (const name of everything) {
			if (rows[name]?.[index] === "-") {
				said[name] += "-";
				continue;
			}
			aim ??= await take(place);
			const mark = await ask(name, aim);
			said[name] += mark;
			// Done, it may have closed the tab, or led it elsewhere.
			if (mark === "y" && moves.has(name)) aim = undefined;
		}
	}
	expect(said).toEqual(rows);
});

/** Opens what is needed, then lets the person's list and switch be as the place says. */
async function take(place: Place): Promise<Aim> {
	await lab.must({ do: "kill", on: false });
	await lab.allow(open.origin, "script");
	const url = place === "a closed address" ? theirs() : `${open.origin}/`;
	const aim = { url, ...(await aimAt(place)) };
	if (place === "no site allowed") await lab.allow(open.origin, null);
	if (place === "read only") await lab.allow(open.origin, "read");
	if (place === "switched off") await lab.must({ do: "kill", on: true });
	return aim;
}

async function aimAt(place: Place): Promise<Omit<Aim, "url">> {
	if (place === "a tab that is not shared") return { tab: unshared, document: "d" };
	if (place === "a shared tab at a closed site") {
		await lab.call("(tab, url) => chrome.tabs.update(tab, { url }).then(() => {})", Number(shared), theirs());
		await until("the tab is back", async () => (await link.committed(shared, signal)).url === theirs());
		return at(shared);
	}
	for (const { tab, own } of await link.call("tabs.list", { all: false }, { signal }))
		if (own && tab !== shared) await link.call("tabs.close", { tab }, { signal });
	const { tab } = await link.call("tabs.open", { url: `${open.origin}/`, focus: false }, { signal });
	const aim = await at(tab);
	if (place !== "a frame of a closed site") return aim;
	// Its name is told only where it may be read.
	await lab.allow(closed.origin, "read");
	const [row] = await link.call("frames", aim, { signal });
	await lab.allow(closed.origin, null);
	if (row?.frame === undefined) throw new Error("The frame has no name.");
	return { ...aim, frame: row.frame };
}

async function at(tab: string): Promise<Omit<Aim, "url">> {
	return { tab, document: (await link.committed(tab, signal)).document };
}

async function ask(name: string, aim: Aim): Promise<string> {
	const [primitive, params] = requestOf(name, aim);
	try {
		await link.call(primitive, params as never, { signal });
		return "y";
	} catch (error) {
		if (!(error instanceof ReinsError) || mistakes.has(error.code)) throw error;
		return refusals.has(error.code) ? "n" : "y";
	}
}
