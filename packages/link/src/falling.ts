// Asks a document what it does about what is dragged over it and falls into it.

import type { CdpParams } from "./cdp-session.ts";
import { holding } from "./closed-roots.ts";
import type { FrameDocument } from "./frame-document.ts";

const FALLING = "function (ref) { return this.falling(ref) }";
const ASK = "function (what, ...more) { return this[what](...more) }";

/** The names that the kit has for it. */
type Question = "takes" | "took" | "fell" | "hold" | "letFall" | "end";
export type Ask = (what: Question, ...more: unknown[]) => Promise<boolean>;

/** For as long as somebody has something to ask. `ref`: what files are to fall onto. */
export async function whileFalling<T>(
	frame: FrameDocument,
	{ document, ref }: { document: string; ref?: string },
	work: (ask: Ask) => Promise<T>,
	signal: AbortSignal,
): Promise<T> {
	const kit = await frame.kit(document, signal);
	return holding(frame, kit, async ({ group }) => {
		const on = async (
			objectId: string,
			functionDeclaration: string,
			args: unknown[],
			until?: AbortSignal,
		) => {
			const given = args.map((value) => ({ value }));
			const call = { functionDeclaration, objectId, arguments: given, objectGroup: group };
			return (await frame.send("Runtime.callFunctionOn", call, until))["result"] as CdpParams;
		};
		const { objectId } = await on(kit.object, FALLING, ref === undefined ? [] : [ref], signal);
		return work(async (...question) => {
			// Who has given up still lets the document know.
			const until = question[0] === "end" ? undefined : signal;
			return (await on(String(objectId), ASK, question, until))["value"] === true;
		});
	});
}
