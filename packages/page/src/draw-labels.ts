// `drawLabels`: boxes and texts on a picture that was taken. It is drawn on a canvas that never enters the
// document, so the page sees nothing of it.

import type { Box, KitArgs, KitResult } from "@reins/protocol";
import { fail } from "./check-args.ts";
import { shared } from "./clip.ts";

const FONT = "bold 11px Arial, Helvetica, sans-serif";
const TAG_HEIGHT = 13;
const TAG_PADDING = 2;
/** Neighbours differ, so that one sees which text belongs to which box. White on each of them can be read. */
const COLOURS = ["#c00000", "#0047c2", "#00691a", "#7a00a8", "#9a4a00", "#00626b"];

interface Tag {
	text: string;
	/** What it names. */
	box: Box;
	/** Where the text stands. */
	at: Box;
	colour: string;
}

export async function drawLabels(args: KitArgs<"drawLabels">): Promise<KitResult<"drawLabels">> {
	const { data, mimeType, quality } = args;
	if (typeof data !== "string" || !Array.isArray(args.labels)) fail("drawLabels needs data and labels");
	const picture = await createImageBitmap(new Blob([bytesOf(data)]));
	const canvas = document.createElement("canvas");
	canvas.width = picture.width;
	canvas.height = picture.height;
	const pen = canvas.getContext("2d", { alpha: false });
	if (!pen) return fail("this page can draw no picture");
	pen.drawImage(picture, 0, 0);
	picture.close();
	pen.font = FONT;
	pen.textBaseline = "middle";
	const measure = (text: string) => Math.ceil(pen.measureText(text).width) + 2 * TAG_PADDING;
	const tags = place(args.labels, { width: canvas.width, height: canvas.height }, measure);
	for (const { box, colour } of tags) frame(pen, box, colour);
	for (const tag of tags) write(pen, tag);
	// At once: the asynchronous way waits for an idle moment, which a tab in the background may never have.
	const url = canvas.toDataURL(mimeType, quality / 100);
	return { data: url.slice(url.indexOf(",") + 1) };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
	const text = atob(base64);
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
	return bytes;
}

function frame(pen: CanvasRenderingContext2D, { x, y, width, height }: Box, colour: string): void {
	pen.strokeStyle = colour;
	pen.lineWidth = 1;
	pen.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width) - 1, Math.round(height) - 1);
}

function write(pen: CanvasRenderingContext2D, { text, at, colour }: Tag): void {
	pen.fillStyle = colour;
	pen.fillRect(at.x, at.y, at.width, at.height);
	pen.fillStyle = "#ffffff";
	pen.fillText(text, at.x + TAG_PADDING, at.y + at.height / 2 + 0.5);
}

/** Each text beside its box, where it hides least of other boxes, its own, and other texts. */
function place(
	labels: KitArgs<"drawLabels">["labels"],
	picture: { width: number; height: number },
	measure: (text: string) => number,
): Tag[] {
	const whole: Box = { x: 0, y: 0, ...picture };
	const boxes = labels.map(({ box }) => box);
	const tags: Tag[] = [];
	for (const [index, { text, box }] of labels.entries()) {
		const size = { width: measure(text), height: TAG_HEIGHT };
		let best: Box | undefined;
		let least = Number.POSITIVE_INFINITY;
		for (const point of pointsAround(box, size)) {
			const at = { x: Math.round(point.x), y: Math.round(point.y), ...size };
			const cost = hidden(at, whole, boxes, tags);
			if (cost < least) [best, least] = [at, cost];
			if (least === 0) break;
		}
		if (best) tags.push({ text, box, at: best, colour: COLOURS[index % COLOURS.length] as string });
	}
	return tags;
}

/** In the order in which one would look for it; the last ones lie on the thing itself. */
function pointsAround(box: Box, tag: { width: number; height: number }): { x: number; y: number }[] {
	const { x, y } = box;
	const right = x + box.width;
	const bottom = y + box.height;
	const above = y - tag.height;
	const beside = y + (box.height - tag.height) / 2;
	return [
		{ x, y: above },
		{ x: right - tag.width, y: above },
		{ x: x - tag.width, y: beside },
		{ x: right, y: beside },
		{ x, y: bottom },
		{ x: right - tag.width, y: bottom },
		{ x: right - tag.width, y },
		{ x: right - tag.width, y: bottom - tag.height },
		{ x, y },
	];
}

/** How much would be hidden: parts outside of the picture and other texts weigh most. */
function hidden(at: Box, whole: Box, boxes: readonly Box[], tags: readonly Tag[]): number {
	const area = (box: Box | undefined) => (box ? box.width * box.height : 0);
	let cost = 20 * (area(at) - area(shared(at, whole)));
	for (const tag of tags) cost += 10 * area(shared(at, tag.at));
	for (const box of boxes) cost += area(shared(at, box));
	return cost;
}
