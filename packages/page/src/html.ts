// `getHtml`: markup for whoever needs the structure itself. Scripts, styles and comments are left out unless they
// are asked for; shadow roots are written as templates; values of secret fields are masked, always.

import type { KitArgs, KitResult } from "@reins/protocol";
import { budgetOf, cursorOf } from "./check-args.ts";
import { excerpt } from "./excerpt.ts";
import {
	attr,
	attrNames,
	childNodes,
	documentElement,
	isElement,
	isHtml,
	isText,
	localName,
	shadowRoot,
	textContent,
} from "./pristine.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { resolveTarget } from "./target.ts";
import { hidesText, isCardNumber, isSecretOption, isSensitive, MASK, shownAttribute } from "./value.ts";

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const CODE = new Set(["noscript", "script", "style", "template"]);
const CODE_LINKS = /\b(stylesheet|preload|modulepreload|prefetch|dns-prefetch|preconnect)\b/i;
/** Pictures and paths written into attributes are no markup to read. */
const ATTRIBUTE_LENGTH = 300;

export function getHtml(refs: Refs, args: KitArgs<"getHtml">): KitResult<"getHtml"> {
	const budget = budgetOf(args.budget);
	const cursor = cursorOf(args.cursor);
	const root: Element | null =
		args.target === undefined ? documentElement(document) : resolveTarget(refs, args.target);
	const markup = new Markup(cursor + budget, args.scripts === true);
	if (root) markup.element(root);
	return excerpt(markup.out, cursor, budget, markup.isFull);
}

class Markup {
	out = "";
	readonly #enough: number;
	readonly #code: boolean;

	constructor(enough: number, code: boolean) {
		this.#enough = enough;
		this.#code = code;
	}

	/** Stops one character late, so that what fits exactly is not taken for cut. */
	get isFull(): boolean {
		return this.out.length > this.#enough;
	}

	element(el: Element): void {
		if (this.isFull || (!this.#code && isCode(el))) return;
		const tag = localName(el);
		this.out += `<${tag}${this.#attributes(el)}>`;
		if (VOID.has(tag)) return;
		const root = shadowRoot(el);
		if (root) {
			this.out += `<template shadowrootmode="${root.mode}">`;
			this.#children(childNodes(root), false);
			this.out += "</template>";
		}
		if (isHtml(el, "textarea") ? isMasked(el) : hidesText(el, getComputedStyle(el))) {
			if (textContent(el)) this.out += MASK;
		} else {
			const inside: Node = isHtml(el, "template") ? el.content : el;
			this.#children(childNodes(inside), CODE.has(tag));
		}
		if (!this.isFull) this.out += `</${tag}>`;
	}

	#children(nodes: ArrayLike<Node>, raw: boolean): void {
		for (let at = 0; at < nodes.length && !this.isFull; at += 1) {
			const node = nodes[at] as Node;
			if (isElement(node)) this.element(node);
			else if (isText(node)) this.#text(node.data, raw);
		}
	}

	#text(data: string, raw: boolean): void {
		// A run of blanks says no more than one.
		const text = raw ? data : data.replace(/[^\S\n]+/g, " ").replace(/ ?\n[\n ]*/g, "\n");
		this.out += raw
			? text
			: text.replace(/[&<>]/g, (char) => ({ "&": "&amp;", "<": "&lt;" })[char] ?? "&gt;");
	}

	#attributes(el: Element): string {
		let all = "";
		for (const name of attrNames(el)) {
			if (!this.#code && (name === "style" || name.startsWith("on"))) continue;
			if (name === "selected" && isSecretOption(el)) continue;
			const value = cut(shownAttribute(el, name), ATTRIBUTE_LENGTH);
			all += value ? ` ${name}="${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"` : ` ${name}`;
		}
		return all;
	}
}

function isCode(el: Element): boolean {
	if (CODE.has(localName(el))) return true;
	return isHtml(el, "link") && CODE_LINKS.test(attr(el, "rel") ?? "");
}

function isMasked(field: HTMLTextAreaElement): boolean {
	return isSensitive(field) || isCardNumber(field.value) || isCardNumber(textContent(field) ?? "");
}
