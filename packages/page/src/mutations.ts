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
	readonly #roots = new Set<ShadowRoot>();

	constructor() {
		this.#observer.observe(document, EVERYTHING);
		this.meetRoots();
	}

	/** The shadow roots in which it listens. */
	get roots(): Iterable<ShadowRoot> {
		return this.#roots;
	}

	/**
	 * Whether there are shadow roots that it has not met; from now on it listens there, too. A root that an element
	 * gets later, as a component does whose code comes late, changes no node.
	 */
	meetRoots(): boolean {
		return this.#listenIn(openShadowRoots());
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
		// Components that appear bring shadow roots of their own, in which an observer does not look by itself.
		const roots: ShadowRoot[] = [];
		for (const record of records) {
			for (const node of record.addedNodes) {
				if (isElement(node)) addShadowRootsIn([node, ...queryIn(node, "*")], roots);
			}
		}
		this.#listenIn(roots);
		// Last, for whoever is told may end this, and nothing must be listened to then.
		this.onChange(records.length);
	}

	#listenIn(roots: readonly ShadowRoot[]): boolean {
		const strange = roots.filter((root) => !this.#roots.has(root));
		for (const root of strange) {
			this.#roots.add(root);
			this.#observer.observe(root, EVERYTHING);
		}
		return strange.length > 0;
	}
}
