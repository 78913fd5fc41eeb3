// Finding things on a page without reading all of it.

import { read } from "@reins/driver";
import { type FoundItem, printable, ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { cursor, flag, tabId, text } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { listed } from "./render-list.ts";
import { quoted, say } from "./words.ts";

const part = (description: string) => z.optional(text(description));

export const find = defineTool({
	name: "find",
	title: "Find on the page",
	summary:
		"Elements anywhere on the page that fit all that is given, each with its ref and the way to it. Cheaper than a snapshot.",
	effect: "read",
	scope: "tab",
	input: z.strictObject({
		text: part("Visible text, or a part of it"),
		role: z.optional(z.string()),
		name: z.optional(z.string()),
		label: z.optional(z.string()),
		placeholder: z.optional(z.string()),
		selector: z.optional(z.string()),
		exact: flag("The whole text, in the same case"),
		limit: z.optional(z.int().check(z.minimum(1), z.maximum(1_000), z.describe("Most hits; default 20"))),
		cursor,
		tabId,
	}),
	fits({ tabId: _tab, cursor: _from, limit: _most, exact: _whole, ...criteria }) {
		if (Object.values(criteria).every((value) => value === undefined)) {
			throw new ReinsError("bad_args", "find: nothing to look for was given.", {
				hint: "Give text, role, name, label, placeholder or selector.",
			});
		}
	},
	async run({ tabId: handle, ...args }, context) {
		const wanted = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
		const tab = await context.tab(handle);
		return listed(await read(tab, "find", wanted), hit, say`nothing found`);
	},
});

function hit({ ref, role, name, path, hidden }: FoundItem): string {
	const where = path ? ` in ${printable(path, 400)}` : "";
	return `- ${role}${name ? ` ${quoted(name)}` : ""} [${ref}]${hidden ? ` ${hidden}` : ""}${where}`;
}
