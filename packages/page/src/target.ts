// From what an agent wrote to exactly one element. Anything but one match is an error that helps to do better:
// refs of the candidates, not just their number.

import type { Target } from "@reins/protocol";
import { oneOf } from "./check-args.ts";
import { describe, roleAndName } from "./describe.ts";
import { KitError } from "./kit-error.ts";
import { queryAsked } from "./query.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { isInSecret } from "./value.ts";
import { hiddenReason } from "./visible.ts";

const CANDIDATES = 5;

export function resolveTarget(refs: Refs, target: Target): Element {
	const wanted = oneOf(target);
	if ("ref" in wanted) return refs.element(wanted.ref);
	const found = queryAsked(wanted.selector).filter((el) => !isInSecret(el));
	const [only] = found;
	if (!only) throw new KitError("not_found", `nothing matches the selector ${shown(wanted.selector)}`);
	if (found.length > 1) throw ambiguous(refs, wanted.selector, found);
	return only;
}

function ambiguous(refs: Refs, selector: string, found: Element[]): KitError {
	// What a person can see is more likely meant, so it is named first.
	const isHidden = (el: Element) => hiddenReason(el) !== undefined;
	const pool = found.slice(0, 50).map((el) => ({ el, hidden: isHidden(el) }));
	const first = [...pool.filter(({ hidden }) => !hidden), ...pool.filter(({ hidden }) => hidden)].slice(
		0,
		CANDIDATES,
	);
	const candidates = first.map(({ el, hidden }) => ({
		ref: refs.of(el),
		...roleAndName(el),
		...(hidden && { hidden }),
	}));
	const list = first.map(({ el, hidden }) => `${describe(el)} [${refs.of(el)}]${hidden ? " (hidden)" : ""}`);
	const rest = found.length - first.length;
	return new KitError(
		"ambiguous",
		`${found.length} elements match ${shown(selector)}: ${list.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
		{ matches: found.length, candidates },
	);
}

function shown(selector: string): string {
	return `"${cut(selector, 100)}"`;
}
