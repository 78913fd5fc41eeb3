// Calls the page kit in the tab's current document.

import { isErrorCode, isWrite, type KitFunction, kitEffects, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import { documentReplaced, isContextGone, type TabSession } from "./tab-session.ts";

const CALL =
	"function (fn, args, first) { return globalThis.reinsKit ? globalThis.reinsKit.call(fn, args, first) : null }";

/** They say where things are without naming any by a ref. */
const makesNoRefs: ReadonlySet<KitFunction> = new Set<KitFunction>(["pageInfo", "watch", "settle"]);

interface Reply {
	ok: boolean;
	next: number;
	value?: unknown;
	error?: { code: string; message: string; data?: Record<string, unknown> };
}

/** Calls a function in one document and in no other: the context is the document's own. */
export async function callKit(
	tab: TabSession,
	call: { document: string; fn: string; args: Record<string, unknown> },
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<unknown> {
	const { document, fn, args } = call;
	if (!isKitFunction(fn)) throw new ReinsError("unknown_method", `The page kit has no function "${fn}".`);
	const world = await tab.world(document, signal);
	const first = makesNoRefs.has(fn) ? undefined : numbers.reserve();
	const settle = async (next: number) => {
		if (first !== undefined) await numbers.settle(first, next);
	};
	try {
		const invoked = () => invoke(tab, world, [fn, args, first], signal);
		let reply = await invoked();
		if (!reply) {
			await tab.installKit(world, signal);
			reply = await invoked();
		}
		if (!reply) throw new ReinsError("internal", "The page kit could not be installed.");
		await settle(reply.next);
		if (reply.ok) return reply.value;
		throw kitError(reply);
	} catch (error) {
		// Numbers of a document that is gone were told to nobody. Those of a call that was given up may still be made.
		if (!signal.aborted && first !== undefined) await settle(first);
		if (!isContextGone(error)) throw error;
		tab.forgetWorld();
		// A context that could not be found never started the call; one that was destroyed may have.
		const interrupted = isWrite(kitEffects[fn]) && !/Cannot find context/.test((error as Error).message);
		throw documentReplaced(interrupted);
	}
}

async function invoke(
	tab: TabSession,
	context: number,
	call: readonly unknown[],
	signal: AbortSignal,
): Promise<Reply | null> {
	const answer = await tab.send(
		"Runtime.callFunctionOn",
		{
			functionDeclaration: CALL,
			executionContextId: context,
			arguments: call.map((value) => ({ value })),
			awaitPromise: true,
			returnByValue: true,
		},
		signal,
	);
	if (answer["exceptionDetails"]) {
		const details = answer["exceptionDetails"] as { exception?: { description?: string }; text?: string };
		throw new ReinsError(
			"internal",
			`The page kit failed: ${details.exception?.description ?? details.text}`,
		);
	}
	return ((answer["result"] as CdpParams)["value"] as Reply | undefined) ?? null;
}

function kitError(reply: Reply): ReinsError {
	const { code = "internal", message = "The page kit failed.", data } = reply.error ?? {};
	return new ReinsError(isErrorCode(code) ? code : "internal", message, data ? { data } : {});
}

function isKitFunction(fn: string): fn is KitFunction {
	return Object.hasOwn(kitEffects, fn);
}
