// Hands closed shadow roots to the kit: the browser knows them, one host at a time.

import { CdpError } from "./cdp-session.ts";
import type { FrameDocument, Kit } from "./frame-document.ts";

const SUSPECT = "function (number) { return this.suspect(number) }";
const OPEN = "function (host, root) { this.open(host, root) }";

/** Opens what the kit suspects in its document; how many there were. */
export async function openClosedRoots(
	frame: FrameDocument,
	kit: Kit,
	suspects: readonly number[],
): Promise<number> {
	const opened = await holding(frame, kit, (asking) =>
		Promise.all(
			suspects.map((number) =>
				openRoot(frame, asking, number).catch((error) => {
					// One that went while it was asked for; a document that is gone says so in the next call.
					if (error instanceof CdpError) return false;
					throw error;
				}),
			),
		),
	);
	return opened.filter(Boolean).length;
}

async function openRoot(frame: FrameDocument, asking: Asking, number: number): Promise<boolean> {
	const host = await elementBy(frame, asking, SUSPECT, [number]);
	return host !== undefined && hand(frame, asking, host);
}

/** Who is asked, and under what name the browser holds what it answers with. */
export interface Asking {
	kit: Kit;
	group: string;
}

/** How long the browser holds what questions were answered with: an action asks several, and they are let go together. */
const HELD = 250;

/** What a frame's process holds under one name, and how many questions are under way. */
interface Group {
	name: string;
	asking: number;
}

let groups = 0;
const held = new WeakMap<FrameDocument, Group>();

/** What the browser holds for questions it holds until all of them are answered, and no longer than a moment after. */
export async function holding<T>(
	frame: FrameDocument,
	kit: Kit,
	question: (asking: Asking) => Promise<T>,
): Promise<T> {
	const group = held.get(frame) ?? newGroup(frame);
	group.asking += 1;
	try {
		return await question({ kit, group: group.name });
	} finally {
		group.asking -= 1;
		if (group.asking === 0 && held.get(frame) !== group) release(frame, group);
	}
}

function newGroup(frame: FrameDocument): Group {
	groups += 1;
	const group = { name: `reins-${groups}`, asking: 0 };
	held.set(frame, group);
	setTimeout(() => {
		held.delete(frame);
		if (group.asking === 0) release(frame, group);
	}, HELD);
	return group;
}

function release(frame: FrameDocument, { name }: Group): void {
	frame.send("Runtime.releaseObjectGroup", { objectGroup: name }).catch(() => {
		// Its document is gone, and what was held with it.
	});
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
	{ kit, group }: Asking,
	functionDeclaration: string,
	args: readonly unknown[],
): Promise<FoundElement | undefined> {
	const { result } = await frame.send("Runtime.callFunctionOn", {
		functionDeclaration,
		objectId: kit.object,
		arguments: args.map((value) => ({ value })),
		objectGroup: group,
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
export async function hand(frame: FrameDocument, asking: Asking, host: FoundElement): Promise<boolean> {
	const root = host.root === undefined ? undefined : await resolve(frame, asking, host.root);
	await frame.send("Runtime.callFunctionOn", {
		functionDeclaration: OPEN,
		objectId: asking.kit.object,
		arguments: [{ objectId: host.object }, root ? { objectId: root } : {}],
	});
	return root !== undefined;
}

/** A node of a frame, as an object in the kit's world. */
export async function resolve(
	frame: FrameDocument,
	{ kit, group }: Asking,
	node: number,
): Promise<string | undefined> {
	const found = await frame.send("DOM.resolveNode", {
		backendNodeId: node,
		executionContextId: kit.context,
		objectGroup: group,
	});
	return objectOf(found["object"]);
}

function objectOf(remote: unknown): string | undefined {
	return (remote as { objectId?: string } | undefined)?.objectId;
}
