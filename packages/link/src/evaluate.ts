// Runs the caller's own expression in the page's world. What the page throws is an answer, not an error.

import { limits, type PrimitiveResult } from "@reins/protocol";
import { CdpError, type CdpParams } from "./cdp-connection.ts";
import { isContextGone, type TabSession } from "./tab-session.ts";

export async function evaluate(
	tab: TabSession,
	expression: string,
	awaitPromise: boolean,
	signal: AbortSignal,
): Promise<PrimitiveResult<"eval">> {
	try {
		const answer = await tab.send(
			"Runtime.evaluate",
			{ expression, awaitPromise, returnByValue: true, userGesture: true },
			signal,
		);
		return readAnswer(answer);
	} catch (error) {
		// Endless loops would hold the renderer for ever after the caller has given up.
		if (signal.aborted) await tab.terminateScript().catch(() => {});
		if (error instanceof CdpError && !isContextGone(error)) return { ok: false, error: error.message };
		if (isContextGone(error)) return { ok: false, error: "The page navigated away before it answered." };
		throw error;
	}
}

function readAnswer(answer: CdpParams): PrimitiveResult<"eval"> {
	const details = answer["exceptionDetails"] as
		| { text: string; exception?: { description?: string; value?: unknown } }
		| undefined;
	if (details) {
		const thrown = details.exception;
		return {
			ok: false,
			error: thrown?.description ?? `${details.text} ${JSON.stringify(thrown?.value) ?? ""}`.trim(),
		};
	}
	const result = answer["result"] as {
		type: string;
		subtype?: string;
		value?: unknown;
		unserializableValue?: string;
	};
	const value = result.value ?? result.unserializableValue ?? null;
	const type = result.subtype ?? result.type;
	const text = JSON.stringify(value);
	if (text.length <= limits.evalResult) return { ok: true, value, type, truncated: false };
	return { ok: true, value: text.slice(0, limits.evalResult), type, truncated: true };
}
