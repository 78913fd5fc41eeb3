// Reads a PNG as Chrome writes it, so that tests can look at single pixels: 8 bits a channel, not interlaced.

import { inflateSync } from "node:zlib";

const SIGNATURE = "\x89PNG\r\n\x1a\n";
/** Bytes of a pixel, by the header's kind of colour. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 6: 4 };

export interface Png {
	width: number;
	height: number;
	/** Red, green and blue of a pixel. */
	at(x: number, y: number): [number, number, number];
}

export function readPng(base64: string): Png {
	const bytes = Buffer.from(base64, "base64");
	if (bytes.toString("latin1", 0, 8) !== SIGNATURE) throw new Error("This is no PNG.");
	const width = bytes.readUInt32BE(16);
	const height = bytes.readUInt32BE(20);
	const channels = CHANNELS[bytes[25] as number];
	if (bytes[24] !== 8 || !channels || bytes[28] !== 0) throw new Error("This kind of PNG is not known.");
	const pixels = unfilter(inflateSync(dataOf(bytes)), width * channels, height, channels);
	return {
		width,
		height,
		at(x, y) {
			if (x < 0 || y < 0 || x >= width || y >= height) throw new Error(`${x}, ${y} is not in the picture.`);
			const here = (y * width + x) * channels;
			const grey = channels === 1;
			return [0, 1, 2].map((channel) => pixels[here + (grey ? 0 : channel)]) as [number, number, number];
		},
	};
}

function dataOf(bytes: Buffer): Buffer {
	const parts: Buffer[] = [];
	for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
		const length = bytes.readUInt32BE(at);
		if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
			parts.push(bytes.subarray(at + 8, at + 8 + length));
	}
	return Buffer.concat(parts);
}

/**
 * Each line says how it was made from its neighbours: left, above, and above left. One loop for each way, since a
 * picture of a long page has tens of millions of values.
 */
function unfilter(raw: Buffer, line: number, lines: number, channels: number): Buffer {
	const pixels = Buffer.alloc(line * lines);
	let above: Uint8Array = new Uint8Array(line);
	for (let row = 0; row < lines; row += 1) {
		const start = row * (line + 1);
		const here = pixels.subarray(row * line, (row + 1) * line);
		here.set(raw.subarray(start + 1, start + 1 + line));
		undo(raw[start] as number, here, above, channels);
		above = here;
	}
	return pixels;
}

function undo(filter: number, here: Uint8Array, above: Uint8Array, channels: number): void {
	const stored = (at: number) => here[at] as number;
	const left = (at: number) => (at < channels ? 0 : (here[at - channels] as number));
	const up = (at: number) => above[at] as number;
	const corner = (at: number) => (at < channels ? 0 : (above[at - channels] as number));
	if (filter === 1) {
		for (let at = 0; at < here.length; at += 1) here[at] = stored(at) + left(at);
	} else if (filter === 2) {
		for (let at = 0; at < here.length; at += 1) here[at] = stored(at) + up(at);
	} else if (filter === 3) {
		for (let at = 0; at < here.length; at += 1) here[at] = stored(at) + ((left(at) + up(at)) >> 1);
	} else if (filter === 4) {
		for (let at = 0; at < here.length; at += 1) here[at] = stored(at) + nearest(left(at), up(at), corner(at));
	}
}

/** Whichever of the three is nearest to what they suggest together. */
function nearest(left: number, up: number, corner: number): number {
	const byLeft = Math.abs(up - corner);
	const byUp = Math.abs(left - corner);
	const byCorner = Math.abs(left + up - 2 * corner);
	if (byLeft <= byUp && byLeft <= byCorner) return left;
	return byUp <= byCorner ? up : corner;
}
