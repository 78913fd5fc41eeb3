// Whether a document is still as it was when it was looked at last. What changes no node is compared by itself; the
// first change of one ends the listening, so that a page in which nobody acts is not followed for nothing.

import type { Mutations } from "./mutations.ts";
import { isMoving, queryAll } from "./pristine.ts";

/** A page with more fields is looked at again. */
const MOST_FIELDS = 200;
/** What can show or hide something by styles alone, or moves it. */
const EVENTS = ["scroll", "focusin", "focusout", "pointerover", "load"];
// A page can give its document something else by these names.
const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;
const HEARD = { capture: true, passive: true };

/** What scripts and people write into fields, what is shown over the page, where it is scrolled to; undefined where that is much. */
export function silentState(): string | undefined {
	const fields = queryAll("input, textarea, select, :popover-open");
	if (fields.length > MOST_FIELDS) return undefined;
	const states = Array.from(fields, (el) => {
		const { value, checked, indeterminate } = el as HTMLInputElement;
		return [value, checked, indeterminate];
	});
	return JSON.stringify([scrollX, scrollY, innerWidth, innerHeight, location.href, states]);
}

export class Unchanged {
	readonly #silent = isMoving() ? undefined : silentState();
	#mutations: Mutations | undefined;
	readonly #end = () => this.end();

	/** From now on; what is given here is ended with the first change. */
	constructor(mutations: Mutations) {
		this.#mutations = mutations;
		mutations.onChange = this.#end;
		for (const name of EVENTS) listen.call(document, name, this.#end, HEARD);
	}

	/** Ends this; where nothing has changed, with what listens for changes, which is in use still. */
	take(): Mutations | undefined {
		this.#mutations?.catchUp();
		const mutations = this.#mutations;
		this.#leave();
		if (this.#silent !== undefined && this.#silent === silentState() && !isMoving()) return mutations;
		mutations?.end();
		return undefined;
	}

	end(): void {
		this.#mutations?.end();
		this.#leave();
	}

	#leave(): void {
		this.#mutations = undefined;
		for (const name of EVENTS) unlisten.call(document, name, this.#end, HEARD);
	}
}
