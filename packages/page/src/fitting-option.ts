// Which of the options of a list is meant by a text, and what to say where none is.

import { KitError } from "./kit-error.ts";
import { cut, quote, tidy } from "./quote.ts";

const SHOWN = 12;

/** By its whole text, then by its value, then by a part of its text where only one has it and parts count. */
export function fitting<T extends Element>(
	all: T[],
	wanted: string,
	textOf: (el: T) => string,
	codeOf: (el: T) => string,
	parts = true,
): T | undefined {
	const asked = tidy(wanted);
	const folded = asked.toLowerCase();
	const tests: ((el: T) => boolean)[] = [
		(el) => textOf(el) === asked,
		(el) => codeOf(el) === wanted,
		(el) => textOf(el).toLowerCase() === folded,
		...(parts ? [(el: T) => textOf(el).toLowerCase().includes(folded)] : []),
	];
	for (const test of tests) {
		const found = all.filter(test);
		if (found.length === 1) return found[0];
		if (found.length > 1) {
			const message = `${found.length} options fit ${shown(wanted)}: ${listed(found.map((el) => textOf(el)))}`;
			throw new KitError("ambiguous", message);
		}
	}
	return undefined;
}

/** `isAll`: there are no others that were not looked at. */
export function noneFits(names: readonly string[], wanted: string, isAll = true): KitError {
	const where = isAll ? "" : ", but not all of the list was looked through";
	return new KitError("not_found", `no option fits ${shown(wanted)}${where}; there are ${listed(names)}`);
}

function shown(wanted: string): string {
	return quote(cut(tidy(wanted), 80));
}

function listed(all: readonly string[]): string {
	const names = all.slice(0, SHOWN).map((name) => quote(cut(name, 60)));
	return names.join(", ") + (all.length > SHOWN ? ` and ${all.length - SHOWN} more` : "");
}
