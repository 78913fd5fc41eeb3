// Going places in a tab.

import { visit } from "@reins/driver";
import { ReinsError, type WaitUntil } from "@reins/protocol";
import * as z from "zod/mini";
import { sameWait, tabId, text, wait } from "./arguments.ts";
import { defineTool, type ToolContext } from "./define.ts";
import { renderArrival, renderDownload } from "./render.ts";
import { lines, type Own, say } from "./words.ts";

export const navigate = defineTool({
	name: "navigate",
	title: "Go to a URL",
	summary: "Loads a URL in the tab (or in a first one) and waits for load or waitUntil.",
	effect: "navigate",
	scope: "tab",
	slow: true,
	input: z.strictObject({ url: text("http or https URL"), tabId, waitUntil: wait }),
	async run(args, context) {
		const { tab, fresh } = await context.tabToLoad(args.tabId);
		try {
			const arrival = await visit(tab, args.url, args.waitUntil ?? "load");
			if (!("downloads" in arrival)) return renderArrival(context.handle(tab.id), arrival);
			return lines(
				say`a file came, no page: the tab shows what it did`,
				...arrival.downloads.map(renderDownload),
			);
		} catch (error) {
			// A tab that was opened for what is then refused is of no use to anybody.
			if (fresh && isRefusal(error)) await context.drop(tab);
			throw error;
		}
	},
});

function isRefusal(error: unknown): boolean {
	return (
		error instanceof ReinsError &&
		!error.data?.["interrupted"] &&
		["policy_denied", "restricted_url", "bad_url", "bad_args"].includes(error.code)
	);
}

const historyInput = z.strictObject({ tabId, waitUntil: sameWait });

function phase({ waitUntil = "load" }: z.infer<typeof historyInput>): WaitUntil {
	return waitUntil as WaitUntil;
}

async function step(args: z.infer<typeof historyInput>, delta: number, context: ToolContext): Promise<Own> {
	const tab = await context.tab(args.tabId);
	const arrival = await tab.call("nav.history", { delta, waitUntil: phase(args) });
	if (!arrival) {
		const way = delta < 0 ? "back" : "forward";
		throw new ReinsError("not_found", `There is no page to go ${way} to.`, { hint: "Use navigate." });
	}
	return renderArrival(context.handle(tab.id), arrival);
}

export const back = defineTool({
	name: "back",
	title: "Go back",
	summary: "Goes one page back.",
	effect: "navigate",
	scope: "tab",
	slow: true,
	input: historyInput,
	run: (args, context) => step(args, -1, context),
});

export const forward = defineTool({
	name: "forward",
	title: "Go forward",
	summary: "Goes one page forward.",
	effect: "navigate",
	scope: "tab",
	slow: true,
	input: historyInput,
	run: (args, context) => step(args, 1, context),
});

export const reload = defineTool({
	name: "reload",
	title: "Reload",
	summary: "Loads the tab's page again.",
	effect: "navigate",
	scope: "tab",
	slow: true,
	input: historyInput,
	async run(args, context) {
		const tab = await context.tab(args.tabId);
		const arrival = await tab.call("nav.reload", { waitUntil: phase(args) });
		return renderArrival(context.handle(tab.id), arrival);
	},
});

export const stop = defineTool({
	name: "stop",
	title: "Stop loading",
	toolset: "page",
	summary:
		"Ends what is loading in the tab, a navigation too that another call waits for, and a script that keeps the page busy; what has come stays.",
	effect: "navigate",
	// It must not wait for the call that it is to end.
	scope: "session",
	input: z.strictObject({ tabId }),
	async run(args, context) {
		const tab = await context.tab(args.tabId);
		return renderArrival(context.handle(tab.id), await tab.call("nav.stop", {}));
	},
});
