// Answers of the broker in the words of MCP.

import type { Content, ReinsError, ToolAnswer } from "@reins/protocol";
import { unfenced } from "@reins/tools";

export interface CallResult {
	[key: string]: unknown;
	content: Content[];
	isError?: boolean;
	_meta?: Record<string, unknown>;
}

/** What became of an action, and under which key, is for programs: a model sees what happened. */
export function renderAnswer({ content, outcome }: ToolAnswer): CallResult {
	return { content, ...(outcome && { _meta: { "reins/outcome": outcome } }) };
}

/** Code and hint in words a model can act on, and once more as data for programs. */
export function renderError(error: ReinsError): CallResult {
	const outcome = error.data?.["outcome"] as { outcome?: string } | undefined;
	const fate =
		outcome?.outcome === "unknown"
			? "\nThe action may have taken effect: look before you repeat it."
			: outcome?.outcome === "not_executed" && error.data?.["step"] === undefined
				? "\nNothing was done."
				: "";
	const text = unfenced(`${error.code}: ${error.message}\n${error.hint}${fate}`);
	const { before, ...data } = error.data ?? {};
	const wire = { ...error.toWire(), ...(error.data && { data }) };
	return {
		// What was answered before it failed has its own fences, and is no data for programs.
		content: [{ type: "text", text }, ...((before as Content[] | undefined) ?? [])],
		isError: true,
		structuredContent: { error: { ...(unfencedDeep(wire) as object) } },
	};
}

/** Messages and data name elements by what the page calls them. */
function unfencedDeep(data: unknown): unknown {
	return JSON.parse(JSON.stringify(data), (_key, value) =>
		typeof value === "string" ? unfenced(value) : value,
	);
}
