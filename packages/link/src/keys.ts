// Which keys of a keyboard write what, as CDP wants them named: the layout of the United States, which is what pages
// that ask for key codes expect.

import type { Modifier } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";

interface Key {
	code: string;
	windowsVirtualKeyCode: number;
}

const numbers: Record<string, number> = {
	...{ Backspace: 8, Tab: 9, Enter: 13, Pause: 19, CapsLock: 20, Escape: 27 },
	...{ PageUp: 33, PageDown: 34, End: 35, Home: 36 },
	...{ ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 },
	...{ PrintScreen: 44, Insert: 45, Delete: 46, ContextMenu: 93, NumLock: 144, ScrollLock: 145 },
	...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`F${at + 1}`, 112 + at])),
};

/** Keys with two signs each: the plain one, then the one with Shift. */
const signs: readonly [plain: string, shifted: string, code: string, number: number][] = [
	[";", ":", "Semicolon", 186],
	["=", "+", "Equal", 187],
	[",", "<", "Comma", 188],
	["-", "_", "Minus", 189],
	[".", ">", "Period", 190],
	["/", "?", "Slash", 191],
	["`", "~", "Backquote", 192],
	["[", "{", "BracketLeft", 219],
	["\\", "|", "Backslash", 220],
	["]", "}", "BracketRight", 221],
	["'", '"', "Quote", 222],
	...[..."0123456789"].map(
		(digit, at) =>
			[digit, ")!@#$%^&*("[at] as string, `Digit${digit}`, 48 + at] as [string, string, string, number],
	),
];

/** What a key writes with Shift. */
const shiftedSign = new Map([
	...signs.map(([plain, shifted]) => [plain, shifted] as const),
	...[..."abcdefghijklmnopqrstuvwxyz"].map((letter) => [letter, letter.toUpperCase()] as const),
]);
const written = new Map<string, Key & { shifted: boolean }>([
	[" ", { code: "Space", windowsVirtualKeyCode: 32, shifted: false }],
]);
for (const letter of "abcdefghijklmnopqrstuvwxyz") {
	const upper = letter.toUpperCase();
	const key = { code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0) };
	written.set(letter, { ...key, shifted: false });
	written.set(upper, { ...key, shifted: true });
}
for (const [plain, shifted, code, windowsVirtualKeyCode] of signs) {
	written.set(plain, { code, windowsVirtualKeyCode, shifted: false });
	written.set(shifted, { code, windowsVirtualKeyCode, shifted: true });
}

const bits: Record<Modifier, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const modifierKeys: Record<Modifier, Key> = {
	Shift: { code: "ShiftLeft", windowsVirtualKeyCode: 16 },
	Control: { code: "ControlLeft", windowsVirtualKeyCode: 17 },
	Alt: { code: "AltLeft", windowsVirtualKeyCode: 18 },
	Meta: { code: "MetaLeft", windowsVirtualKeyCode: 91 },
};

export function modifierBits(modifiers: readonly Modifier[] = []): number {
	return modifiers.reduce((sum, name) => sum | bits[name], 0);
}

/** One key with those held around it: all downs, then all ups. */
export function keyCommands(key: string, held: readonly Modifier[] = []): CdpParams[] {
	const sign = held.includes("Shift") ? (shiftedSign.get(key) ?? key) : key;
	const one = written.get(sign);
	const modifiers: Modifier[] = one?.shifted && !held.includes("Shift") ? [...held, "Shift"] : [...held];
	// Signs that no key writes come as text alone.
	const number = numbers[key];
	const place: Key = one ?? { code: number ? key : "", windowsVirtualKeyCode: number ?? 0 };
	const all = modifierBits(modifiers);
	const writes = modifiers.every((name) => name === "Shift");
	const { code, windowsVirtualKeyCode } = place;
	const text = key === "Enter" ? "\r" : [...key].length === 1 ? sign : undefined;
	const pressed = { key: sign, code, windowsVirtualKeyCode, modifiers: all };
	const down =
		writes && text !== undefined ? { type: "keyDown", ...pressed, text } : { type: "rawKeyDown", ...pressed };
	let bit = 0;
	const downs = modifiers.map((name) => {
		bit |= bits[name];
		return { type: "rawKeyDown", key: name, ...modifierKeys[name], modifiers: bit };
	});
	const ups = modifiers.toReversed().map((name) => {
		bit &= ~bits[name];
		return { type: "keyUp", key: name, ...modifierKeys[name], modifiers: bit };
	});
	return [...downs, down, { type: "keyUp", ...pressed }, ...ups];
}

/** The same key in as many commands as it has events, so that something can be looked at between any two. */
export function apart(commands: readonly CdpParams[]): CdpParams[] {
	return commands.flatMap((params) => {
		if (params["type"] !== "keyDown") return [params];
		const { text, ...pressed } = params;
		return [
			{ ...pressed, type: "rawKeyDown" },
			{ ...pressed, type: "char", text },
		];
	});
}
