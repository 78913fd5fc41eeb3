// Asks a document what it does about what is dragged over it and falls into it.

import type { CdpParams } from "./cdp-session.ts";
import { holding } from "./closed-roots.ts";
import type { FrameDocument } from "./frame-document.ts";

const FALLING = "function (ref, areFiles) { return this.falling(ref, areFiles) }";
const ASK = "function (what, ...more) { return this[what](...more) }";

/** The names that the kit has for it. */
type Question = "takes" | "took" | "fell" | "idle" | "place" | "hold" | "letFall" | "end";
export type Ask = (what: Question, ...more: unknown[]) => Promise<unknown>;

/** For as long as somebody has something to ask. `ref`: what it is to fall onto. */
export async function whileFalling<T>(
	frame: FrameDocument,
	{ document, ref, areFiles }: { document: string; ref: string; areFiles: boolean },
	work: (ask: Ask) => Promise<T>,
	signal: AbortSignal,
): Promise<T> {
	frame.require(document);
	const kit = await frame.kit(document, signal);
	return holding(frame, kit, async ({ group }) => {
		const on = async (
			objectId: string,
			asked: [ask: string, ...args: unknown[]],
			more: CdpParams,
			until?: AbortSignal,
		) => {
			const [functionDeclaration, ...args] = asked;
			const given = args.map((value) => ({ value }));
			const call = { functionDeclaration, objectId, arguments: given, objectGroup: group, ...more };
			return (await frame.send("Runtime.callFunctionOn", call, until))["result"] as CdpParams;
		};
		const { objectId } = await on(kit.object, [FALLING, ref, areFiles], {}, signal);
		return work(async (what, ...args) => {
			// Who has given up still lets the document know.
			const until = what === "end" ? undefined : signal;
			const answer = { returnByValue: true, awaitPromise: true };
			return (await on(String(objectId), [ASK, what, ...args], answer, until))["value"];
		});
	});
}
