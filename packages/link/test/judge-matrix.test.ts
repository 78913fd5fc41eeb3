// Everything that can be asked of a link, in every place that it can be asked in, judged by each of the two judges
// alone: the broker's, by flags and file, and the extension's, by the person's list. What they must say is written
// down here by hand; a new primitive or function of the kit has no row, and fails.

import {
	decide,
	effectivePolicy,
	kitEffects,
	type Policy,
	type Primitive,
	primitives,
	ReinsError,
	sitePolicy,
} from "@reins/protocol";
import { expect, test } from "vitest";
import { type CommittedDocument, JudgedLink, type Link } from "../src/index.ts";

const GOOD = "https://good.example";
const EVIL = "https://evil.example";

/** Where something is asked for. */
const places = [
	"a tab at an open site",
	"a tab at a closed site",
	"a frame of a closed site",
	"a closed address",
	"no policy yet",
	"read only",
] as const;
type Place = (typeof places)[number];

/** By place: done (y), refused (n), or there is no such thing (-). */
const rows: Record<string, string> = {
	"tabs.list": "yy--ny",
	"tabs.open": "yy-nny",
	"tabs.close": "yy--ny",
	"tabs.activate": "yy--ny",
	"nav.go": "yy-nny",
	"nav.history": "yn--ny",
	"nav.reload": "yn--ny",
	"nav.stop": "yn--ny",
	frames: "ynn-ny",
	"input.dispatch": "ynn-nn",
	"input.drag": "ynn-nn",
	"dialog.answer": "yn--nn",
	"files.set": "ynn-nn",
	"files.drop": "yn--nn",
	capture: "ynn-ny",
	eval: "yn--nn",
	...of("ynn-ny", [
		...["snapshot", "getText", "locate", "locateAt", "box", "watch", "settle", "frameOwners", "pageInfo"],
		...["find", "getHtml", "markdown", "links", "images", "outline", "tables", "formValues", "metadata"],
		...["inspect", "count", "labels", "drawLabels", "beginWidePicture", "endWidePicture", "scroll"],
		...["optionOf", "fileField", "isChosen", "waitFor"],
	]),
	...of("ynn-nn", ["fill", "choose"]),
};

function of(marks: string, names: readonly string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [`page.call ${name}`, marks]));
}

const judges: Record<string, (place: Place) => Policy | undefined> = {
	broker: (place) =>
		place === "no policy yet"
			? undefined
			: effectivePolicy({
					preset: "strict",
					flags: {
						allow: [GOOD],
						enableMutations: place !== "read only",
						unsafeEnableEval: place !== "read only",
						unsafeAllDomains: false,
						allowUpload: place === "read only" ? [] : ["/tmp"],
					},
				}),
	extension: (place) =>
		place === "no policy yet"
			? undefined
			: sitePolicy([{ origin: GOOD, level: place === "read only" ? "read" : "script" }]),
};

const everything = [
	...(Object.keys(primitives) as Primitive[]).filter((name) => name !== "page.call"),
	...Object.keys(kitEffects).map((fn) => `page.call ${fn}`),
];

test("everything has a row, and every row is of something", () => {
	expect(Object.keys(rows).sort()).toEqual([...everything].sort());
});

test.each(Object.keys(judges))("what the %s judges", async (judge) => {
	const said: Record<string, string> = {};
	for (const name of everything) {
		let marks = "";
		for (const [index, place] of places.entries())
			marks += rows[name]?.[index] === "-" ? "-" : await ask(name, place, judges[judge]?.(place));
		said[name] = marks;
	}
	expect(said).toEqual(rows);
});

/** Asks a judged link, and whether it was asked on. */
async function ask(name: string, place: Place, policy: Policy | undefined): Promise<string> {
	const [primitive, fn] = name.split(" ") as [Primitive, string | undefined];
	let asked = false;
	const shows = (url: string): CommittedDocument => ({ url: `${url}/`, origin: url, document: "d" });
	const inner = {
		call: async () => {
			asked = true;
			return primitive === "frames" ? [] : { tab: "t" };
		},
		committed: async (_tab: string, _signal: AbortSignal, frame?: string) => {
			// What was gone to is there afterwards.
			if (asked) return shows(GOOD);
			if (frame !== undefined) return shows(EVIL);
			return shows(place === "a tab at a closed site" ? EVIL : GOOD);
		},
	} as unknown as Link;
	const link = new JudgedLink(inner, (effect, url, circumstances) => {
		const decision = decide(policy, effect, url, circumstances);
		if (!decision.allow) throw new ReinsError(decision.code, decision.reason);
	});
	const params = {
		tab: "t",
		document: "d",
		url: place === "a closed address" ? `${EVIL}/` : `${GOOD}/`,
		...(place === "a frame of a closed site" && { frame: "f1" }),
		...(fn !== undefined && { fn, args: {} }),
	};
	try {
		await link.call(primitive, params as never, { signal: new AbortController().signal });
		return asked ? "y" : "nothing was done";
	} catch (error) {
		if (!(error instanceof ReinsError) || error.code !== "policy_denied") throw error;
		return asked ? "refused too late" : "n";
	}
}
