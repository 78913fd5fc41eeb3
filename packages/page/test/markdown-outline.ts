// The skeleton of a piece of Markdown, one line for each heading, list, code block, table and quote, so that what is
// there, in which order and how large it is can be compared with what was written down by hand:
//
//   ## Heading            - 3 First words of the first item      1. 2 Numbered
//   > First words         ``` js 4 first line                    | 3x2 First row | of it
//   : 2 First term        (what stands within a list, a quote or a term follows it, indented)

const WORDS = 4;

/** The words without marks, links and pictures. */
export function plain(markdown: string): string {
	return markdown
		.replace(/!\[[^\]]*\]\((<[^>]*>|[^)]*)\)/g, "")
		.replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\((?:<[^>]*>|[^)\s]*)\)/g, "$1")
		.replace(/\*\*|~~|(?<![\p{L}\p{N}\\])\*|\*(?![\p{L}\p{N}])|(?<!\\)`/gu, "")
		.replace(/\\(?=[\\`*_{}[\]()#+\-.!<>|~=])/g, "")
		.replace(/\s+/g, " ")
		.trim();
}

function start(text: string): string {
	return plain(text).split(" ").slice(0, WORDS).join(" ");
}

export function outlineOf(markdown: string): string[] {
	return new Outline().of(markdown.split("\n"));
}

class Outline {
	#out: string[] = [];

	of(lines: string[]): string[] {
		for (let at = 0; at < lines.length; ) at = this.#block(lines, at);
		return this.#out;
	}

	/** The line after the block. */
	#block(lines: string[], at: number): number {
		const line = lines[at] as string;
		const fence = /^(`{3,})(\S*)$/.exec(line);
		if (fence) return this.#code(lines, at, fence[1] as string, fence[2] as string);
		if (/^#{1,6} /.test(line)) this.#out.push(`${/^#+/.exec(line)?.[0]} ${plain(line.replace(/^#+ /, ""))}`);
		else if (line.startsWith("|")) return this.#table(lines, at);
		else if (line.startsWith(">")) return this.#quote(lines, at);
		else if (ITEM.test(line)) return this.#list(lines, at);
		else if (isTerm(line) && (isTerm(lines[at + 1]) || lines[at + 1]?.startsWith(": ")))
			return this.#terms(lines, at);
		return at + 1;
	}

	#code(lines: string[], at: number, fence: string, language: string): number {
		const end = lines.indexOf(fence, at + 1);
		const code = lines.slice(at + 1, end);
		this.#out.push(
			["```", language, code.length, (code[0] ?? "").trim().split(/\s+/).slice(0, WORDS).join(" ")]
				.filter((part) => part !== "")
				.join(" "),
		);
		return end + 1;
	}

	#table(lines: string[], at: number): number {
		let end = at;
		while (lines[end]?.startsWith("|")) end += 1;
		const rows = lines.slice(at, end).map((row) =>
			row
				.slice(2, -2)
				.split(/ \| /)
				.map((cell) => cell.trim()),
		);
		const told = rows.filter((row, index) => index !== 1 && row.some(Boolean));
		const first = (told[0] ?? []).map(start).join(" | ");
		this.#out.push(`| ${told.length}x${rows[0]?.length} ${first}`.trim());
		return end;
	}

	#quote(lines: string[], at: number): number {
		let end = at;
		while (lines[end]?.startsWith(">")) end += 1;
		const inside = lines.slice(at, end).map((line) => line.replace(/^> ?/, ""));
		this.#out.push(`> ${start(inside.find((line) => line.trim()) ?? "")}`.trim());
		this.#inner(inside);
		return end;
	}

	#list(lines: string[], at: number): number {
		const mark = markOf(lines[at]);
		const items: string[][] = [];
		let end = at;
		let width = 0;
		for (; end < lines.length; end += 1) {
			const line = lines[end] as string;
			const item = ITEM.exec(line);
			if (item && markOf(line) === mark) {
				items.push([line.slice(item[0].length)]);
				width = item[0].length;
			} else if (/^\s+\S/.test(line)) items.at(-1)?.push(line.slice(width));
			else if (line.trim() === "" && isOfList(lines[end + 1], mark)) items.at(-1)?.push("");
			else break;
		}
		this.#out.push(`${/\d/.test(mark) ? "1." : "-"} ${items.length} ${start(items[0]?.[0] ?? "")}`.trim());
		for (const item of items) this.#inner(item);
		return end;
	}

	#terms(lines: string[], at: number): number {
		let end = at;
		let terms = 0;
		const inside: string[] = [];
		for (; end < lines.length; end += 1) {
			const line = lines[end] as string;
			const next = lines[end + 1];
			if (isTerm(line)) terms += 1;
			else if (line.startsWith(": ") || /^\s+\S/.test(line)) inside.push(line.slice(2));
			else if (line.trim() === "" && next !== undefined && /^\s+\S/.test(next)) inside.push("");
			else break;
		}
		this.#out.push(`: ${terms} ${start(lines[at] as string)}`);
		this.#inner(inside);
		return end;
	}

	/** Blocks within a list or a quote stand under it, indented. */
	#inner(lines: string[]): void {
		this.#out.push(...new Outline().of(lines).map((line) => `  ${line}`));
	}
}

const ITEM = /^([-*]|\d+[.)]) /;

/** Another mark begins another list. */
function markOf(line: string | undefined): string {
	return (ITEM.exec(line ?? "")?.[1] ?? "").replace(/\d+/, "1");
}

function isTerm(line: string | undefined): boolean {
	return line !== undefined && /^\*\*.*\*\*$/.test(line);
}

function isOfList(line: string | undefined, mark: string): boolean {
	if (line === undefined) return false;
	return ITEM.test(line) ? markOf(line) === mark : /^\s+\S/.test(line);
}
