// `metadata`: what the document says of itself to search engines and to those who share it.

import type { KitResult } from "@reins/protocol";
import {
	attr,
	documentBase,
	documentCharset,
	documentElement,
	documentTitle,
	queryAll,
	textContent,
} from "./pristine.ts";
import { cut, tidy } from "./quote.ts";

const NAMED =
	/^(description|author|keywords|robots|generator|viewport|theme-color|application-name|(og|twitter|article|product|book|profile):[\w:.-]+)$/;
const VALUE_LENGTH = 500;
const MAX_ENTRIES = 100;
/** JSON-LD is data of the page: only the types in it are told, and only so far into it. */
const MAX_DEPTH = 6;

export function metadata(): KitResult<"metadata"> {
	const entries: [string, string][] = [];
	const add = (name: string, value: string | null | undefined) => {
		const text = tidy(value ?? "");
		if (text && entries.length < MAX_ENTRIES) entries.push([name, cut(text, VALUE_LENGTH)]);
	};
	const root: Element | null = documentElement(document);
	add("url", location.href);
	add("title", documentTitle(document));
	add("lang", root && attr(root, "lang"));
	add("dir", root && attr(root, "dir"));
	add("charset", documentCharset(document));
	for (const el of queryAll("link[rel][href]")) {
		const rel = (attr(el, "rel") ?? "").toLowerCase().split(/\s+/);
		const href = resolved(attr(el, "href") ?? "");
		if (rel.includes("canonical")) add("canonical", href);
		else if (rel.includes("alternate")) {
			add(`alternate ${attr(el, "hreflang") ?? attr(el, "type") ?? ""}`.trim(), href);
		} else if (rel.includes("icon") || rel.includes("next") || rel.includes("prev")) add(rel.join(" "), href);
	}
	for (const el of queryAll("meta[content]")) {
		const name = (attr(el, "property") ?? attr(el, "name") ?? "").toLowerCase();
		if (NAMED.test(name)) add(name, attr(el, "content"));
	}
	const types = new Set<string>();
	for (const el of queryAll('script[type="application/ld+json" i]')) addTypes(textContent(el) ?? "", types);
	add("json-ld", [...types].join(", "));
	return { entries };
}

function resolved(address: string): string {
	return URL.canParse(address, documentBase()) ? new URL(address, documentBase()).href : address;
}

function addTypes(source: string, types: Set<string>): void {
	const visit = (value: unknown, depth: number) => {
		if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
		const type = (value as Record<string, unknown>)["@type"];
		for (const one of Array.isArray(type) ? type : [type]) if (typeof one === "string") types.add(one);
		for (const inner of Object.values(value)) visit(inner, depth + 1);
	};
	try {
		visit(JSON.parse(source), 0);
	} catch {
		// A page's broken data is its own affair.
	}
}
