// Several steps in one call. All are checked before the first is done; the first that fails ends it.

import { ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { defineTool, type Tool } from "./define.ts";
import type { Part } from "./fence.ts";
import { say, word } from "./words.ts";

const MOST_STEPS = 50;

/** `find` answers the tool of a name; a batch in a batch is none. */
export function batchOf(find: (name: string) => Tool | undefined): Tool {
	return defineTool({
		name: "batch",
		title: "Do several things",
		summary: "Runs tools one after the other, after checking all arguments; stops at the first failure.",
		effect: "act",
		scope: "tab",
		slow: true,
		input: z.strictObject({
			steps: z
				.array(z.strictObject({ tool: z.string(), args: z.optional(z.record(z.string(), z.unknown())) }))
				.check(z.minLength(1), z.maxLength(MOST_STEPS)),
			settle: z.optional(z.enum(["none"])),
		}),
		async run({ steps, settle }, context) {
			const planned = steps.map(({ tool: name, args = {} }, at) => {
				const tool = name === "batch" ? undefined : find(name);
				if (!tool)
					throw new ReinsError("bad_args", `Step ${at + 1}: there is no tool "${name}" for a batch.`);
				atStep(at, () => tool.check(args));
				return { tool, args };
			});
			if (settle === "none") context.hurry();
			const told: Part[] = [];
			context.note(told);
			for (const [at, { tool, args }] of planned.entries()) {
				try {
					const answer = await tool.answer(args, context);
					told.push(say`${at + 1}. ${word(tool.name)}`, ...answer);
				} catch (error) {
					if (at === 0) throw error;
					throw failedAt(error, at, planned.length);
				}
			}
			return told;
		},
	});
}

function atStep(at: number, work: () => void): void {
	try {
		work();
	} catch (error) {
		const { code, message, hint } = ReinsError.from(error);
		throw new ReinsError(code, `Step ${at + 1}: ${message}`, { hint, cause: error });
	}
}

/** What was done before it stays done. */
function failedAt(error: unknown, at: number, of: number): ReinsError {
	const { code, message, hint, data } = ReinsError.from(error);
	const done = at === 1 ? "Step 1 was done" : `Steps 1 to ${at} were done`;
	const stop = /[.!?]$/.test(message) ? "" : ".";
	return new ReinsError(
		code,
		`Step ${at + 1} of ${of}: ${message}${stop} ${done}; those after it were not tried.`,
		{
			hint,
			cause: error,
			data: { ...data, interrupted: true, step: at + 1 },
		},
	);
}
