// What keeps a tab from loading what its session may not see. The judge looks at documents that have come; the fence
// stands before: nothing is asked of a site that is not open, whatever a page, a redirect or the history leads to.

import { parseUrl, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import type { Send } from "./frame-document.ts";

/** The fence of a tab. */
export interface Fence {
	/** Whether the tab may load this as its page. */
	mayLoad(url: string): boolean;
	/** Whether a frame in the page may. Where this is absent it may: nobody acts in it unasked. */
	mayFrame?: ((url: string) => boolean) | undefined;
	/** Before anything is loaded from now on. */
	raise(send: Send): Promise<unknown>;
	/** Before anything is loaded in a frame of another process, where frames are fenced here. */
	raiseInFrame?: ((send: Send) => Promise<unknown>) | undefined;
	/** `isFrame`: whether this is known to be a frame in the page. */
	receive?(send: Send, method: string, params: CdpParams, isFrame: (id: string) => boolean): void;
}

/** What the network is followed with: bodies are not asked for, so the browser keeps none for us. */
export const KEEP_NOTHING = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/**
 * A worker of the site itself would answer in the network's place, and no fence would hear of it. Where Reins is
 * let in it must not.
 */
// @guard service-workers
export function passServiceWorkers(send: Send): Promise<unknown> {
	// Chrome takes the second to heart only where the first was said.
	return Promise.all([
		send("Network.enable", KEEP_NOTHING),
		send("Network.setBypassServiceWorker", { bypass: true }),
	]);
}

const DOCUMENTS = { patterns: [{ resourceType: "Document" }] };

/** A fence by CDP alone: the browser asks before it loads a document. */
export class CdpFence implements Fence {
	readonly mayLoad: Fence["mayLoad"];
	readonly mayFrame: Fence["mayFrame"];
	readonly raiseInFrame: Fence["raiseInFrame"];

	constructor({ mayLoad, mayFrame }: Pick<Fence, "mayLoad" | "mayFrame">) {
		this.mayLoad = mayLoad;
		this.mayFrame = mayFrame;
		if (mayFrame)
			this.raiseInFrame = (send) => Promise.all([passServiceWorkers(send), send("Fetch.enable", DOCUMENTS)]);
	}

	// @guard fence-stands
	raise(send: Send): Promise<unknown> {
		return Promise.all([
			passServiceWorkers(send),
			// A page that is made ready beforehand is one of its own, which nobody is asked about.
			send("Page.setPrerenderingAllowed", { isAllowed: false }),
			send("Fetch.enable", DOCUMENTS),
		]);
	}

	receive(send: Send, method: string, params: CdpParams, isFrame: (id: string) => boolean): void {
		judgePaused(send, method, params, (frame, url) => this.#passes(url, isFrame(frame)));
	}

	// @guard fence-passes
	#passes(url: string, inFrame: boolean): boolean {
		return inFrame ? (this.mayFrame?.(url) ?? true) : this.mayLoad(url);
	}
}

/** Lets a request go on, or ends it, where the browser waits with one. */
export function judgePaused(
	send: Send,
	method: string,
	params: CdpParams,
	passes: (frame: string, url: string) => boolean,
): void {
	if (method !== "Fetch.requestPaused") return;
	const { requestId, frameId, request } = params as {
		requestId: string;
		frameId: string;
		request: { url: string };
	};
	const answer = passes(frameId, request.url)
		? send("Fetch.continueRequest", { requestId })
		: send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
	answer.catch(() => {
		// The page went first.
	});
}

/** What was refused may be named by its site alone: what else its address holds is nobody's business. */
export function fencedOff(url: string): ReinsError {
	const site = siteOf(url);
	return new ReinsError("policy_denied", `The way led to ${site}, where this session may not go.`, {
		hint: "Nothing was asked of that site. Go back, or ask the person to allow it.",
		data: { effect: "navigate", site, interrupted: true },
	});
}

// @guard fence-words
function siteOf(url: string): string {
	const { origin } = parseUrl(url) ?? { origin: "null" };
	return origin === "null" ? "another page" : origin;
}
