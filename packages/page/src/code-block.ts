// What a page tells about its code blocks without saying it: their language, and which of them are only line numbers.

import { attr, closest } from "./pristine.ts";

/** The numbers of the lines, in a cell beside them. */
export function isGutter(el: Element, text: string): boolean {
	const lines = text.trim().split(/\s+/);
	return closest(el, "td") !== null && lines.every((number, at) => Number(number) === Number(lines[0]) + at);
}

export function languageOf(elements: (Element | null | undefined)[]): string {
	for (const el of elements) {
		if (!el) continue;
		const written = attr(el, "data-lang") ?? attr(el, "data-language");
		const named = /(?:^|\s)(?:(?:language|lang|highlight(?:-source|-text)?)-|brush:?[-\s])([\w+#-]+)/i.exec(
			attr(el, "class") ?? "",
		);
		const language = written ?? named?.[1] ?? "";
		if (/^[\w+#-]{1,20}$/.test(language)) return language.toLowerCase();
	}
	return "";
}
