// Sockets and native messaging carry bytes without borders, so each message is preceded by the length
// of its UTF-8 as 32 bits, little-endian (what Chrome's native messaging asks for). The reader faces
// peers that are not yet authenticated: it judges a length before it stores anything, its buffer grows
// only with what has really arrived, and after one fault it stays shut, since nothing that follows a
// wrong length can be trusted to start where it seems to.

import type { ReinsError } from "../errors.ts";
import { badFrame, refuseHalfPairs } from "./bad-frame.ts";

const HEADER = 4;
const FIRST_BUFFER = 4_096;
const NOTHING = new Uint8Array(0);
const encoder = new TextEncoder();

/** First four bytes of an HTTP request, and of HTTP/2 ("PRI "). */
const HTTP_STARTS = new Set(["GET ", "POST", "PUT ", "HEAD", "OPTI", "DELE", "CONN", "PATC", "TRAC", "PRI "]);

/** The frame of one message; `limit` bounds the bytes after the header. */
export function encodeFrame(text: string, limit: number): Uint8Array {
	if (text === "") throw badFrame("An empty message cannot be sent.");
	// Encoding would silently turn it into another character.
	refuseHalfPairs(text);
	// No character takes fewer bytes than code units: a far too long text is refused without encoding it.
	if (!(text.length <= limit)) throw tooLong(text.length, limit);
	const body = encoder.encode(text);
	if (!(body.length <= limit)) throw tooLong(body.length, limit);
	const frame = new Uint8Array(HEADER + body.length);
	new DataView(frame.buffer).setUint32(0, body.length, true);
	frame.set(body, HEADER);
	return frame;
}

/** Turns bytes, in whatever pieces they arrive, back into the texts of the messages. */
export class FrameReader {
	readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	readonly #header = new Uint8Array(HEADER);
	#headerFill = 0;
	/** The beginning of a frame that has not arrived in one piece. */
	#body = NOTHING;
	#bodyFill = 0;
	/** Length of the frame being read; 0 while its header is incomplete. */
	#length = 0;
	#limit: number;
	#first = true;
	#failed = false;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Counts for every header that is completed from now on. */
	setLimit(limit: number): void {
		this.#limit = limit;
	}

	/**
	 * The messages completed by these bytes, which are not kept. Throws `bad_frame`, and from then on
	 * always; messages that were complete earlier in the same piece go down with the connection.
	 */
	push(bytes: Uint8Array): string[] {
		if (this.#failed) throw badFrame("The connection had a bad frame before.");
		try {
			return this.#read(bytes);
		} catch (error) {
			this.#failed = true;
			this.#release();
			throw error;
		}
	}

	#read(bytes: Uint8Array): string[] {
		const texts: string[] = [];
		let at = 0;
		while (at < bytes.length) {
			if (this.#length === 0) {
				at = this.#readHeader(bytes, at);
				continue;
			}
			const end = Math.min(at + this.#length - this.#bodyFill, bytes.length);
			const piece = bytes.subarray(at, end);
			at = end;
			if (piece.length === this.#length) {
				texts.push(this.#decode(piece));
				this.#release();
				continue;
			}
			this.#store(piece);
			if (this.#bodyFill === this.#length) {
				texts.push(this.#decode(this.#body.subarray(0, this.#length)));
				this.#release();
			}
		}
		return texts;
	}

	#readHeader(bytes: Uint8Array, start: number): number {
		let at = start;
		while (at < bytes.length && this.#headerFill < HEADER) {
			this.#header[this.#headerFill++] = bytes[at++] as number; // in range by the condition
		}
		if (this.#headerFill < HEADER) return at;
		const length = new DataView(this.#header.buffer).getUint32(0, true);
		this.#requireLength(length);
		this.#headerFill = 0;
		this.#length = length;
		this.#first = false;
		return at;
	}

	// @guard frame-length
	#requireLength(length: number): void {
		if (length === 0) throw badFrame("A frame has no content.");
		if (length <= this.#limit) return;
		throw (this.#first && foreign(this.#header)) || tooLong(length, this.#limit);
	}

	/** Doubling keeps copying linear; a peer that only announces a long frame costs nothing. */
	#store(piece: Uint8Array): void {
		const needed = this.#bodyFill + piece.length;
		if (needed > this.#body.length) {
			const wanted = Math.max(needed, this.#body.length * 2, FIRST_BUFFER);
			const larger = new Uint8Array(Math.min(wanted, this.#length));
			larger.set(this.#body.subarray(0, this.#bodyFill));
			this.#body = larger;
		}
		this.#body.set(piece, this.#bodyFill);
		this.#bodyFill = needed;
	}

	#decode(body: Uint8Array): string {
		try {
			return this.#decoder.decode(body);
		} catch {
			throw badFrame("A frame is not valid UTF-8.");
		}
	}

	#release(): void {
		this.#length = 0;
		this.#bodyFill = 0;
		this.#body = NOTHING;
	}
}

/**
 * What else the peer seems to speak. Asked only about a first header that is over the limit, so a
 * frame that is honestly 123 ("{") bytes long is never taken for something else.
 */
function foreign(header: Uint8Array): ReinsError | undefined {
	const start = String.fromCharCode(...header);
	if (HTTP_STARTS.has(start)) {
		return badFrame("The peer speaks HTTP; this connection takes length-prefixed Reins messages.");
	}
	if (start.startsWith("\x16\x03")) {
		return badFrame(
			"The peer starts TLS; this connection is not encrypted and takes length-prefixed messages.",
		);
	}
	if (/^\{["}\s]/.test(start)) {
		return badFrame("The peer sends bare JSON; each message needs its length as 32 bits before it.");
	}
	return undefined;
}

function tooLong(length: number, limit: number): ReinsError {
	return badFrame(`A frame of ${length} bytes is over the limit of ${limit}.`);
}
