// A second opinion on what parseStrict may accept, written from the rules in the plainest way: a
// recursive descent that looks at every token. Slow, and only for the short texts of the properties.

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/uy;
const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null/y;
const LONE_HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether `text` keeps every rule, duplicate keys included. */
export function keepsTheRules(text: string, maxDepth: number): boolean {
	let at = 0;
	const take = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const token = pattern.exec(text)?.[0];
		if (token === undefined) throw new Refused();
		at += token.length;
		return token;
	};
	const next = (): string => {
		take(SPACE);
		return text[at] ?? "";
	};
	const expect = (mark: string): void => {
		if (next() !== mark) throw new Refused();
		at++;
	};
	const string = (): string => {
		const value = String(JSON.parse(take(STRING)));
		if (LONE_HALF.test(value)) throw new Refused();
		return value;
	};
	const list = (end: string, item: () => void): void => {
		at++;
		if (next() !== end) {
			item();
			while (next() === ",") {
				at++;
				next();
				item();
			}
		}
		expect(end);
	};
	const object = (depth: number): void => {
		const keys = new Set<string>();
		list("}", () => {
			const key = string();
			if (keys.has(key) || key === "__proto__") throw new Refused();
			keys.add(key);
			expect(":");
			value(depth);
		});
	};
	const value = (depth: number): void => {
		const first = next();
		if ((first === "{" || first === "[") && depth === maxDepth) throw new Refused();
		if (first === "{") object(depth + 1);
		else if (first === "[") list("]", () => value(depth + 1));
		else if (first === '"') string();
		else if (/[-0-9]/.test(first)) {
			if (Math.abs(Number(take(NUMBER))) >= 2 ** 53) throw new Refused();
		} else take(LITERAL);
	};
	try {
		if (next() !== "{") return false;
		object(1);
		next();
		return at === text.length;
	} catch (error) {
		if (error instanceof Refused) return false;
		throw error;
	}
}

class Refused extends Error {}
