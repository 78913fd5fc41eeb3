// What cases ask of a picture: its size, its colours at points, and what the page noticed of it.

import { type Png, readPng } from "@reins/testkit";
import { expect } from "vitest";
import type { CaseContext } from "./case.ts";

type Image = { data: string; mimeType: string } | undefined;

export function pngOf(image: Image): Png {
	expect(image?.mimeType).toBe("image/png");
	return readPng(image?.data ?? "");
}

export async function takePng(
	{ must }: CaseContext,
	args: Record<string, unknown> = {},
): Promise<Png & { text: string }> {
	const { image, text } = await must("screenshot", args);
	return { ...pngOf(image), text };
}

/** A picture of any format, read by the browser itself: its size and the colours at these points. */
export async function seenByPage(
	{ value }: CaseContext,
	image: Image,
	points: readonly [number, number][],
): Promise<{ width: number; height: number; colours: number[][] }> {
	const source = `data:${image?.mimeType};base64,${image?.data}`;
	return (await value(`(async () => {
		const picture = new Image();
		picture.src = ${JSON.stringify(source)};
		await picture.decode();
		const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
		pen.drawImage(picture, 0, 0);
		const colours = ${JSON.stringify(points)}.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3));
		return { width: picture.width, height: picture.height, colours };
	})()`)) as { width: number; height: number; colours: number[][] };
}

export function expectNear(colour: readonly number[], wanted: readonly number[], by = 3): void {
	const far = wanted.some((channel, at) => Math.abs(channel - (colour[at] ?? -999)) > by);
	if (far) expect(colour).toEqual(wanted);
}

/** Stripes 100 pixels high across a page without margins; the colour of each tells where it is. */
export const striped = "<style>body{margin:0}</style>";
export function stripes(count: number): string {
	const colours = Array.from({ length: count }, (_, at) => stripeAt(at * 100));
	return colours
		.map(([r, g, b]) => `<div style="height:100px;background:rgb(${r},${g},${b})"></div>`)
		.join("");
}

/** The colour of the page at this height. */
export function stripeAt(y: number): [number, number, number] {
	const at = Math.floor(y / 100);
	return [(at * 37) % 256, (at * 91) % 256, at % 256];
}

/** Starts to write down what a page can notice of a picture. */
export const NOTICE = `
	globalThis.noticed = [];
	const note = (what) => noticed.push(what);
	addEventListener("resize", () => note("resize " + innerWidth));
	addEventListener("resize", () => note("resize, caught " + innerWidth), true);
	onresize = () => note("onresize");
	visualViewport.addEventListener("resize", () => note("visual resize"));
	addEventListener("scroll", () => note("scroll"), true);
	addEventListener("blur", () => note("blur"));
	document.addEventListener("visibilitychange", () => note("visibility"));
	new MutationObserver((records) => note("mutation " + records.map((one) => one.type + " " + one.attributeName)))
		.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
`;

/** What it looks like to its own script. */
export const LOOK = `JSON.stringify([
	innerWidth, innerHeight, document.documentElement.clientWidth, document.documentElement.clientHeight,
	document.body.offsetWidth, scrollX, scrollY, document.activeElement.tagName, document.getAnimations().length,
	document.documentElement.outerHTML.length, Object.keys(globalThis).length, document.styleSheets.length,
	document.adoptedStyleSheets.length, getSelection().toString(),
])`;
