// A sealed message on the wire: one JSON string of base64, since native messaging carries nothing but JSON. It is
// made of letters that no serializer writes as more than one.

import { badFrame } from "./bad-frame.ts";

/** Bytes that a seal adds. */
const TAG = 16;

/** How many bytes of text can be sealed so that the frame has at most `limit`. */
export function roomInSealedFrame(limit: number): number {
	return Math.floor((limit - 2) / 4) * 3 - TAG;
}

export function sealedFrame(sealed: string): string {
	return `"${sealed}"`;
}

/** What a frame holds that must be sealed; whether it is genuine shows when it is opened. */
export function sealedIn(text: string): string {
	const isSealed = text.length > 2 && text.startsWith('"') && text.endsWith('"');
	if (!isSealed) throw badFrame("A message that is not sealed.");
	return text.slice(1, -1);
}
