// Names for things. Handles are short because models read them; secrets are long because nobody should guess them.

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

function random(length: number): string {
	const bytes = crypto.getRandomValues(new Uint8Array(length));
	let text = "";
	for (const byte of bytes) text += ALPHABET[byte & 31];
	return text;
}

/** A unique name for one call, one trace, one connection. */
export function newId(prefix: string): string {
	return `${prefix}_${random(16)}`;
}

/** 160 bits: whoever has it, is the session. */
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
