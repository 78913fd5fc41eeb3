// Whether a document is still as it was when it was looked at last. What changes no node is compared by itself; the
// first change of one ends the listening, so that a page in which nobody acts is not followed for nothing.

import type { Mutations } from "./mutations.ts";
import { animationsIn, isHtml, matches, queryAll } from "./pristine.ts";

/** A page with more fields is looked at again. */
const MOST_FIELDS = 200;
const SILENT = "input, textarea, select, [popover]";
/** What can show or hide something by styles alone, or moves it. */
const EVENTS = ["scroll", "focusin", "focusout", "pointerover", "load"];
// A page can give its document something else by these names.
const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;
const HEARD = { capture: true, passive: true };

/**
 * What scripts and people write into fields, in shadow roots too, what is shown over the page, where it is scrolled to;
 * undefined where that is much.
 */
export function silentState({ roots }: Mutations): string | undefined {
	const fields = [...queryAll(SILENT)];
	for (const root of roots) fields.push(...root.querySelectorAll(SILENT));
	if (fields.length > MOST_FIELDS) return undefined;
	return JSON.stringify([scrollX, scrollY, innerWidth, innerHeight, location.href, fields.map(stateOf)]);
}

/** Whether anything does so by itself. */
export function isMoving({ roots }: Mutations): boolean {
	return animationsIn(roots).length > 0;
}

function stateOf(el: Element): unknown[] {
	if (isHtml(el, "select")) return Array.from(el.selectedOptions, ({ index }) => index);
	const { value, checked, indeterminate } = el as HTMLInputElement;
	return [value, checked, indeterminate, matches(el, ":popover-open")];
}

export class Unchanged {
	readonly #silent: string | undefined;
	#mutations: Mutations | undefined;
	readonly #end = () => this.end();

	/** From now on; what is given here is ended with the first change. */
	constructor(mutations: Mutations) {
		this.#silent = isMoving(mutations) ? undefined : silentState(mutations);
		this.#mutations = mutations;
		mutations.onChange = this.#end;
		for (const name of EVENTS) listen.call(document, name, this.#end, HEARD);
	}

	/** Ends this; where nothing has changed, with what listens for changes, which is in use still. */
	take(): Mutations | undefined {
		this.#mutations?.catchUp();
		const mutations = this.#mutations;
		this.#leave();
		if (mutations && this.#isStillSo(mutations)) return mutations;
		mutations?.end();
		return undefined;
	}

	end(): void {
		this.#mutations?.end();
		this.#leave();
	}

	#isStillSo(mutations: Mutations): boolean {
		const isSilent = this.#silent !== undefined && this.#silent === silentState(mutations);
		return isSilent && !mutations.meetRoots() && !isMoving(mutations);
	}

	#leave(): void {
		this.#mutations = undefined;
		for (const name of EVENTS) unlisten.call(document, name, this.#end, HEARD);
	}
}
