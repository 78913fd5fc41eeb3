// Sizes from the headers that Chrome writes.

import { expect, test } from "vitest";
import { pictureSize } from "../src/picture-size.ts";

const base64 = (...bytes: (number | string)[]) =>
	Buffer.concat(
		bytes.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.of(part))),
	).toString("base64");

test("PNG", () => {
	const png = base64("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 0, 0, 5, 0, 0, 0, 2, 0xc9, "\x08\x02\0\0\0");
	expect(pictureSize(png)).toEqual({ width: 1_280, height: 713 });
});

test("JPEG, after its tables", () => {
	const jpeg = base64(
		"\xff\xd8\xff\xe0\0\x04ab\xff\xdb\0\x05abc\xff\xc0\0\x11\x08",
		1,
		0x90,
		2,
		0x80,
		"\x03",
	);
	expect(pictureSize(jpeg)).toEqual({ width: 640, height: 400 });
});

test("WebP of all three kinds", () => {
	const lossy = base64("RIFF\0\0\0\0WEBPVP8 \0\0\0\0abc\x9d\x01\x2a", 0x80, 2, 0x90, 1);
	expect(pictureSize(lossy)).toEqual({ width: 640, height: 400 });
	const bits = (640 - 1) | ((400 - 1) << 14);
	const lossless = base64(
		"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f",
		bits & 255,
		(bits >> 8) & 255,
		(bits >> 16) & 255,
		(bits >> 24) & 255,
	);
	expect(pictureSize(lossless)).toEqual({ width: 640, height: 400 });
	const extended = base64("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0", 0x7f, 2, 0, 0x8f, 1, 0);
	expect(pictureSize(extended)).toEqual({ width: 640, height: 400 });
});

test("what is none, or ends too soon", () => {
	expect(pictureSize(base64("GIF89a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"))).toBeUndefined();
	expect(pictureSize("")).toBeUndefined();
	expect(pictureSize(base64("\xff\xd8\xff\xe0\0\x04ab"))).toBeUndefined();
	expect(pictureSize(base64("RIFF\0\0\0\0WEBPVP9 \0\0\0\0"))).toBeUndefined();
});
