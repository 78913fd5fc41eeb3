// `outline`: headings and landmarks, the table of contents that every page has.

import type { KitArgs, KitResult, OutlineItem } from "@reins/protocol";
import { selfAndAncestors } from "./flat-tree.ts";
import { listing } from "./listing.ts";
import { nameShown } from "./name.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { landmarkRoles } from "./role-table.ts";
import { inScope } from "./scope.ts";
import { Sight } from "./sight.ts";
import { headingLevel } from "./states.ts";

const CANDIDATES =
	"h1, h2, h3, h4, h5, h6, main, nav, aside, header, footer, section, form, search, article, dialog, [role]";
const NAME_LENGTH = 120;

export function outline(refs: Refs, args: KitArgs<"outline">): KitResult<"outline"> {
	const sight = new Sight();
	const shown = new Map<Element, string>();
	for (const el of inScope(refs, args.target, CANDIDATES)) {
		const role = roleOf(el);
		if (role === "heading" || role === "dialog" || role === "alertdialog" || landmarkRoles.has(role)) {
			shown.set(el, role);
		}
	}
	const item = ([el, role]: [Element, string]): OutlineItem | undefined => {
		if (!sight.sees(el)) return undefined;
		const name = cut(nameShown(el, role, sight), NAME_LENGTH);
		const isHeading = role === "heading";
		// A heading without words is none; a form without a name is no landmark.
		if ((isHeading || role === "form") && !name) return undefined;
		const level = isHeading ? headingLevel(el) : undefined;
		const depth = around(el, shown) + (level ? level - 1 : 0);
		return { ref: refs.of(el), depth, role, name, ...(level && { level }) };
	};
	return listing([...shown], args, item);
}

function around(el: Element, shown: ReadonlyMap<Element, string>): number {
	let count = 0;
	for (const at of selfAndAncestors(el)) if (at !== el && shown.has(at)) count += 1;
	return count;
}
