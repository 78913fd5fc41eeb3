// Addresses as an attacker would spell them: parts that parsers have disagreed about, put together and disturbed by
// chance. The same seed makes the same ones.

/** What is usual, and what is not. */
const schemes = [
	["http", "https"],
	["HTTP", "hTTps", "ht\ttp", " http", "file", "data", "javascript", "blob:http"],
];
const joints = [["://"], [":/", ":", ":\\\\", ":///", ":/\\", "//", ""]];
const users = [[""], ["good.com@", "a:b@", "good.com%40", "@", ":@", "good.com:80@"]];
const hosts = [
	[
		...["good.com", "www.good.com", "evil.com", "good.com.evil.com", "evilgood.com", "GOOD.com", "faß.de"],
		...[
			"good。com",
			"ｇood.com",
			"gооd.com",
			"go\u00adod.com",
			"xn--good-5ve.com",
			"go%6fd.com",
			"日本.good.com",
		],
		...["127.0.0.1", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "127.0.0.1.evil.com", "localhost", "a"],
		...["[::1]", "[::ffff:7f00:1]", "[0:0::1]", "good_.com"],
	],
	[
		...[
			"good.com.",
			"good..com",
			".good.com",
			"good.com%2eevil.com",
			"good.com%00.evil.com",
			"go\u200dod.com",
		],
		...["1.2.3", "256.1.1.1", "[fe80::1%25eth0]", "[::1", "good.com,evil.com", "good.com evil.com", ""],
		...["good.com\tevil", "good.com<", "good*.com", "..", "%", "0x", "1e3", "999999999999", "ａ．ｂ"],
	],
];
const ports = [
	["", "", ":8080"],
	[":80", ":443", ":0080", ":", ":99999", ":80evil.com", ":-1", ":٣"],
];
const ends = [
	["", "/", "?", "#", "/a?b#c"],
	[
		...["\\evil.com", "/\\evil.com", "/@evil.com", "?@evil.com", "#@evil.com", "/..//evil.com", "//evil.com"],
		...["/%2f%2fevil.com", ";evil.com", "/\u202egood"],
	],
];
const USUAL = 0.7;
const disturbances = [
	...["\t", "\n", "\r", "\0", " ", "\\", "/", "@", "#", "?", ":", ".", "%", "%25", "[", "]", "|", "^"],
	...["\u00a0", "\u3002", "\uff0f", "\u2028", "\u{e0001}", "\ufeff", "\u0301", "ß", "ı", "K"],
];

/** Numbers from 0 to below 1, by chance and the same for the same seed. */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export function spelling(next: () => number): string {
	const one = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T;
	const part = (of: readonly (readonly string[])[]) => one(of[next() < USUAL ? 0 : 1] ?? []);
	let text = [schemes, joints, users, hosts, ports, ends].map(part).join("");
	// Most stay as they are put together: disturbed ones are mostly no addresses at all.
	for (let times = Math.floor(next() * 3); times > 0 && next() < 0.5; times -= 1) {
		const at = Math.floor(next() * (text.length + 1));
		text = text.slice(0, at) + one(disturbances) + text.slice(at);
	}
	return text;
}
