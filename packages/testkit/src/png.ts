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

/** Each line says how it was made from its neighbours: left, above, and above left. */
function unfilter(raw: Buffer, line: number, lines: number, channels: number): Buffer {
	const pixels = Buffer.alloc(line * lines);
	for (let row = 0; row < lines; row += 1) {
		const filter = raw[row * (line + 1)] as number;
		const above = (row - 1) * line;
		for (let column = 0; column < line; column += 1) {
			const isFirst = column < channels;
			const left = isFirst ? 0 : (pixels[row * line + column - channels] as number);
			const up = row === 0 ? 0 : (pixels[above + column] as number);
			const corner = isFirst || row === 0 ? 0 : (pixels[above + column - channels] as number);
			const stored = raw[row * (line + 1) + 1 + column] as number;
			pixels[row * line + column] = stored + predicted(filter, left, up, corner);
		}
	}
	return pixels;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
	if (filter === 0) return 0;
	if (filter === 1) return left;
	if (filter === 2) return up;
	if (filter === 3) return (left + up) >> 1;
	const guess = left + up - corner;
	const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
		number,
		number,
		number,
	];
	if (byLeft <= byUp && byLeft <= byCorner) return left;
	return byUp <= byCorner ? up : corner;
}
