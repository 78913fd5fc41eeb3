// Runs the caller's own expression in the page's world. What the page throws is an answer, not an error.

import { limits, orAborted, type PrimitiveResult } from "@reins/protocol";
import { CdpError, type CdpParams } from "./cdp-session.ts";
import { isContextGone, isReplaced } from "./frame-document.ts";
import type { TabSession } from "./tab-session.ts";

const REPLACED = "The page navigated away before it answered.";

/** How often, and how long apart, a script is told to end before it is left to itself. */
const TERMINATIONS = 30;
const TERMINATION_GAP = 100;
/** What computes without a pause is silent for so long; one that waits for a promise is not. */
const SILENCE = 500;

export async function evaluate(
	tab: TabSession,
	document: string,
	expression: string,
	awaitPromise: boolean,
	signal: AbortSignal,
): Promise<PrimitiveResult<"eval">> {
	const uniqueContextId = await context(tab, document, signal);
	if (uniqueContextId === undefined) return { ok: false, error: REPLACED };
	// Sent without the signal: whether the script has ended is known by its answer alone.
	const running = tab.send("Runtime.evaluate", {
		expression,
		uniqueContextId,
		awaitPromise,
		returnByValue: true,
		userGesture: true,
	});
	try {
		const answer = readAnswer(await orAborted(running, signal));
		// Whose value it is cannot be told when the page was replaced meanwhile.
		if (tab.committed.document !== document) return { ok: false, error: REPLACED };
		return answer;
	} catch (error) {
		if (signal.aborted) void terminate(tab, running);
		if (isContextGone(error)) return { ok: false, error: REPLACED };
		if (error instanceof CdpError) return { ok: false, error: error.message };
		throw error;
	}
}

/** Undefined where the document was replaced before the script began. */
async function context(tab: TabSession, document: string, signal: AbortSignal): Promise<string | undefined> {
	tab.requireDocument(document);
	try {
		return await tab.mainContext(document, signal);
	} catch (error) {
		if (isContextGone(error) || isReplaced(error)) return undefined;
		throw error;
	}
}

// An endless loop would hold the renderer for ever after its caller has given up. A termination that
// arrives before the script has begun is lost, so it is repeated until the script has answered. A page that
// answers meanwhile is in no loop: the script waits for something, and one of the page's own would be ended.
async function terminate(tab: TabSession, running: Promise<unknown>): Promise<void> {
	const ended = running.then(
		() => true,
		() => true,
	);
	for (let tries = 0; tries < TERMINATIONS; tries++) {
		const answered = tab.send("Runtime.evaluate", { expression: "0" }).then(
			() => true,
			() => true,
		);
		const gap = tries === 0 ? SILENCE : TERMINATION_GAP;
		const silent = new Promise<false>((resolve) => setTimeout(() => resolve(false), gap));
		if (await Promise.race([ended, answered, silent])) return;
		await tab.send("Runtime.terminateExecution").catch(() => {});
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
