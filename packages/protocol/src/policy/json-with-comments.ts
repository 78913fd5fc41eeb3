// JSON as people write it by hand: with comments, and with errors that say where. `JSON.parse` takes no
// comments, words its errors differently in every engine, and keeps the last of two equal keys, which
// in a policy would silently drop the first list of denied sites.

import { limits } from "../limits.ts";

export interface Place {
	line: number;
	column: number;
}

export interface ParsedJson {
	value: unknown;
	/** Where the value at a path begins; for a member of an object, where its key begins. */
	placeOf(path: readonly PropertyKey[]): Place | undefined;
}

export class JsonSyntaxError extends Error {
	override readonly name = "JsonSyntaxError";
	readonly place: Place;

	constructor(message: string, place: Place) {
		super(message);
		this.place = place;
	}
}

export function parseJsonWithComments(text: string): ParsedJson {
	const withoutMark = text.replace(/^\uFEFF/, "");
	const reader = new Reader(withoutMark);
	const value = reader.document();
	return {
		value,
		placeOf(path) {
			const offset = reader.offsets.get(JSON.stringify(path));
			return offset === undefined ? undefined : placeAt(withoutMark, offset);
		},
	};
}

/** Both count from one; the column in UTF-16 units, as editors do. */
function placeAt(text: string, offset: number): Place {
	const before = text.slice(0, offset);
	const start = before.lastIndexOf("\n") + 1;
	return { line: before.split("\n").length, column: offset - start + 1 };
}

class Reader {
	readonly offsets = new Map<string, number>();
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	document(): unknown {
		const value = this.#value([]);
		this.#skip();
		if (this.#at < this.#text.length) this.#fail("nothing may follow the value");
		return value;
	}

	#value(path: PropertyKey[]): unknown {
		this.#skip();
		if (path.length > limits.jsonDepth) this.#fail("it is nested too deeply");
		// A member is placed at its key, which was read before.
		const key = JSON.stringify(path);
		if (!this.offsets.has(key)) this.offsets.set(key, this.#at);

		if (this.#take("{")) return this.#object(path);
		if (this.#take("[")) return this.#array(path);
		if (this.#text[this.#at] === '"') return this.#string();
		const word = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
		word.lastIndex = this.#at;
		const found = word.exec(this.#text)?.[0];
		if (found === undefined) return this.#fail("a value is expected here");
		this.#at += found.length;
		return JSON.parse(found);
	}

	#object(path: PropertyKey[]): unknown {
		const members = new Map<string, unknown>();
		this.#skip();
		if (this.#take("}")) return {};
		do {
			this.#skip();
			const start = this.#at;
			if (this.#text[start] !== '"') this.#fail("a key in double quotes is expected here");
			const key = this.#string();
			if (members.has(key)) this.#fail(`the key ${JSON.stringify(key)} is there twice`, start);
			const inner = [...path, key];
			this.offsets.set(JSON.stringify(inner), start);
			this.#skip();
			if (!this.#take(":")) this.#fail("a colon is expected here");
			members.set(key, this.#value(inner));
			this.#skip();
		} while (this.#take(","));
		if (!this.#take("}")) this.#fail('a comma or "}" is expected here');
		// Not by assignment: `__proto__` must become a key like any other.
		return Object.fromEntries(members);
	}

	#array(path: PropertyKey[]): unknown[] {
		const items: unknown[] = [];
		this.#skip();
		if (this.#take("]")) return items;
		do {
			items.push(this.#value([...path, items.length]));
			this.#skip();
		} while (this.#take(","));
		if (!this.#take("]")) this.#fail('a comma or "]" is expected here');
		return items;
	}

	#string(): string {
		const start = this.#at;
		const literal = /"(?:[^"\\\n\r]|\\[^\n\r])*"/y;
		literal.lastIndex = start;
		const found = literal.exec(this.#text)?.[0];
		if (found === undefined) return this.#fail("this text has no closing quote on its line");
		this.#at += found.length;
		try {
			return JSON.parse(found) as string;
		} catch {
			return this.#fail("this text has an escape or a control character that JSON does not know", start);
		}
	}

	/** White space and comments. */
	#skip(): void {
		const space = /(?:[ \t\r\n]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
		space.lastIndex = this.#at;
		space.exec(this.#text);
		this.#at = space.lastIndex;
		if (this.#text.startsWith("/*", this.#at)) this.#fail("this comment is not closed");
	}

	#take(character: string): boolean {
		if (this.#text[this.#at] !== character) return false;
		this.#at += 1;
		return true;
	}

	#fail(message: string, at = this.#at): never {
		throw new JsonSyntaxError(message, placeAt(this.#text, at));
	}
}
