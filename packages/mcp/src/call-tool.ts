// One call of a tool: to the broker and back, in the words of MCP.

import type { BrokerClient } from "@reins/broker/client";
import { isWrite, limits, ReinsError, Trace } from "@reins/protocol";
import { findTool, type Tool } from "@reins/tools";
import type { ToolCall } from "./mcp-server.ts";
import { type CallResult, renderAnswer, renderError } from "./render.ts";

/** Whatever goes wrong is an answer too: a model reads it. */
export async function callTool(
	broker: BrokerClient,
	tools: readonly Tool[],
	call: ToolCall,
): Promise<CallResult> {
	const trace = new Trace();
	trace.mark("mcp:received");
	if (call.client) broker.introduce(call.client.name, call.client.version);
	const result = await throughBroker(broker, tools, call, trace).then(renderAnswer, (error) =>
		renderError(withFate(ReinsError.from(error), call.name)),
	);
	trace.mark("mcp:answered");
	return { ...result, _meta: { ...result._meta, "reins/trace": { id: trace.id, hops: trace.hops } } };
}

async function throughBroker(
	broker: BrokerClient,
	tools: readonly Tool[],
	{ name, args, signal, onProgress }: ToolCall,
	trace: Trace,
) {
	const tool = tools.find((one) => one.name === name);
	if (!tool) throw unknownTool(name, tools);
	return broker.call(
		"tool.call",
		{ tool: name, args },
		{
			deadline: tool.slow ? limits.slowCallDeadline : limits.callDeadline,
			trace,
			signal,
			repeatable: !isWrite(tool.effect),
			...(onProgress && { onProgress }),
		},
	);
}

function unknownTool(name: string, tools: readonly Tool[]): ReinsError {
	const elsewhere = findTool(name);
	if (elsewhere) {
		return new ReinsError("unknown_tool", `The tool "${name}" is not among those of this server.`, {
			hint: `It is in the toolset ${elsewhere.toolset}: start the server with --tools core,${elsewhere.toolset}.`,
		});
	}
	return new ReinsError("unknown_tool", `There is no tool "${name.slice(0, 60)}".`, {
		hint: `The tools are: ${tools.map((one) => one.name).join(", ")}.`,
	});
}

/** A call that was sent and lost may have had its effect. */
function withFate(error: ReinsError, name: string): ReinsError {
	const tool = findTool(name);
	if (!tool || !isWrite(tool.effect) || !error.data?.["sent"]) return error;
	return new ReinsError(error.code, error.message, {
		hint: error.hint,
		data: { outcome: { outcome: "unknown" } },
	});
}
