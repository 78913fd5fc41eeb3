// Hands closed shadow roots to the kit: the browser knows them, one host at a time.

import type { CdpParams } from "./cdp-session.ts";
import type { FrameDocument } from "./frame-document.ts";

const SUSPECT = "function (number) { return this.suspect(number) }";
const OPEN = "function (host, root) { this.open(host, root) }";

/** Opens what the kit suspects in its document; how many there were. */
export async function openClosedRoots(
	frame: FrameDocument,
	kit: { object: string; context: number },
	suspects: readonly number[],
): Promise<number> {
	const opened = await Promise.all(suspects.map((number) => openRoot(frame, kit, number)));
	return opened.filter(Boolean).length;
}

async function openRoot(
	frame: FrameDocument,
	kit: { object: string; context: number },
	number: number,
): Promise<boolean> {
	const call = (functionDeclaration: string, ...args: CdpParams[]) =>
		frame.send("Runtime.callFunctionOn", { functionDeclaration, objectId: kit.object, arguments: args });
	const host = objectOf((await call(SUSPECT, { value: number }))["result"]);
	if (!host) return false;
	const { node } = await frame.send("DOM.describeNode", { objectId: host });
	const { shadowRoots = [] } = node as { shadowRoots?: { shadowRootType?: string; backendNodeId: number }[] };
	const closed = shadowRoots.find(({ shadowRootType }) => shadowRootType === "closed");
	const root = closed && (await resolve(frame, closed.backendNodeId, kit.context));
	await call(OPEN, { objectId: host }, root ? { objectId: root } : {});
	return root !== undefined;
}

async function resolve(frame: FrameDocument, node: number, context: number): Promise<string | undefined> {
	const found = await frame.send("DOM.resolveNode", { backendNodeId: node, executionContextId: context });
	return objectOf(found["object"]);
}

function objectOf(remote: unknown): string | undefined {
	return (remote as { objectId?: string } | undefined)?.objectId;
}
