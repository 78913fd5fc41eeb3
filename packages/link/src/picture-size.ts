// Width and height of a picture, from its first bytes: what was asked for and what came differ by rounding.

interface Size {
	width: number;
	height: number;
}

/** Enough for every header; the frame of a JPEG comes after its tables. */
const HEAD = 4_096;

/** Undefined where it is none of PNG, JPEG and WebP. */
export function pictureSize(base64: string): Size | undefined {
	const head = Uint8Array.from(atob(base64.slice(0, HEAD)), (byte) => byte.charCodeAt(0));
	const view = new DataView(head.buffer);
	const word = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
	try {
		if (word(1) === "PNG\r") return { width: view.getUint32(16), height: view.getUint32(20) };
		if (word(0) === "RIFF" && word(8) === "WEBP") return webpSize(view, word(12));
		if (view.getUint16(0) === 0xffd8) return jpegSize(view);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
	}
	return undefined;
}

function webpSize(view: DataView, kind: string): Size | undefined {
	const little24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
	if (kind === "VP8X") return { width: little24(24) + 1, height: little24(27) + 1 };
	if (kind === "VP8 ") {
		return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
	}
	if (kind !== "VP8L") return undefined;
	const bits = view.getUint32(21, true);
	return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function jpegSize(view: DataView): Size {
	for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
		const marker = view.getUint8(at + 1);
		// The frame's header, of whatever coding; three markers of this range are tables.
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
	}
}
