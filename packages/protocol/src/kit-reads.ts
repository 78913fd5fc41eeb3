// The reads of the page kit beside snapshot and text: what each takes and gives. They share budget and cursor:
// an answer that was cut has `next`, which the following call passes as `cursor` to go on from there.

import type { Effect } from "./effects.ts";

/** Exactly one of the two. */
export interface Target {
	ref?: string;
	selector?: string;
}

export interface Range {
	/** Characters to return, at most. */
	budget?: number;
	/** Where the last answer stopped: `next` of it. */
	cursor?: number;
}

interface Part extends Range {
	/** Only what is inside of this element. */
	target?: Target;
}

interface Excerpt {
	text: string;
	/** Set if there is more. */
	next?: number;
}

interface Listing<T> {
	items: T[];
	/** Set if there is more. */
	next?: number;
	/** How many were not looked at; those that turn out to be hidden are among them. */
	left: number;
}

export interface FindArgs {
	text?: string;
	role?: string;
	name?: string;
	label?: string;
	placeholder?: string;
	selector?: string;
	/** The whole text, in the same case; else a part of it in any case. */
	exact?: boolean;
	/** Those that cannot be seen instead, each with the reason. */
	unseen?: boolean;
	/** Not what is around a control of the same name and is none itself: a heading or a cell around a link. */
	inner?: boolean;
	limit?: number;
	cursor?: number;
}

export interface FoundItem {
	ref: string;
	role: string;
	name: string;
	/** Where it stands: landmarks, headings, lists, from the outside in. */
	path: string;
	/** Why a person cannot see it. Only what was asked for by selector alone may be hidden. */
	hidden?: string;
}

export interface LinkItem {
	ref: string;
	text: string;
	href: string;
}

export interface ImageItem {
	ref: string;
	alt: string;
	src: string;
	/** As drawn, in CSS pixels. */
	width: number;
	height: number;
	/** Its own size, where it has one and has loaded. */
	natural?: string;
}

export interface OutlineItem {
	ref: string;
	depth: number;
	role: string;
	name: string;
	/** Of a heading. */
	level?: number;
}

/** One row; the first of each table that an answer shows says whose rows they are. */
export interface TableRow {
	table?: { ref: string; name: string; rows: number; columns: number };
	/** Spans are resolved: a cell stands in every place that it covers. */
	cells: string[];
	header: boolean;
}

export interface FieldItem {
	ref: string;
	label: string;
	type: string;
	/** The name under which the form sends it. */
	name?: string;
	/** Passwords, one-time codes and card data come masked. */
	value?: string;
	states: string[];
	hidden?: string;
}

export interface ElementInfo {
	ref: string;
	tag: string;
	role: string;
	name: string;
	value?: string;
	states: string[];
	attributes: [name: string, value: string][];
	visible: boolean;
	/** Why it cannot be seen, or why it is out of sight. */
	reason?: string;
	/** In CSS pixels of the viewport. */
	box: { x: number; y: number; width: number; height: number };
	styles: [name: string, value: string][];
	children: number;
	scroll?: { top: number; height: number; visible: number };
}

export interface ReadFunctions {
	/** The elements of the page that fit all that was asked, with refs and the way to each. */
	find: { args: FindArgs; result: Listing<FoundItem> };
	/** Markup of the page or of one element, without what nobody reads, and without secret values. */
	getHtml: { args: Part & { scripts?: boolean }; result: Excerpt };
	/** The page, one element, or the article in it, as Markdown. */
	markdown: { args: Part & { article?: boolean }; result: Excerpt & { article: boolean } };
	links: {
		args: Part & { include?: string; exclude?: string; sameOrigin?: boolean; inView?: boolean };
		result: Listing<LinkItem>;
	};
	images: { args: Part; result: Listing<ImageItem> };
	/** Headings and landmarks. */
	outline: { args: Part; result: Listing<OutlineItem> };
	/** Rows of all tables, one table after the other. */
	tables: { args: Part; result: Listing<TableRow> };
	formValues: { args: Part; result: Listing<FieldItem> };
	/** What the document says of itself. */
	metadata: { args: Record<string, never>; result: { entries: [name: string, value: string][] } };
	inspect: { args: { target: Target; styles?: string[] }; result: ElementInfo };
	/** How many elements match, in the document and in open shadow roots; `visible` unless there are very many. */
	count: {
		args: { selectors: string[] };
		result: { counts: { selector: string; count: number; visible?: number }[] };
	};
}

export const readEffects: Record<keyof ReadFunctions, Effect> = {
	find: "read",
	getHtml: "read",
	markdown: "read",
	links: "read",
	images: "read",
	outline: "read",
	tables: "read",
	formValues: "read",
	metadata: "read",
	inspect: "read",
	count: "read",
};
