// Names for things. Handles are short because models read them; secrets are long because nobody should guess them.

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Asking the system for bytes costs far more than using them: they are fetched for many names at once. */
const pool = new Uint8Array(1_024);
let used = pool.length;

/** Bytes that nobody else gets, to be used before the next are asked for; at most as many as the pool has. */
export function randomBytes(length: number): Uint8Array {
	if (used + length > pool.length) {
		crypto.getRandomValues(pool);
		used = 0;
	}
	used += length;
	return pool.subarray(used - length, used);
}

function random(length: number): string {
	let text = "";
	for (const byte of randomBytes(length)) text += ALPHABET[byte & 31];
	return text;
}

/** A unique name for one call, one trace, one connection. */
export function newId(prefix: string): string {
	return `${prefix}_${random(16)}`;
}

/** 160 bits: whoever has it, is the session. */
// @guard secret-ids
export function newSecret(prefix: string): string {
	return `${prefix}_${random(32)}`;
}

/** A tab's handle, `t12`. */
export function tabHandle(number: number): string {
	return `t${number}`;
}

/** The number in a tab's handle; undefined where it is not one. */
export function tabNumber(handle: string): number | undefined {
	const match = /^t([1-9][0-9]{0,14})$/.exec(handle);
	return match ? Number(match[1]) : undefined;
}
