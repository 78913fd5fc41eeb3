// Long runs of siblings that look alike: 20 rows tell what the other 980 are like. Finding a run looks at tags and
// attributes only, and at a sample where there are thousands.

import { attr, isElement, isText, localName } from "./pristine.ts";
import { roleOf } from "./role.ts";
import { isNeverDrawn } from "./visible.ts";

/** Runs longer than this are folded, after as many. */
const FOLD_AFTER = 20;
/** What a list offers is told by its first few: which was chosen is its value. */
const FOLD_OPTIONS_AFTER = 8;
/** Shorter ones need not be looked for. */
export const SHORTEST_RUN = FOLD_OPTIONS_AFTER;
/** Members that may turn out to show nothing (filtered rows) before the run is folded all the same. */
export const FOLD_LOOKS = 120;
/** Siblings compared one by one, from either end, before the rest is taken to be like them. */
const COMPARED = 300;
/** How many are compared in between. */
const SAMPLE = 40;

/** A cursor in a fold counts its members; above this it counts the lines of one that was cut. */
export const LINE_OF_MEMBER = 10_000_000;

const PLURALS: Readonly<Record<string, string>> = {
	article: "articles",
	button: "buttons",
	cell: "cells",
	checkbox: "checkboxes",
	columnheader: "column headers",
	figure: "figures",
	generic: "like these",
	gridcell: "cells",
	img: "pictures",
	link: "links",
	listitem: "list items",
	menuitem: "menu items",
	menuitemcheckbox: "menu items",
	menuitemradio: "menu items",
	option: "options",
	radio: "radio buttons",
	row: "rows",
	rowgroup: "row groups",
	tab: "tabs",
	treeitem: "tree items",
};

export interface Run {
	/** Index after the last member, in the list of children. */
	end: number;
	/** How many members there are. */
	size: number;
	/** How many are shown before the rest is folded. */
	shown: number;
	/** What the members are called; undefined if the run is too short, or not of a kind that may be folded. */
	plural: string | undefined;
}

interface Likeness {
	tag: string;
	role: string;
	/**
	 * The first class tells generic things apart, those behind it a card from one that is marked; rows and items are
	 * alike whatever stripes they wear.
	 */
	class: string | undefined;
}

/** The run of siblings like this one that begins here; between its members lies nothing that is drawn. */
export function runAt(children: ArrayLike<Node>, start: number, first: Element): Run {
	const likeness = likenessOf(first);
	const near = Math.min(children.length, start + COMPARED);
	const { end, size } = alike(children, start, near, likeness);
	const long =
		end < near || near === children.length ? { end, size } : further(children, start, near, size, likeness);
	const shown = localName(first) === "option" ? FOLD_OPTIONS_AFTER : FOLD_AFTER;
	return { ...long, shown, plural: long.size > shown ? pluralOf(first) : undefined };
}

/** How many of these are like the first, up to the first that is not. */
function alike(
	children: ArrayLike<Node>,
	from: number,
	to: number,
	likeness: Likeness,
): { end: number; size: number } {
	let size = 0;
	for (let at = from; at < to; at += 1) {
		const kind = kindOf(children[at] as Node, likeness);
		if (kind === "other") return { end: at, size };
		if (kind === "member") size += 1;
	}
	return { end: to, size };
}

/** A run of thousands: compared from its end, and in samples. Where a sample differs, one by one. */
function further(
	children: ArrayLike<Node>,
	start: number,
	near: number,
	members: number,
	likeness: Likeness,
): { end: number; size: number } {
	let end = children.length;
	for (let at = children.length - 1; at >= Math.max(near, children.length - COMPARED); at -= 1) {
		if (kindOf(children[at] as Node, likeness) === "other") end = at;
	}
	const step = Math.max(1, Math.floor((end - near) / SAMPLE));
	for (let at = near; at < end; at += step) {
		if (kindOf(children[at] as Node, likeness) === "other") return alike(children, start, end, likeness);
	}
	// Markup between the members, such as blank text, comes as often as among those that were compared.
	return { end, size: Math.round(members * ((end - start) / (near - start))) };
}

function kindOf(node: Node, likeness: Likeness): "member" | "between" | "other" {
	if (isElement(node)) {
		if (isNeverDrawn(node)) return "between";
		return isAlike(node, likeness) ? "member" : "other";
	}
	return isText(node) && node.data.trim() ? "other" : "between";
}

export function pluralOf(first: Element): string | undefined {
	const role = roleOf(first);
	// Words in a sentence are spans in a row, too: only what stands as a block is a list.
	if (role === "generic" && getComputedStyle(first).display.startsWith("inline")) return undefined;
	return PLURALS[role];
}

export function foldedName(count: number, plural: string): string {
	if (plural === "like these") return `${count} more like these`;
	return `${count} more ${count === 1 ? plural.replace(/(?<=x)es$|s$/, "") : plural}`;
}

function likenessOf(el: Element): Likeness {
	const tag = localName(el);
	const role = attr(el, "role") ?? "";
	const isGeneric = !role && (tag === "div" || tag === "span" || tag.includes("-"));
	return { tag, role, class: isGeneric ? firstClass(el) : undefined };
}

function isAlike(el: Element, likeness: Likeness): boolean {
	if (localName(el) !== likeness.tag || (attr(el, "role") ?? "") !== likeness.role) return false;
	return likeness.class === undefined || firstClass(el) === likeness.class;
}

function firstClass(el: Element): string {
	return /\S+/.exec(attr(el, "class") ?? "")?.[0] ?? "";
}
