// Refs are the agent's names for elements: `e1`, `e2`, … An element keeps its ref as long as it lives, a ref is
// never given to another element, and the page is not marked. Elements are held weakly, so refs leak nothing.

import { flatParent } from "./flat-tree.ts";
import { KitError } from "./kit-error.ts";
import { isConnected, ownerDocument } from "./pristine.ts";

/** Members of a list, from the first up to what is behind them, or to the end of the list. */
export interface Fold {
	first: Element;
	behind: Element | undefined;
}

export class Refs {
	readonly #refOf = new WeakMap<Element, string>();
	readonly #elementOf = new Map<string, WeakRef<Element>>();
	/** Folds have refs of their own: what the ref means is a part of a list, from one member to another. */
	readonly #foldOf = new WeakMap<Element, WeakMap<Element, string>>();
	readonly #foldStart = new Map<string, WeakRef<Element>>();
	/** What follows a fold, where something does. */
	readonly #foldEnd = new Map<string, WeakRef<Element>>();
	/** Forgets the map's entry once the element was collected; the number is still never given again. */
	readonly #collected = new FinalizationRegistry<string>((ref) => {
		this.#elementOf.delete(ref);
		this.#foldStart.delete(ref);
		this.#foldEnd.delete(ref);
	});
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
		let ref = this.#refOf.get(el);
		if (ref === undefined) {
			ref = this.#mint(el, this.#elementOf);
			this.#refOf.set(el, ref);
		}
		return this.frame + ref;
	}

	/** The ref for a part of a list; one that ends elsewhere is another part. */
	ofFold({ first, behind }: Fold): string {
		const folds = this.#foldOf.get(first) ?? new WeakMap<Element, string>();
		this.#foldOf.set(first, folds);
		// One that goes on to the end of the list is known by its own beginning.
		let ref = folds.get(behind ?? first);
		if (ref === undefined) {
			ref = this.#mint(first, this.#foldStart);
			folds.set(behind ?? first, ref);
			if (behind) this.#foldEnd.set(ref, new WeakRef(behind));
		}
		return this.frame + ref;
	}

	/** What a fold stands for; undefined if the ref is an element's. */
	fold(ref: string): Fold | undefined {
		const own = ownPart(ref);
		if (!this.#foldStart.has(own)) return undefined;
		return { first: living(this.#foldStart.get(own), ref), behind: this.#foldEnd.get(own)?.deref() };
	}

	/** The living, connected element, or `stale_ref`. A fold stands for what it is in. */
	element(ref: string): Element {
		const first = this.fold(ref)?.first;
		return (first && flatParent(first)) ?? living(this.#elementOf.get(ownPart(ref)), ref);
	}

	/** Whether there is such an element still, be it out of the document just now. */
	isAlive(ref: string): boolean {
		return this.#elementOf.get(ownPart(ref))?.deref() !== undefined || this.fold(ref) !== undefined;
	}

	#mint(el: Element, elementOf: Map<string, WeakRef<Element>>): string {
		this.#minted += 1;
		const ref = `e${this.#minted}`;
		elementOf.set(ref, new WeakRef(el));
		this.#collected.register(el, ref);
		return ref;
	}

	/** How many characters ` [e123]` can take at most when `more` refs are made first. */
	widthAfter(more: number): number {
		return " [e]".length + this.frame.length + String(this.#minted + more).length;
	}
}

/** Numbers are given once in a session, so they tell elements apart whatever their frame is called by now. */
function ownPart(ref: string): string {
	const own = /^(f[1-9]\d*)?(e[1-9]\d*)$/.exec(ref)?.[2];
	if (own !== undefined) return own;
	throw new KitError("bad_args", `"${ref}" is not a ref; refs look like e12, in a frame f2e12`, { ref });
}

function living(held: WeakRef<Element> | undefined, ref: string): Element {
	const el = held?.deref();
	// One that was moved into another document is gone from here, though it is connected there.
	if (el && isConnected(el) && ownerDocument(el) === document) return el;
	throw new KitError("stale_ref", `the element of ref ${ref} is not in the document any more`, { ref });
}
