// Pictures, with what is needed to use them: their scale, what was left out, and which ref is where.

import { type Picture, picture as takePicture } from "@reins/driver";
import { limits, pictureFormat, ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { flag, optionalTarget, ref, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { lines, type Own, quoted, say, word } from "./words.ts";

/** Below this scale ordinary text cannot be made out. */
const LEGIBLE = 0.6;
/** From here on another format is worth a word. */
const LARGE = 1_000_000;

const number = (description: string) => z.optional(z.number().check(z.describe(description)));

export const screenshot = defineTool({
	name: "screenshot",
	title: "Take a picture",
	summary: "A picture of the viewport, one element or the page.",
	effect: "read",
	scope: "tab",
	slow: true,
	input: z.strictObject({
		fullPage: flag("The whole page"),
		from: number("Page from this y"),
		labels: flag("Draw refs on controls"),
		format: z.optional(pictureFormat),
		quality: z.optional(z.number()),
		maxSide: number("Pixels; default 1568, 0: unscaled"),
		ref,
		selector,
		tabId,
	}),
	fits(args) {
		const { format = "png", from, quality, maxSide = 0 } = args;
		if (optionalTarget(args) && (from !== undefined || args.fullPage))
			bad("ref and selector are for one element, fullPage and from for the page");
		if (from !== undefined && !(from >= 0)) bad("from must be 0 or more");
		if (quality !== undefined && format === "png") bad("quality is for jpeg and webp; png has none");
		if (quality !== undefined) requireWhole("quality", quality, 1, 100);
		requireWhole("maxSide", maxSide, 0, limits.pictureSide);
	},
	async run(args, context) {
		const target = optionalTarget(args);
		const from = args.from ?? (args.fullPage ? 0 : undefined);
		const { format = "png", quality, maxSide = limits.defaultPictureSide } = args;
		const picture = await takePicture(await context.tab(args.tabId), {
			...(target && { target }),
			...(from !== undefined && { from }),
			...(quality !== undefined && { quality }),
			format,
			maxSide,
			labels: args.labels ?? false,
		});
		return [{ type: "image", data: picture.data, mimeType: picture.mimeType }, captionOf(picture, from)];
	},
});

function bad(message: string): never {
	throw new ReinsError("bad_args", `screenshot: ${message}.`);
}

function requireWhole(name: string, value: number, least: number, most: number): void {
	if (Number.isInteger(value) && value >= least && value <= most) return;
	bad(`${name} must be a whole number from ${least} to ${most}`);
}

function captionOf(picture: Picture, from: number | undefined): Own {
	const { region, page, scale, labels } = picture;
	const size = say`${Math.round(region.width)} × ${Math.round(region.height)} CSS pixels`;
	const parts = [isSame(scale, 1) ? size : say`${picture.width} × ${picture.height} pixels of ${size}`];
	if (!isSame(scale, 1)) {
		parts.push(
			say`scale ${short(scale)}: multiply picture coordinates by ${short(1 / scale)} for CSS pixels`,
		);
	}
	if (scale < LEGIBLE) parts.push(say`for small print take maxSide: 0, or one element by its ref`);
	const end = region.y + region.height;
	if (from !== undefined && end < page.height) {
		const next = Math.floor(end);
		parts.push(say`shows ${from} to ${next} of ${page.height}: go on with from: ${next}`);
	} else if (from) parts.push(say`shows ${from} to ${page.height}, the end of the page`);
	if (from !== undefined && region.width < page.width)
		parts.push(say`cut off at the right: the page is ${page.width} wide`);
	const bytes = Math.floor((picture.data.length * 3) / 4);
	if (bytes > LARGE && picture.mimeType === "image/png") {
		parts.push(say`${Math.round(bytes / 100_000) / 10} MB; format: "jpeg" would be smaller`);
	}
	const items = labels?.items.map(({ ref: named, role, name }) =>
		name ? say`${word(named)} ${word(role)} ${quoted(name)}` : say`${word(named)} ${word(role)}`,
	);
	return lines(
		parts.reduce((all, part) => say`${all}; ${part}`),
		picture.name === undefined ? undefined : say`picture ${word(picture.name)}`,
		...(items ?? []),
		items?.length === 0 ? say`(nothing here can be operated)` : undefined,
		labels && labels.omitted > 0 ? say`(${labels.omitted} more without a label)` : undefined,
	);
}

function isSame(one: number, other: number): boolean {
	return Math.abs(one - other) < 0.002;
}

function short(value: number): number {
	return Number(value.toPrecision(3));
}
