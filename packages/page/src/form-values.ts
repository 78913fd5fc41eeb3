// `formValues`: what a form holds right now. Values come from `value.ts`, which masks what must not leave the page.

import type { FieldItem, KitArgs, KitResult } from "@reins/protocol";
import { listing } from "./listing.ts";
import { nameOf } from "./name.ts";
import { attr, hasAttr, isHtml, matches } from "./pristine.ts";
import { FIELDS } from "./query.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { isEditingHost, roleOf } from "./role.ts";
import { inScope } from "./scope.ts";
import { Sight } from "./sight.ts";
import { stateWords } from "./states.ts";
import { shownValue } from "./value.ts";

const NO_FIELDS = new Set(["button", "hidden", "image", "reset", "submit"]);
const LABEL_LENGTH = 120;
const VALUE_LENGTH = 1_000;

export function formValues(refs: Refs, args: KitArgs<"formValues">): KitResult<"formValues"> {
	const sight = new Sight();
	const field = (el: Element): FieldItem => {
		const role = roleOf(el);
		const value = shownValue(el, role);
		const name = attr(el, "name");
		const hidden = sight.reason(el);
		return {
			ref: refs.of(el),
			label: cut(nameOf(el), LABEL_LENGTH),
			type: typeOf(el, role),
			...(name && { name: cut(name, LABEL_LENGTH) }),
			...(value !== undefined && { value: cut(value, VALUE_LENGTH) }),
			states: stateWords(el, role).filter((word) => !word.startsWith("type=")),
			...(hidden && { hidden }),
		};
	};
	const isOne = (el: Element) => matches(el, FIELDS) && isField(el);
	return listing(inScope(refs, args.target, FIELDS, isOne).filter(isField), args, field);
}

function isField(el: Element): boolean {
	if (isHtml(el, "input")) return !NO_FIELDS.has(el.type);
	return !hasAttr(el, "contenteditable") || hasAttr(el, "role") || isEditingHost(el);
}

function typeOf(el: Element, role: string): string {
	if (isHtml(el, "input")) return el.type;
	if (isHtml(el, "select")) return el.multiple ? "select, several" : "select";
	return isHtml(el, "textarea") ? "textarea" : role;
}
