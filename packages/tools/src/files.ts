// Files for pages.

import { upload as doUpload, dropFiles } from "@reins/driver";
import { limits, ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { element, flag, namesElement, requireElement, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { renderOutcome, renderReceipt } from "./render.ts";
import { lines, type Own, quoted, say } from "./words.ts";

export const upload = defineTool({
	name: "upload",
	title: "Upload files",
	toolset: "page",
	summary:
		"Gives files to a file input, to the open file chooser (no element), or drops them onto an element. Only files of directories that the person opened with --allow-upload.",
	effect: "upload",
	scope: "tab",
	slow: true,
	input: z.strictObject({
		...element,
		paths: z
			.array(z.string())
			.check(z.minLength(1), z.maxLength(limits.uploadedFiles), z.describe("Absolute paths")),
		drop: flag("Drop them onto the element"),
		tabId,
	}),
	fits(args) {
		if (namesElement(args)) requireElement(args);
		else if (args.drop) throw new ReinsError("bad_args", "upload: name the element to drop the files onto.");
	},
	async run({ paths, drop = false, ...args }, context) {
		const target = namesElement(args) ? requireElement(args) : undefined;
		const tab = await context.tab(args.tabId);
		const files = await context.stage(paths);
		if (drop && target)
			return renderReceipt(say`dropped files onto`, await dropFiles(tab, target, files), context);
		const { element: field, names, ...receipt } = await doUpload(tab, target, files);
		const notes = names ? [heldBy(names, files)] : [say`whether they were taken is not known`];
		return field
			? renderReceipt(say`gave files to`, { ...receipt, element: field }, context, ...notes)
			: renderOutcome(say`answered the file chooser`, receipt, context, ...notes);
	},
});

/** What the field holds then, if that is what it was given. */
function heldBy(names: string[], files: readonly { name: string }[]): Own {
	if (!files.every(({ name }) => names.includes(name)))
		return say`the page has taken the files out of the field again, or changed them`;
	return lines(...names.map((name) => say`the field holds ${quoted(name)}`));
}
