// Everything that can be asked of a link, each with words that it understands: what is refused then is refused for
// where and what it is, and not for how it was written.

import { kitEffects, type Primitive, primitives } from "@reins/protocol";

/** Names of all: primitives, and the functions of the page kit. */
export const everything: readonly string[] = [
	...(Object.keys(primitives) as Primitive[]).filter((name) => name !== "page.call"),
	...Object.keys(kitEffects).map((fn) => `page.call ${fn}`),
];

/** Where it is asked. */
export interface Aim {
	tab: string;
	document: string;
	url: string;
	frame?: string;
}

const target = { selector: "h1" };
const point = { x: 5, y: 5 };
const file = { path: "/nowhere/a.txt", name: "a.txt", type: "text/plain", data: "YQ==" };

/** A picture of one pixel. */
const DOT =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const kitArgs: Record<string, object> = {
	getText: {},
	find: { text: "Shown" },
	locate: { target },
	locateAt: { at: point },
	box: { target },
	fill: { target: { selector: "input" }, text: "typed", clear: true },
	choose: { target: { selector: "select" }, options: ["b"] },
	caretToEnd: { target: { selector: "input" } },
	optionOf: { target: { selector: "input" }, option: "b", wait: 0 },
	isChosen: { target: { selector: "input" }, option: target, name: "b", typed: false, wait: 0 },
	fileField: { target: { selector: "input" } },
	waitFor: { text: "Shown", timeout: 0 },
	settle: { cap: 0, quiet: 0 },
	inspect: { target },
	scroll: { to: "bottom" },
	count: { selectors: ["h1"] },
	drawLabels: { data: DOT, mimeType: "image/png", quality: 80, labels: [] },
};

const params: Record<string, (aim: Aim) => object> = {
	"tabs.list": () => ({ all: true }),
	"tabs.open": ({ url }) => ({ url, focus: false }),
	"tabs.close": ({ tab }) => ({ tab }),
	"tabs.activate": ({ tab }) => ({ tab }),
	"nav.go": ({ tab, url }) => ({ tab, url, waitUntil: "commit" }),
	"nav.history": ({ tab }) => ({ tab, delta: 1, waitUntil: "commit" }),
	"nav.reload": ({ tab }) => ({ tab, waitUntil: "commit" }),
	"nav.stop": ({ tab }) => ({ tab }),
	frames: ({ url: _url, ...aim }) => aim,
	"input.dispatch": ({ url: _url, ...aim }) => ({ ...aim, events: [] }),
	"input.drag": ({ url: _url, ...aim }) => ({ ...aim, from: point, to: point, onto: "e1" }),
	"dialog.answer": ({ tab }) => ({ tab, accept: true }),
	"files.set": ({ url: _url, ...aim }) => ({ ...aim, files: [file] }),
	"files.drop": ({ url: _url, ...aim }) => ({ ...aim, ref: "e1", at: point, files: [file] }),
	capture: ({ url: _url, ...aim }) => ({ ...aim, format: "png", maxSide: 0 }),
	eval: ({ tab, document }) => ({ tab, document, expression: "1", awaitPromise: false }),
};

/** Written down here and not taken from the kit: a function that is new must be put into one of the two by somebody. */
const readingFunctions: readonly string[] = [
	...["snapshot", "getText", "locate", "locateAt", "box", "watch", "settle", "frameOwners", "pageInfo"],
	...["find", "getHtml", "markdown", "links", "images", "outline", "tables", "formValues", "metadata"],
	...["inspect", "count", "labels", "drawLabels", "beginWidePicture", "endWidePicture", "scroll"],
	...["optionOf", "fileField", "isChosen", "waitFor"],
];
const writingFunctions: readonly string[] = ["fill", "choose", "caretToEnd"];

/** The rows of the kit's functions: of those that read, and of those that write. */
export function kitRows(reading: string, writing: string): Record<string, string> {
	const row = (marks: string) => (fn: string) => [`page.call ${fn}`, marks] as const;
	return Object.fromEntries([...readingFunctions.map(row(reading)), ...writingFunctions.map(row(writing))]);
}

/** The primitive of a name, and its params there. */
export function requestOf(name: string, aim: Aim): [Primitive, object] {
	const [primitive, fn] = name.split(" ") as [Primitive, string | undefined];
	if (fn !== undefined) {
		const { url: _url, ...place } = aim;
		return [primitive, { ...place, fn, args: kitArgs[fn] ?? {} }];
	}
	const make = params[primitive];
	if (!make) throw new Error(`${primitive} has no row of params.`);
	return [primitive, make(aim)];
}
