// One tool call from its acceptance to its answer: found, queued, run, and its outcome said.

import {
	type ActionLog,
	type Content,
	isWrite,
	orAborted,
	ReinsError,
	type ToolAnswer,
	type Trace,
} from "@reins/protocol";
import { findTool, type Part, render, type SessionState, type Tool } from "@reins/tools";
import type { Secrets } from "../secrets/secrets.ts";
import type { Session } from "./session.ts";
import { SessionToolContext } from "./tool-context.ts";

export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
	actionKey?: string | undefined;
}

export interface CallEnvironment {
	signal: AbortSignal;
	trace: Trace;
	broker: SessionState["broker"];
	/** What is done and decided for this call. */
	log: ActionLog;
	/** Taken out of whatever is answered. */
	secrets: Secrets;
}

/** The one way out of the broker for what a tool has seen: its answers and errors pass here, and no secret does. */
export async function runTool(
	session: Session,
	call: ToolCall,
	environment: CallEnvironment,
): Promise<ToolAnswer> {
	const { log, secrets } = environment;
	const tool = findTool(call.tool);
	const hasEffect = tool !== undefined && isWrite(tool.effect);
	try {
		secrets.refresh();
		if (!tool) throw new ReinsError("unknown_tool", `There is no tool "${call.tool.slice(0, 60)}".`);
		const found = await answer(session, tool, call.args, environment);
		// The person may have set one meanwhile.
		secrets.refresh();
		const content = secrets.maskAll(found);
		return hasEffect ? { content, outcome: log.outcome(true) } : { content };
	} catch (error) {
		const told = secrets.maskError(error);
		throw hasEffect ? withData(told, { outcome: log.outcome(false) }) : told;
	}
}

async function answer(
	session: Session,
	tool: Tool,
	args: Record<string, unknown>,
	{ signal, trace, broker, log }: CallEnvironment,
): Promise<Content[]> {
	const asked = args["tabId"];
	// Which tab is meant is settled when the call comes, not when its turn comes.
	const tab = typeof asked === "string" ? asked : session.current;
	const context = new SessionToolContext(session, { signal, trace, log, broker, tab });
	const run = async () => {
		trace.mark("broker:run");
		return tool.run(args, context);
	};
	try {
		// Everything below listens to the signal; this is for whatever forgets to.
		return await orAborted(queued(session, tool, tab, signal, run), signal);
	} catch (error) {
		throw answeredBefore(signal.aborted ? signal.reason : error, context.answered);
	}
}

function queued<T>(
	session: Session,
	tool: Tool,
	tab: string | undefined,
	signal: AbortSignal,
	run: () => Promise<T>,
): Promise<T> {
	return tool.scope === "session" ? run() : session.queue.run(tab ?? "first", signal, run);
}

/** Only what tools have answered is told as such: whatever a link or a page puts there is taken off. */
// @guard answers-of-tools
function answeredBefore(thrown: unknown, answered: readonly Part[]): ReinsError {
	const error = ReinsError.from(thrown);
	const before = answered.length > 0 ? render(answered) : undefined;
	return before || error.data?.["before"] !== undefined ? withData(error, { before }) : error;
}

function withData(error: ReinsError, more: Record<string, unknown>): ReinsError {
	const { code, message, hint, data } = error;
	return new ReinsError(code, message, { hint, cause: error, data: { ...data, ...more } });
}
