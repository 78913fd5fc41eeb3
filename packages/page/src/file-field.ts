// The field that files go into. Pages hide it behind a button, a label or a place to drop files on.

import type { KitArgs, KitResult } from "@reins/protocol";
import { describe, roleAndName } from "./describe.ts";
import { KitError } from "./kit-error.ts";
import { notActionable } from "./not-actionable.ts";
import { hasAttr, isHtml } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import type { Refs } from "./refs.ts";
import { isDisabled } from "./states.ts";
import { resolveTarget } from "./target.ts";

const FIELDS = "input[type=file]";

export function fileField(refs: Refs, args: KitArgs<"fileField">): KitResult<"fileField"> {
	const found = resolveTarget(refs, args.target);
	const el = isHtml(found, "label") && found.control ? found.control : found;
	const inside = isFileField(el) ? [el] : queryEverywhere(FIELDS, el);
	const [field] = inside;
	if (!field || inside.length > 1) {
		const words = field ? `has ${inside.length} file inputs inside` : "is no file input and has none inside";
		throw new KitError("not_actionable", `${describe(found)} ${words}`, { fileInputs: inside.length });
	}
	if (hasAttr(field, "webkitdirectory"))
		throw notActionable(refs, field, "for a whole directory, which cannot be given");
	if (isDisabled(field)) throw notActionable(refs, field, "disabled");
	return { ref: refs.of(field), ...roleAndName(field) };
}

export function isFileField(el: Element): el is HTMLInputElement {
	return isHtml(el, "input") && el.type === "file";
}
