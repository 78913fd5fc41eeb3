// What the page kit can do: the contract between `page`, which implements it inside a document,
// and everybody who calls it through the primitive `page.call`. JSON in, JSON out.

import type { Effect } from "./effects.ts";
import type { ErrorCode } from "./errors.ts";
import { type ActFunctions, actEffects } from "./kit-acts.ts";
import { type Box, type PictureFunctions, pictureEffects } from "./kit-pictures.ts";
import { type FindArgs, type Range, type ReadFunctions, readEffects, type Target } from "./kit-reads.ts";

/** A text that only the broker knows, and puts in before the call leaves it. */
export interface SecretName {
	secret: string;
}

export function isSecretName(text: unknown): text is SecretName {
	return typeof text === "object" && text !== null && typeof (text as SecretName).secret === "string";
}

export interface Point {
	x: number;
	y: number;
}

/** Everything the kit does, with what it takes and gives. */
export interface KitFunctions extends ReadFunctions, PictureFunctions, ActFunctions {
	/** Roles, names, states, values and refs of what a person can see, one line a node. */
	snapshot: {
		args: Range & { ref?: string; interactive?: boolean; depth?: number; unfold?: boolean };
		/**
		 * `url` and `title` are those of the moment of the text; `frames`: frame elements that have a line of their own, by
		 * its number. `more`: what was left out, in words; `next` is where to go on, if that leads there. `behind`: what the
		 * page lies behind, in words, and cannot be used until that is closed.
		 */
		result: {
			text: string;
			nodes: number;
			omitted: number;
			url: string;
			title: string;
			frames: { ref: string; line: number }[];
			more?: string;
			next?: number;
			behind?: string;
		};
	};
	/** The text that a person can read, of the page or of one element. */
	getText: {
		args: Range & { target?: Target };
		/** `next` is where to go on, if there is more. */
		result: { text: string; omitted: number; next?: number };
	};
	/**
	 * Scrolls the one matching element into view, checks that it can be acted on, and says where to aim:
	 * a point in CSS pixels of the viewport whose hit test answers the element. `watch`: begins to watch, as below.
	 */
	locate: {
		/**
		 * `at`: this point of the element and no other, from its upper left corner. `words`: the only thing that they fit, in a
		 * page that shows no frames; else it is `not_found`, and nothing was done.
		 */
		args: { target: Target | { words: FindArgs }; watch?: boolean; at?: Point };
		/** `scrolled`: it had to be brought into view. */
		result: { ref: string; role: string; name: string; point: Point; scrolled: boolean; editable: boolean };
	};
	/**
	 * The same for whatever is at a point of the page, which is brought into view; `view`: where the page was scrolled to
	 * when it was seen, if it must still be.
	 */
	locateAt: {
		args: { at: Point; view?: Point; watch?: boolean };
		result: { ref: string; role: string; name: string; point: Point };
	};
	/** The element's border box in CSS pixels of the page (not of the viewport), after scrolling it into view. */
	box: { args: { target: Target }; result: Box & { scroll: Point } };
	/**
	 * Writes text into a field as a person's typing would leave it, and reads it back. Leaves the focus on the field.
	 * `reach`: only where a person could click into it, as `locate` says. `watch`: begins to watch before it writes
	 * (`first` of several), says what `settle` would (`last`), or does both.
	 */
	fill: {
		/** `onlyAt`: where the document's origin is this one, as it says itself. */
		args: {
			target: Target;
			text: string | SecretName;
			clear: boolean;
			reach?: boolean;
			watch?: "first" | "last" | "both";
			onlyAt?: string;
		};
		result: {
			ref: string;
			role: string;
			name: string;
			verified: boolean;
			/** Where the page was at rest a moment later: what `settle` would say. Else it is to be asked. */
			rest?: KitFunctions["settle"]["result"];
		};
	};
	/** Starts watching the document for changes; ends an earlier watch. */
	watch: { args: Record<string, never>; result: Record<string, never> };
	/** Waits until the watched document has been quiet, at most `cap` ms, and says what was seen. */
	settle: {
		/**
		 * `quiet`: milliseconds without a change after one was seen; `still`: without any, before it is said that there
		 * was none (as long as `quiet` where absent). `input`: one was sent to this document and is waited for, since it may still be on its way.
		 * `afresh`: what the last `settle` said has been told, and is not said again.
		 */
		args: { quiet: number; still?: number; cap: number; input?: boolean; afresh?: boolean };
		/**
		 * `changes` of nodes and values; `lines`: what appeared (+), vanished (−) and changed (~) for a person who looks,
		 * with `more` that are left out; `beyond`: not all of the page was compared; `reordered`: only the order has changed. `first`: what a document that nobody
		 * has watched says of itself first, its headings and warnings.
		 * `closing`: the page has asked its tab to be closed; `opening`: a link was clicked that opens another tab;
		 * `leaving`: another document is on its way; `downloading`: a file is. `astray`: what a press would have hit instead of its element; it was
		 * stopped. `lost`: what was pressed went, or moved, before it was clicked. `unheard`: a press
		 * that was announced by locating its element has not come. `held`: where the page was about to go, though it objects to being left.
		 * `unkept`: fields that took what was written into them since the watch began, and hold something else by now, or
		 * are `gone`; `offering`: those that show a list of which nothing is chosen.
		 */
		result: {
			changes: number;
			lines: string[];
			first?: string[];
			more: number;
			beyond: boolean;
			reordered: boolean;
			lost: boolean;
			unheard: boolean;
			url: string;
			title: string;
			/** The title is another than before. */
			retitled: boolean;
			/** How many frames it shows, or is in beside those of the page, where nothing of its own is told. */
			frames: number;
			focus: string;
			closing: boolean;
			opening: boolean;
			leaving: boolean;
			astray?: string;
			downloading: boolean;
			held?: string;
			outside?: string;
			unkept?: { ref: string; gone: boolean }[];
			offering?: string[];
		};
	};
	/** The frame elements that a person can see, in the order of the document. */
	frameOwners: { args: Record<string, never>; result: { refs: string[] } };
	/** Where the document is and how far it has come. */
	pageInfo: {
		args: Record<string, never>;
		result: {
			url: string;
			title: string;
			readyState: string;
			viewport: { width: number; height: number };
			page: { width: number; height: number };
			scale: number;
		};
	};
}

export type KitFunction = keyof KitFunctions;
export type KitArgs<F extends KitFunction> = KitFunctions[F]["args"];
export type KitResult<F extends KitFunction> = KitFunctions[F]["result"];

export type KitReply<F extends KitFunction> =
	| { ok: true; value: KitResult<F> }
	| { ok: false; error: { code: ErrorCode; message: string; data?: Record<string, unknown> } };

/** Scrolling into view is a side effect that reading has for people too; it is not an action. */
export const kitEffects: Record<KitFunction, Effect> = {
	snapshot: "read",
	getText: "read",
	locate: "read",
	locateAt: "read",
	box: "read",
	fill: "act",
	watch: "read",
	settle: "read",
	frameOwners: "read",
	pageInfo: "read",
	...readEffects,
	...pictureEffects,
	...actEffects,
};
