// Pictures, with what is needed to use them: their scale, what was left out, and which ref is where.

import { type Picture, picture as takePicture } from "@reins/driver";
import { type Content, limits, pictureFormat, printable, ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { flag, optionalTarget, ref, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";

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
	async run(args, context): Promise<Content[]> {
		const target = optionalTarget(args);
		const from = args.from ?? (args.fullPage ? 0 : undefined);
		const { format = "png", quality, maxSide = limits.defaultPictureSide } = args;
		if (target && from !== undefined)
			bad("ref and selector are for one element, fullPage and from for the page");
		if (from !== undefined && !(from >= 0)) bad("from must be 0 or more");
		if (quality !== undefined && format === "png") bad("quality is for jpeg and webp; png has none");
		if (quality !== undefined) requireWhole("quality", quality, 1, 100);
		requireWhole("maxSide", maxSide, 0, limits.pictureSide);
		const picture = await takePicture(await context.tab(args.tabId), {
			...(target && { target }),
			...(from !== undefined && { from }),
			...(quality !== undefined && { quality }),
			format,
			maxSide,
			labels: args.labels ?? false,
		});
		return [
			{ type: "image", data: picture.data, mimeType: picture.mimeType },
			{ type: "text", text: captionOf(picture, from) },
		];
	},
});

function bad(message: string): never {
	throw new ReinsError("bad_args", `screenshot: ${message}.`);
}

function requireWhole(name: string, value: number, least: number, most: number): void {
	if (Number.isInteger(value) && value >= least && value <= most) return;
	bad(`${name} must be a whole number from ${least} to ${most}`);
}

function captionOf(picture: Picture, from: number | undefined): string {
	const { region, page, scale, labels } = picture;
	const size = `${Math.round(region.width)} × ${Math.round(region.height)} CSS pixels`;
	const parts = [isSame(scale, 1) ? size : `${picture.width} × ${picture.height} pixels of ${size}`];
	if (!isSame(scale, 1)) {
		parts.push(`scale ${short(scale)}: multiply picture coordinates by ${short(1 / scale)} for CSS pixels`);
	}
	const end = region.y + region.height;
	if (from !== undefined && end < page.height) {
		const next = Math.floor(end);
		parts.push(`shows ${from} to ${next} of ${page.height}: go on with from: ${next}`);
	} else if (from) parts.push(`shows ${from} to ${page.height}, the end of the page`);
	if (from !== undefined && region.width < page.width)
		parts.push(`cut off at the right: the page is ${page.width} wide`);
	const bytes = Math.floor((picture.data.length * 3) / 4);
	if (bytes > LARGE && picture.mimeType === "image/png") {
		parts.push(`${(bytes / 1_000_000).toFixed(1)} MB; format: "jpeg" would be smaller`);
	}
	const lines = [parts.join("; ")];
	for (const { ref: named, role, name } of labels?.items ?? []) {
		lines.push(`${named} ${role}${name ? ` ${JSON.stringify(printable(name))}` : ""}`);
	}
	if (labels && labels.items.length === 0) lines.push("(nothing here can be operated)");
	if (labels && labels.omitted > 0) lines.push(`(${labels.omitted} more without a label)`);
	return lines.join("\n");
}

function isSame(one: number, other: number): boolean {
	return Math.abs(one - other) < 0.002;
}

function short(value: number): string {
	return String(Number(value.toPrecision(3)));
}
