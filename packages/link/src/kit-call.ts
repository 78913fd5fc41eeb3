// Calls the page kit in the tab's current document.

import { type Effect, isErrorCode, isWrite, type KitFunction, kitEffects, ReinsError } from "@reins/protocol";
import { CdpError, type CdpParams } from "./cdp-connection.ts";
import { isContextGone, type TabSession } from "./tab-session.ts";

const CALL = "function (fn, args) { return globalThis.reinsKit ? globalThis.reinsKit.call(fn, args) : null }";
/** A page that replaces itself over and over is not read for ever. */
const MAX_DOCUMENTS = 5;

interface Reply {
	ok: boolean;
	value?: unknown;
	error?: { code: string; message: string; data?: Record<string, unknown> };
}

export async function callKit(
	tab: TabSession,
	fn: string,
	args: Record<string, unknown>,
	signal: AbortSignal,
): Promise<{ value: unknown; document: string }> {
	if (!isKitFunction(fn)) throw new ReinsError("unknown_method", `The page kit has no function "${fn}".`);
	for (let tries = 1; ; tries++) {
		const world = await tab.world(signal);
		try {
			const reply = (await invoke(tab, world.context, fn, args, signal)) ?? (await installAndInvoke());
			if (reply.ok) return { value: reply.value, document: world.document };
			throw kitError(reply);
		} catch (error) {
			if (!isContextGone(error)) throw error;
			tab.forgetWorld();
			if (!mayRepeat(error, kitEffects[fn]) || tries === MAX_DOCUMENTS) {
				throw new ReinsError("stale_ref", "The page navigated away during the call.");
			}
		}

		async function installAndInvoke(): Promise<Reply> {
			await tab.installKit(world.context, signal);
			const reply = await invoke(tab, world.context, fn as KitFunction, args, signal);
			if (!reply) throw new ReinsError("internal", "The page kit could not be installed.");
			return reply;
		}
	}
}

// A context that could not be found never started the call; one that was destroyed may have.
function mayRepeat(error: unknown, effect: Effect): boolean {
	return !isWrite(effect) || (error instanceof CdpError && /Cannot find context/.test(error.message));
}

async function invoke(
	tab: TabSession,
	context: number,
	fn: KitFunction,
	args: Record<string, unknown>,
	signal: AbortSignal,
): Promise<Reply | null> {
	const answer = await tab.send(
		"Runtime.callFunctionOn",
		{
			functionDeclaration: CALL,
			executionContextId: context,
			arguments: [{ value: fn }, { value: args }],
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
