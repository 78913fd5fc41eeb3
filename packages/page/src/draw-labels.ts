// `drawLabels`: boxes and texts on a picture that was taken. It is drawn on a canvas that never enters the
// document, so the page sees nothing of it.

import type { Box, KitArgs, KitResult } from "@reins/protocol";
import { fail } from "./check-args.ts";
import { placeTexts } from "./label-places.ts";
import { createElement } from "./pristine.ts";

/** Pixels of the letters; the smaller ones where most of what is labelled is small itself. */
const LETTERS = 11;
const SMALL_LETTERS = 9;
const SMALL_BOX = 13;
const PADDING = 2;
/** Neighbours differ, so that one sees which text belongs to which box. White on each of them can be read. */
const COLOURS = ["#c00000", "#0047c2", "#00691a", "#7a00a8", "#9a4a00", "#00626b"];

type Labels = KitArgs<"drawLabels">["labels"];

export async function drawLabels(args: KitArgs<"drawLabels">): Promise<KitResult<"drawLabels">> {
	const { data, mimeType, quality, labels } = args;
	if (typeof data !== "string" || !Array.isArray(labels)) fail("drawLabels needs data and labels");
	const picture = await createImageBitmap(new Blob([bytesOf(data)]));
	const canvas = createElement("canvas");
	canvas.width = picture.width;
	canvas.height = picture.height;
	const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
	if (!pen) return fail("this page can draw no picture");
	pen.drawImage(picture, 0, 0);
	picture.close();
	if (labels.length > 0) draw(pen, labels);
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

function draw(pen: CanvasRenderingContext2D, labels: Labels): void {
	const letters = lettersFor(labels);
	pen.font = `bold ${letters}px Arial, Helvetica, sans-serif`;
	pen.textBaseline = "middle";
	const boxes = labels.map(({ box }) => box);
	const sizes = labels.map(({ text }) => ({
		width: Math.ceil(pen.measureText(text).width) + 2 * PADDING,
		height: letters + PADDING,
	}));
	const picture = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
	const places = placeTexts(boxes, sizes, picture);
	const colour = (index: number) => COLOURS[index % COLOURS.length] as string;
	for (const [index, box] of boxes.entries()) frame(pen, box, colour(index));
	for (const [index, { text }] of labels.entries()) {
		write(pen, text, places[index] as Box, colour(index));
	}
}

function lettersFor(labels: Labels): number {
	const heights = labels.map(({ box }) => box.height).sort((one, other) => one - other);
	const middle = heights[Math.floor(heights.length / 2)] ?? 0;
	return middle < SMALL_BOX ? SMALL_LETTERS : LETTERS;
}

function frame(pen: CanvasRenderingContext2D, { x, y, width, height }: Box, colour: string): void {
	pen.strokeStyle = colour;
	pen.lineWidth = 1;
	pen.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width) - 1, Math.round(height) - 1);
}

function write(pen: CanvasRenderingContext2D, text: string, at: Box, colour: string): void {
	pen.fillStyle = colour;
	pen.fillRect(at.x, at.y, at.width, at.height);
	pen.fillStyle = "#ffffff";
	pen.fillText(text, at.x + PADDING, at.y + at.height / 2 + 0.5);
}
