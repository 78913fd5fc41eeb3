// Hands closed shadow roots to the kit: the browser knows them, one host at a time.

import { CdpError } from "./cdp-session.ts";
import type { FrameDocument, Kit } from "./frame-document.ts";

const SUSPECT = "function (number) { return this.suspect(number) }";
/** What the browser holds for us while it is asked. */
const GROUP = "reins";
const OPEN = "function (host, root) { this.open(host, root) }";

/** Opens what the kit suspects in its document; how many there were. */
export async function openClosedRoots(
	frame: FrameDocument,
	kit: Kit,
	suspects: readonly number[],
): Promise<number> {
	const opened = await Promise.all(
		suspects.map((number) =>
			openRoot(frame, kit, number).catch((error) => {
				// One that went while it was asked for; a document that is gone says so in the next call.
				if (error instanceof CdpError) return false;
				throw error;
			}),
		),
	);
	frame.send("Runtime.releaseObjectGroup", { objectGroup: GROUP }).catch(() => {});
	return opened.filter(Boolean).length;
}

async function openRoot(frame: FrameDocument, kit: Kit, number: number): Promise<boolean> {
	const host = await elementBy(frame, kit, SUSPECT, [number]);
	return host !== undefined && hand(frame, kit, host, await describeNode(frame, host));
}

/** Of what the browser tells of a node, what matters here. */
interface NodeInfo {
	localName: string;
	backendNodeId: number;
	/** The frame that it shows. */
	frameId?: string;
	shadowRoots?: { shadowRootType?: string; backendNodeId: number }[];
}

/** An element that a function of the kit answers, as an object for the browser. */
export async function elementBy(
	frame: FrameDocument,
	kit: Kit,
	functionDeclaration: string,
	args: readonly unknown[],
): Promise<string | undefined> {
	const { result } = await frame.send("Runtime.callFunctionOn", {
		functionDeclaration,
		objectId: kit.object,
		arguments: args.map((value) => ({ value })),
		objectGroup: GROUP,
	});
	return objectOf(result);
}

export async function describeNode(frame: FrameDocument, objectId: string): Promise<NodeInfo> {
	return (await frame.send("DOM.describeNode", { objectId }))["node"] as NodeInfo;
}

/** Hands a host's closed root to the kit, where it has one. */
export async function hand(frame: FrameDocument, kit: Kit, host: string, node: NodeInfo): Promise<boolean> {
	const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "closed");
	const root = closed && (await resolve(frame, closed.backendNodeId, kit.context));
	await frame.send("Runtime.callFunctionOn", {
		functionDeclaration: OPEN,
		objectId: kit.object,
		arguments: [{ objectId: host }, root ? { objectId: root } : {}],
	});
	return root !== undefined;
}

/** A node of a frame, as an object in the kit's world. */
export async function resolve(
	frame: FrameDocument,
	node: number,
	context: number,
): Promise<string | undefined> {
	const found = await frame.send("DOM.resolveNode", {
		backendNodeId: node,
		executionContextId: context,
		objectGroup: GROUP,
	});
	return objectOf(found["object"]);
}

function objectOf(remote: unknown): string | undefined {
	return (remote as { objectId?: string } | undefined)?.objectId;
}
