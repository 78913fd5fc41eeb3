// How the link to the browser stands.

import * as z from "zod/mini";
import { defineTool } from "./define.ts";
import { json } from "./words.ts";

export const chromeStatus = defineTool({
	name: "chrome_status",
	title: "Browser status",
	summary: "Which browser this session uses, what the policy allows, and what is wrong if something is.",
	effect: "read",
	scope: "session",
	input: z.strictObject({}),
	async run(_args, context) {
		return json(await context.state(), 1);
	},
});
