// What a page wrote reaches a model between two lines that the page cannot know, with the origin that wrote it:
//
//   <page-3f9a1c2e https://shop.example>
//   …
//   </page-3f9a1c2e>
//
// A tool says whose a text is; here is the only place that turns answers into text.

import { type Content, plain, randomBytes } from "@reins/protocol";
import type { Own } from "./words.ts";

/** A text that a page wrote, or a list of what it wrote. */
interface PageText {
	readonly type: "page";
	readonly origin: string;
	readonly text: string;
}

type Picture = Extract<Content, { type: "image" }>;

/** What a tool answers: words of Reins, texts of pages, pictures, in the order in which they are read. */
export type Answer = Own | readonly Part[];
export type Part = Own | PageText | Picture;

/** The document that wrote it; a tab stands for the one that answered last. */
export interface PageSource {
	readonly origin: string;
}

export function pageText(from: PageSource, text: string): PageText {
	return { type: "page", origin: from.origin, text };
}

/** Texts that stand together come in one block; the fences of one answer share their nonce. */
export function render(answer: Answer, nonce: () => string = newNonce): Content[] {
	const parts = (typeof answer === "string" ? [answer] : answer).map((part) => {
		if (typeof part === "string") return unfenced(part);
		return part.type === "page" ? { ...part, text: unfenced(part.text) } : part;
	});
	const texts = parts.flatMap((part) => (typeof part !== "string" && part.type === "page" ? part.text : []));
	const mark = unknownTo(texts, nonce);

	const content: Content[] = [];
	for (const part of parts) {
		if (typeof part !== "string" && part.type === "image") {
			content.push(part);
			continue;
		}
		const text = typeof part === "string" ? part : fenced(part, mark);
		const last = content.at(-1);
		if (last?.type === "text") last.text += `\n${text}`;
		else content.push({ type: "text", text });
	}
	return content;
}

/** A mark that none of the texts has in it. */
// @guard unknown-mark
function unknownTo(texts: readonly string[], nonce: () => string): string {
	let mark = nonce();
	while (texts.some((text) => text.includes(mark))) mark = nonce();
	return mark;
}

// @guard fence-of-text
function fenced({ origin, text }: PageText, mark: string): string {
	return `<page-${mark} ${siteOf(origin)}>\n${text}\n</page-${mark}>`;
}

/** Documents without an origin of their own have the web's word for it. */
// @guard origin-of-text
function siteOf(origin: string): string {
	return /^https?:\/\/[^\s<>"]+$/.test(origin) ? plain(origin) : "null";
}

/** Nothing that cannot be seen, and nothing but our own fence that looks like one, not even one of an earlier answer. */
// @guard imitated-fence
export function unfenced(text: string): string {
	return plain(text).replace(/<(?=\/?page-[0-9a-f]{8})/gi, "&lt;");
}

/** 32 bits, new for every answer. */
// @guard fresh-mark
function newNonce(): string {
	let nonce = "";
	for (const byte of randomBytes(4)) nonce += byte.toString(16).padStart(2, "0");
	return nonce;
}
