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
	/** What the members are called; undefined if the run is too short, or not of a kind that may be folded. */
	plural: string | undefined;
}

/** The run of siblings like this one that begins here. */
export function runAt(children: ArrayLike<Node>, start: number, first: Element): Run {
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
	return { end, members, plural: members.length > FOLD_AFTER ? pluralOf(first) : undefined };
}

function pluralOf(first: Element): string | undefined {
	const role = roleOf(first);
	// Words in a sentence are spans in a row, too: only what stands as a block is a list.
	if (role === "generic" && getComputedStyle(first).display.startsWith("inline")) return undefined;
	return PLURALS[role];
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
