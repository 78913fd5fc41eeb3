// What was written down by hand about a page, in `pages/<name>.txt`: where its content is, what in there is none, and
// the outline of the content. Read from the page itself: which of its words a person sees, and on which side they are.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Page } from "./chromium.ts";

const HOME = join(import.meta.dirname, "pages");

export interface Expectation {
	name: string;
	/** The document: of a package, or of our own. */
	file: string;
	isReal: boolean;
	/** Selectors of the content, of what does not belong to it, and of what may come along or not. */
	content: string;
	except: string;
	either: string;
	/** Headings, lists, code, tables and quotes of the content, one a line, as `outlineOf` tells them. */
	outline: string[];
	/** Lines of it that belong to what may come along or not. */
	optional: string[];
}

type Side = "content" | "around" | "either";

export interface SeenWord {
	word: string;
	side: Side;
}

export function expectations(): Expectation[] {
	return readdirSync(HOME)
		.filter((file) => file.endsWith(".txt"))
		.map((file) => parse(basename(file, ".txt"), readFileSync(join(HOME, file), "utf8")));
}

function parse(name: string, text: string): Expectation {
	const [head = "", ...rest] = text.split("\n\n");
	const field = (key: string) => new RegExp(`^${key}: (.+)$`, "m").exec(head)?.[1] ?? "";
	const document = field("document");
	const lines = rest.join("\n").split("\n").filter(Boolean);
	return {
		name,
		file: document ? inPackage(document) : join(HOME, `${name}.html`),
		isReal: document !== "",
		content: field("content"),
		except: field("except"),
		either: field("either"),
		outline: lines.filter((line) => !line.startsWith("? ")),
		optional: lines.filter((line) => line.startsWith("? ")).map((line) => line.slice(2)),
	};
}

/** Documents of `htmlparser-benchmark` have names of 64 signs; the first six tell them apart. */
function inPackage(path: string): string {
	const [name = "", folder = "", file = ""] = path.split("/");
	const home = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), folder);
	return join(home, readdirSync(home).find((entry) => entry.startsWith(file)) ?? file);
}

/** By letters and numbers; scripts without blanks by sign. */
export function wordsOf(text: string): string[] {
	const signs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu;
	return (text.normalize("NFC").match(signs) ?? []).map((word) => word.toLowerCase());
}

/** Every word that is drawn, in the order of the document; by the browser's own account, not by that of the kit. */
export async function seenWords(page: Page, { content, except, either }: Expectation): Promise<SeenWord[]> {
	const pieces = (await page.evaluate(`(() => {
		const is = (el, selector) => selector !== "" && el.closest(selector) !== null;
		const side = (el) => is(el, ${JSON.stringify(either)}) ? "either"
			: is(el, ${JSON.stringify(content)}) && !is(el, ${JSON.stringify(except)}) ? "content" : "around";
		const pieces = [];
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walk.nextNode(); node; node = walk.nextNode()) {
			const el = node.parentElement;
			if (el.closest("script, style, noscript, select, textarea, template, iframe")) continue;
			if (!el.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
			pieces.push({ text: node.data, side: side(el) });
		}
		return pieces;
	})()`)) as { text: string; side: Side }[];
	return pieces.flatMap(({ text, side }) => wordsOf(text).map((word) => ({ word, side })));
}
