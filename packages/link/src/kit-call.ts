// Calls the page kit in the document of a frame.

import { isErrorCode, isWrite, type KitFunction, kitEffects, orAborted, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { openClosedRoots } from "./closed-roots.ts";
import { documentReplaced, type FrameDocument, isContextGone } from "./frame-document.ts";
import type { RefNumbers } from "./ref-numbers.ts";

// What a site has locked away has the site's address and not its origin; only the document itself can tell.
const CALL = `function (fn, { onlyAt }, next) {
return !onlyAt || onlyAt == origin ? this.call(...arguments) :
{ next, suspects: [], error: { code: "policy_denied", message: "A secret is not for a sandboxed document." } } }`;

/** They say where things are without naming any by a ref. */
const makesNoRefs: ReadonlySet<KitFunction> = new Set<KitFunction>([
	"pageInfo",
	"drawLabels",
	"beginWidePicture",
	"endWidePicture",
]);

/** What they have seen is told once. */
const watches: ReadonlySet<KitFunction> = new Set<KitFunction>(["watch", "settle"]);

/** Closed shadow roots in closed shadow roots are followed so far. */
const NESTED = 5;

interface Reply {
	ok: boolean;
	next: number;
	/** Hosts that might have a closed shadow root. */
	suspects: number[];
	value?: unknown;
	error?: { code: string; message: string; data?: Record<string, unknown> };
}

/** Calls a function in one document and in no other: the kit is an object of that document. */
export async function callKit(
	frame: FrameDocument,
	call: { document: string; fn: string; args: Record<string, unknown> },
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<unknown> {
	const { document, fn, args } = call;
	if (!isKitFunction(fn)) throw new ReinsError("unknown_method", `The page kit has no function "${fn}".`);
	const counts = frame.name === undefined && !makesNoRefs.has(fn);
	const first = counts ? numbers.reserve(document) : undefined;
	const settle = async (next: number) => {
		if (first !== undefined) await numbers.settle(document, next);
	};
	try {
		const reply = await ask(frame, document, fn, [args, first, frame.name], signal);
		await settle(reply.next);
		if (reply.ok) return reply.value;
		throw kitError(reply);
	} catch (error) {
		// Numbers of a document that is gone were told to nobody. Those of a call that was given up may still be made.
		if (!signal.aborted && first !== undefined) await settle(first);
		if (!isContextGone(error)) throw error;
		frame.forgetKit();
		// A context that could not be found never started the call; one that was destroyed may have.
		const interrupted =
			isWrite(kitEffects[fn]) &&
			!/Cannot find context|Could not find object|Invalid remote/.test((error as Error).message);
		throw documentReplaced(interrupted);
	}
}

/** Calls again where closed shadow roots were found on the way, unless something was done already. */
async function ask(
	frame: FrameDocument,
	document: string,
	fn: KitFunction,
	rest: readonly unknown[],
	signal: AbortSignal,
): Promise<Reply> {
	for (let round = 0; ; round += 1) {
		const kit = await frame.kit(document, signal);
		const reply = await invoke(frame, kit.object, [fn, ...rest], signal);
		if (reply.suspects.length === 0 || round === NESTED) return reply;
		const opened = await orAborted(openClosedRoots(frame, kit, reply.suspects), signal);
		const repeatable = !isWrite(kitEffects[fn]) || reply.error?.code === "not_found";
		if (opened === 0 || !repeatable || watches.has(fn)) return reply;
	}
}

async function invoke(
	frame: FrameDocument,
	kit: string,
	call: readonly unknown[],
	signal: AbortSignal,
): Promise<Reply> {
	const answer = await frame.send(
		"Runtime.callFunctionOn",
		{
			functionDeclaration: CALL,
			objectId: kit,
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
	return (answer["result"] as CdpParams)["value"] as Reply;
}

function kitError(reply: Reply): ReinsError {
	const { code = "internal", message = "The page kit failed.", data } = reply.error ?? {};
	return new ReinsError(isErrorCode(code) ? code : "internal", message, data ? { data } : {});
}

function isKitFunction(fn: string): fn is KitFunction {
	return Object.hasOwn(kitEffects, fn);
}
