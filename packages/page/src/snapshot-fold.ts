// Long runs of siblings that look alike: 20 rows tell what the other 980 are like. Finding a run looks at tags and
// attributes only, so that 5,000 rows cost next to nothing.

import { attr, isElement, isText, localName } from "./pristine.ts";
import { roleOf } from "./role.ts";
import { isNeverDrawn } from "./visible.ts";

/** Runs longer than this are folded, after as many. */
export const FOLD_AFTER = 20;
/** Members that may turn out to show nothing (filtered rows) before the run is folded all the same. */
export const FOLD_LOOKS = 120;

const PLURALS: Readonly<Record<string, string>> = {
	article: "articles",
	cell: "cells",
	columnheader: "column headers",
	generic: "like these",
	gridcell: "cells",
	link: "links",
	listitem: "list items",
	menuitem: "menu items",
	menuitemcheckbox: "menu items",
	menuitemradio: "menu items",
	option: "options",
	row: "rows",
	rowgroup: "row groups",
	treeitem: "tree items",
};

export interface Run {
	/** Index after the last member, in the list of children. */
	end: number;
	/** Indices of the members; between them lie only comments, blank text and what is never drawn. */
	members: number[];
	plural: string;
}

/** The run that begins with this child, if it is long enough to be folded. */
export function runAt(children: ArrayLike<Node>, start: number): Run | undefined {
	if (children.length - start <= FOLD_AFTER) return undefined;
	const first = children[start] as Node;
	if (!isElement(first)) return undefined;
	const likeness = likenessOf(first);
	const members: number[] = [];
	let end = start;
	for (; end < children.length; end += 1) {
		const child = children[end] as Node;
		if (isElement(child)) {
			if (isNeverDrawn(child)) continue;
			if (likenessOf(child) !== likeness) break;
			members.push(end);
		} else if (isText(child) && child.data.trim()) break;
	}
	if (members.length <= FOLD_AFTER) return undefined;
	const role = roleOf(first);
	const plural = PLURALS[role];
	// Words in a sentence are spans in a row, too: only what stands as a block is a list.
	if (!plural || (role === "generic" && getComputedStyle(first).display.startsWith("inline")))
		return undefined;
	return { end, members, plural };
}

export function foldedName(count: number, plural: string): string {
	if (plural === "like these") return `${count} more like these`;
	return `${count} more ${count === 1 ? plural.replace(/s$/, "") : plural}`;
}

function likenessOf(el: Element): string {
	const tag = localName(el);
	const role = attr(el, "role") ?? "";
	// Classes tell generic things apart; rows and items are alike whatever stripes they wear.
	const isGeneric = !role && (tag === "div" || tag === "span" || tag.includes("-"));
	return `${tag} ${role} ${isGeneric ? (attr(el, "class") ?? "") : ""}`;
}
