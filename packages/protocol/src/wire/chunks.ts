// Chrome takes at most 1 MiB in one native message, and a frame limit only protects when it is small,
// yet a picture may have 40 MB. A longer message therefore travels as several messages of type
// `chunk`, cut where the escaped piece just fits, and is put together on the other side. Chunks of
// different messages may be mixed, so that a long answer does not hold up the others; chunks of one
// message come in order. Sizes are UTF-8 bytes throughout.

import type { ReinsError } from "../errors.ts";
import { limits } from "../limits.ts";
import { badFrame, refuseHalfPairs } from "./bad-frame.ts";

export interface Chunk {
	type: "chunk";
	/** Which message this is a part of. */
	id: string;
	/** 0, 1, 2… */
	seq: number;
	last: boolean;
	data: string;
}

/** The most that one character can take: a pair takes 4 bytes, an escape such as \u0001 6. */
const WIDEST = 6;

/** Pieces after which the small ones are joined, so that a stream of tiny chunks stays small in memory. */
const JOIN_AFTER = 1_024;

/** Bytes of each ASCII character inside a JSON string, as JSON.stringify writes it. */
const ASCII_COST = Uint8Array.from(
	{ length: 128 },
	(_, code) => JSON.stringify(String.fromCharCode(code)).length - 2,
);

/** Characters that may take more than one byte there. */
const COSTLY = /[^ !#-[\]-~]/;

/** `text` itself when it fits into `limit` bytes, else the texts of its chunks, each of which does. */
export function splitMessage(text: string, limit: number, newId: () => string): string[] {
	refuseHalfPairs(text);
	if (fits(text, limit)) return [text];
	if (!fits(text, limits.message)) throw tooLarge(limits.message);
	const id = newId();
	const chunks: string[] = [];
	for (let at = 0; at < text.length; ) {
		const seq = chunks.length;
		const empty: Chunk = { type: "chunk", id, seq, last: false, data: "" };
		const room = limit - utf8Length(JSON.stringify(empty));
		if (!(room >= WIDEST)) throw badFrame(`A limit of ${limit} bytes is too small for a chunk.`);
		const end = cut(text, at, room);
		const chunk: Chunk = { ...empty, last: end === text.length, data: text.slice(at, end) };
		chunks.push(JSON.stringify(chunk));
		at = end;
	}
	return chunks;
}

/** How far a piece from `start` can go so that it takes at most `room` bytes inside a JSON string. */
function cut(text: string, start: number, room: number): number {
	// Bulk data is base64 as a rule, and the engine recognizes that faster than the loop below.
	const plain = text.slice(start, start + room);
	if (!COSTLY.test(plain)) return start + plain.length;
	let at = start;
	let left = room;
	while (at < text.length) {
		const unit = text.charCodeAt(at);
		const paired = unit >= 0xd800 && unit <= 0xdfff;
		left -= unit < 0x80 ? (ASCII_COST[unit] as number) : unit < 0x800 ? 2 : paired ? 4 : 3;
		if (left < 0) return at;
		at += paired ? 2 : 1;
	}
	return at;
}

interface OpenMessage {
	joined: string[];
	pieces: string[];
	next: number;
	bytes: number;
}

/** Puts the chunks of one peer together. Takes chunks whose shape was checked. */
export class ChunkAssembler {
	readonly #open = new Map<string, OpenMessage>();
	readonly #maxMessage: number;
	readonly #maxOpen: number;
	#failed = false;

	constructor(bounds: { message?: number; open?: number } = {}) {
		this.#maxMessage = bounds.message ?? limits.message;
		this.#maxOpen = bounds.open ?? limits.openChunkedMessages;
	}

	/** The text of the message that this chunk completes. Throws `bad_frame`, and from then on always. */
	accept(chunk: Chunk): string | undefined {
		if (this.#failed) throw badFrame("The connection had a bad chunk before.");
		try {
			return this.#add(chunk);
		} catch (error) {
			this.#failed = true;
			this.#open.clear();
			throw error;
		}
	}

	#add(chunk: Chunk): string | undefined {
		const message = this.#open.get(chunk.id) ?? this.#begin(chunk.id);
		requireNext(chunk, message.next);
		message.bytes += utf8Length(chunk.data);
		this.#requireSmall(message);
		message.next++;
		message.pieces.push(chunk.data);
		if (chunk.last) {
			this.#open.delete(chunk.id);
			return [...message.joined, ...message.pieces].join("");
		}
		if (message.pieces.length === JOIN_AFTER) {
			message.joined.push(message.pieces.join(""));
			message.pieces = [];
		}
		return undefined;
	}

	// @guard chunk-bounds
	#requireSmall({ bytes }: OpenMessage): void {
		if (!(bytes <= this.#maxMessage)) throw tooLarge(this.#maxMessage);
	}

	// @guard chunk-count
	#requirePlace(): void {
		if (this.#open.size >= this.#maxOpen)
			throw badFrame(`More than ${this.#maxOpen} messages are in pieces at once.`);
	}

	#begin(id: string): OpenMessage {
		this.#requirePlace();
		const message: OpenMessage = { joined: [], pieces: [], next: 0, bytes: 0 };
		this.#open.set(id, message);
		return message;
	}
}

// @guard chunk-order
function requireNext(chunk: Chunk, due: number): void {
	if (chunk.seq !== due) throw badFrame(`A chunk is out of order: ${chunk.seq} came where ${due} was due.`);
	// Without data it would pass the bound on size for ever.
	if (chunk.data === "") throw badFrame("A chunk has no data.");
}

/** Counts bytes only where the number of code units leaves it open: each takes 1 to 3. */
function fits(text: string, limit: number): boolean {
	if (text.length > limit) return false;
	return text.length * 3 <= limit || utf8Length(text) <= limit;
}

function utf8Length(text: string): number {
	return new TextEncoder().encode(text).length;
}

function tooLarge(limit: number): ReinsError {
	return badFrame(`A message is larger than ${limit} bytes.`);
}
