// Every change of nodes in a document and in the shadow roots that are in it, told to one listener at a time.

import { addShadowRootsIn, openShadowRoots } from "./flat-tree.ts";
import { isElement, queryIn } from "./pristine.ts";

const EVERYTHING: MutationObserverInit = {
	subtree: true,
	childList: true,
	attributes: true,
	characterData: true,
};

export class Mutations {
	/** Told how many there were. */
	onChange: (count: number) => void = () => {};
	readonly #observer = new MutationObserver((records) => this.#take(records));

	constructor() {
		this.#observer.observe(document, EVERYTHING);
		for (const root of openShadowRoots()) this.#observer.observe(root, EVERYTHING);
	}

	/** Tells what happened but was not yet reported. */
	catchUp(): void {
		const records = this.#observer.takeRecords();
		if (records.length > 0) this.#take(records);
	}

	end(): void {
		this.#observer.disconnect();
	}

	#take(records: MutationRecord[]): void {
		this.onChange(records.length);
		// Components that appear bring shadow roots of their own, in which an observer does not look by itself.
		const roots: ShadowRoot[] = [];
		for (const record of records) {
			for (const node of record.addedNodes) {
				if (isElement(node)) addShadowRootsIn([node, ...queryIn(node, "*")], roots);
			}
		}
		for (const root of roots) this.#observer.observe(root, EVERYTHING);
	}
}
