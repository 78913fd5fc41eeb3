// What was written into fields since somebody began to watch. A page may take a text back until it is at rest: with the
// answer of a server, or when another field is written. What fields hold stays here; only which of them do not is told.

import { attr, innerText, isAnyHtml, isConnected, isHtml } from "./pristine.ts";
import type { Refs } from "./refs.ts";

export class Written {
	readonly #fields = new Map<Element, string>();

	begin(): void {
		this.#fields.clear();
	}

	/** A field that did not take it has been told of already. */
	add(el: Element, isTaken: boolean): void {
		if (isTaken) this.#fields.set(el, textIn(el));
		else this.#fields.delete(el);
	}

	/** The fields that hold something else by now, or are gone. */
	unkept(refs: Refs): { ref: string; gone: boolean }[] {
		const lost: { ref: string; gone: boolean }[] = [];
		for (const [el, text] of this.#fields) {
			const gone = !isConnected(el);
			if (gone || !holds(textIn(el), text)) lost.push({ ref: refs.of(el), gone });
		}
		return lost;
	}

	/** Those that have opened a list for what was written: it is only a search, and nothing is chosen. */
	offering(refs: Refs): string[] {
		const open = [...this.#fields].filter(
			([el, text]) =>
				text !== "" &&
				attr(el, "role") === "combobox" &&
				attr(el, "aria-expanded") === "true" &&
				isConnected(el),
		);
		return open.map(([el]) => refs.of(el));
	}
}

/** A page may dress up what was written when the field is left: its letters and digits have to be there. */
function holds(now: string, text: string): boolean {
	const letters = bare(text);
	return letters === "" ? now.trim() === text.trim() : bare(now).includes(letters);
}

function bare(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function textIn(el: Element): string {
	if (isHtml(el, "input") || isHtml(el, "textarea")) return el.value;
	return isAnyHtml(el) ? innerText(el) : "";
}
