// Trusted input as a link takes it: what a mouse and a keyboard can do.

import * as z from "zod/mini";

export const modifierNames = ["Alt", "Control", "Meta", "Shift"] as const;
export type Modifier = (typeof modifierNames)[number];
const modifiers = z.optional(z.array(z.enum(modifierNames)));

/** Keys by the names that the web gives them; every other key is the one character that it writes. */
const keyNames: readonly string[] = [
	...["Enter", "Tab", "Backspace", "Delete", "Escape", "Insert"],
	...["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Home", "End", "PageUp", "PageDown"],
	...["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12"],
	...["CapsLock", "ContextMenu", "Pause", "PrintScreen", "ScrollLock", "NumLock"],
];

export function isKey(key: string): boolean {
	return [...key].length === 1 || keyNames.includes(key);
}

const mouseEvent = z.strictObject({
	kind: z.enum(["move", "down", "up"]),
	x: z.number(),
	y: z.number(),
	button: z.optional(z.enum(["left", "middle", "right"])),
	count: z.optional(z.int().check(z.minimum(1), z.maximum(3))),
	modifiers,
});

const keyEvent = z.strictObject({
	kind: z.literal("key"),
	key: z.string().check(z.refine(isKey, "a key is one character or one of the named keys")),
	modifiers,
});

export const inputEvent = z.union([mouseEvent, keyEvent]);
export type InputEvent = z.infer<typeof inputEvent>;
