// What the page kit does for actions beside aiming and writing: what each takes and gives.

import type { Effect } from "./effects.ts";
import type { Target } from "./kit-reads.ts";

/** What is waited for: all that is given must hold at the same time. */
interface Awaited {
	/** Text that can be read on the page, or that cannot any more. */
	text?: string;
	gone?: string;
	/** An element that can be seen. */
	target?: Target;
	/** Words that a snapshot has for its state, such as "enabled" or "checked". */
	state?: string;
	/** The page has loaded, with all that belongs to it. */
	loaded?: boolean;
}

interface ScrollArgs {
	/** The element to bring into view, or the one to scroll in where `by` or `to` is given; else what scrolls most. */
	target?: Target;
	/** CSS pixels, to the right and down. */
	by?: { x: number; y: number };
	/** An end, or most of a screen further down. */
	to?: "top" | "bottom" | "next";
}

export interface ActFunctions {
	/** Where it stands then, and how far it goes. */
	scroll: {
		args: ScrollArgs;
		result: { x: number; y: number; width: number; height: number; moved: boolean };
	};
	/**
	 * Chooses in a native list, by the text or the value of its options; `native` is false for any other element.
	 * `verified`: the list kept the choice. With `back` nothing is chosen: a field that was searched by typing gets what
	 * `optionOf` found in it before; that never leaves the page.
	 */
	choose: {
		args: { target: Target; options: string[]; back?: boolean };
		result: { native: boolean; verified: boolean; chosen: string[] };
	};
	/** Puts the caret behind what a text field holds: keys that are pressed then add to it. */
	caretToEnd: { args: { target: Target }; result: Record<string, never> };
	/** The file input that is meant by an element: itself, that of a label, or the only one inside. */
	fileField: { args: { target: Target }; result: { ref: string; role: string; name: string } };
	/**
	 * The option of this name in the list of a combobox of the page's own making, which may `wait` ms to open. With
	 * `scroll` a list that holds only what is in sight is gone through. `typed`: after a search by typing. `chosen`: it is
	 * one of several that are, already.
	 */
	optionOf: {
		args: { target: Target; option: string; wait: number; scroll?: boolean; typed?: boolean };
		result: { ref: string; name: string; chosen: boolean };
	};
	/** Whether the combobox took the option that was clicked since `choose` was asked; `typed`: after a search by typing. */
	isChosen: {
		args: { target: Target; option: Target; name: string; typed: boolean; wait: number };
		/** `stopped`: the option had moved away, and nothing was pressed. */
		result: { chosen: boolean; stopped?: boolean };
	};
	/** Waits inside of the page; `met` is false where the time was over before. */
	waitFor: { args: Awaited & { timeout: number }; result: { met: boolean } };
}

export const actEffects: Record<keyof ActFunctions, Effect> = {
	scroll: "read",
	choose: "act",
	caretToEnd: "act",
	optionOf: "read",
	fileField: "read",
	isChosen: "read",
	waitFor: "read",
};
