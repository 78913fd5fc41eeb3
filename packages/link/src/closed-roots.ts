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
	return host !== undefined && hand(frame, kit, host);
}

/** An element as the browser knows it. */
interface FoundElement {
	/** For the browser, until it is released. */
	object: string;
	localName: string;
	/** The same for one node, whoever asks. */
	number: number;
	/** The frame that it shows. */
	frame: string | undefined;
	/** Its closed root. */
	root: number | undefined;
}

/** What pages may attach roots to, beside custom elements; the closed roots of others are the browser's own. */
const HOSTS = /-|^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** Has a node described together with the answer, which saves asking for it. */
const DESCRIBED = {
	serialization: "deep",
	maxDepth: 1,
	additionalParameters: { maxNodeDepth: 0, includeShadowTree: "all" },
};

interface Described {
	localName: string;
	backendNodeId: number;
	frameId?: string;
	shadowRoot?: { value: { mode: string; backendNodeId: number } } | null;
}

/** An element that a function of the kit answers. */
export async function elementBy(
	frame: FrameDocument,
	kit: Kit,
	functionDeclaration: string,
	args: readonly unknown[],
): Promise<FoundElement | undefined> {
	const { result } = await frame.send("Runtime.callFunctionOn", {
		functionDeclaration,
		objectId: kit.object,
		arguments: args.map((value) => ({ value })),
		objectGroup: GROUP,
		serializationOptions: DESCRIBED,
	});
	const object = objectOf(result);
	if (object === undefined) return undefined;
	const { value } = (result as { deepSerializedValue: { value: Described } }).deepSerializedValue;
	const { localName, backendNodeId: number, frameId, shadowRoot } = value;
	const closed = shadowRoot?.value.mode === "closed" && HOSTS.test(localName);
	return {
		...{ object, localName, number, frame: frameId },
		root: closed ? shadowRoot.value.backendNodeId : undefined,
	};
}

/** Hands a host's closed root to the kit, or that it has none. */
export async function hand(frame: FrameDocument, kit: Kit, host: FoundElement): Promise<boolean> {
	const root = host.root === undefined ? undefined : await resolve(frame, host.root, kit.context);
	await frame.send("Runtime.callFunctionOn", {
		functionDeclaration: OPEN,
		objectId: kit.object,
		arguments: [{ objectId: host.object }, root ? { objectId: root } : {}],
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
