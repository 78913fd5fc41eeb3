// Refs are the agent's names for elements: `e1`, `e2`, … An element keeps its ref as long as it lives, a ref is
// never given to another element, and the page is not marked. Elements are held weakly, so refs leak nothing.

import { KitError } from "./kit-error.ts";
import { isConnected } from "./pristine.ts";

export class Refs {
	readonly #refOf = new WeakMap<Element, string>();
	readonly #elementOf = new Map<string, WeakRef<Element>>();
	/** Forgets the map's entry once the element was collected; the number is still never given again. */
	readonly #collected = new FinalizationRegistry<string>((ref) => this.#elementOf.delete(ref));
	#minted = 0;
	/** The name of this document's frame, which its refs begin with; the page itself has none. */
	frame = "";

	/**
	 * Numbers are handed out by the caller, who knows the other documents: a ref must never mean another element,
	 * not even in the next document of the tab.
	 */
	startFrom(first: number): void {
		this.#minted = first - 1;
	}

	/** The next number that would be given. */
	get next(): number {
		return this.#minted + 1;
	}

	/** The element's ref, made at first use. */
	of(el: Element): string {
		return this.frame + (this.#refOf.get(el) ?? this.#mint(el));
	}

	#mint(el: Element): string {
		this.#minted += 1;
		const ref = `e${this.#minted}`;
		this.#refOf.set(el, ref);
		this.#elementOf.set(ref, new WeakRef(el));
		this.#collected.register(el, ref);
		return ref;
	}

	/** The living, connected element, or `stale_ref`. */
	element(ref: string): Element {
		const own = /^(f[1-9]\d*)?(e[1-9]\d*)$/.exec(ref)?.[2];
		if (own === undefined) {
			throw new KitError("bad_args", `"${ref}" is not a ref; refs look like e12, in a frame f2e12`, { ref });
		}
		// Numbers are given once in a session, so they tell elements apart whatever their frame is called by now.
		const el = this.#elementOf.get(own)?.deref();
		if (el && isConnected(el)) return el;
		throw new KitError("stale_ref", `the element of ref ${ref} is not in the document any more`, { ref });
	}

	/** How many characters ` [e123]` can take at most when `more` refs are made first. */
	widthAfter(more: number): number {
		return ` [${this.frame}e${this.#minted + more}]`.length;
	}
}
