// One frame, the document that it shows, and the kit's world in that document.

import { source as kitSource } from "@reins/page/source";
import { orAborted, ReinsError } from "@reins/protocol";
import { CdpError, type CdpParams } from "./cdp-session.ts";
import type { CommittedDocument } from "./link.ts";

const WORLD = "reins";
/** In an object, for a bundler writes a text down wherever it is named. */
const kit = Object.freeze({ source: kitSource });
/** Has every document bring the kit with it. */
export const kitForNewDocuments = () => ({ source: kit.source, worldName: WORLD });

/** An own property is asked for because an element of this id would answer to the plain name. */
const FIND_KIT = `Object.hasOwn(globalThis, "reinsKit") ? globalThis.reinsKit : undefined`;

export type Send = (method: string, params?: CdpParams, signal?: AbortSignal) => Promise<CdpParams>;

/** A frame as CDP describes it. */
export interface FrameInfo {
	id: string;
	parentId?: string;
	loaderId: string;
	url: string;
	urlFragment?: string;
	securityOrigin: string;
	/** What did not load, where this is the browser's page about it. */
	unreachableUrl?: string;
}

/** The kit of one document, and the world that it lives in. */
export interface Kit {
	object: string;
	context: number;
}

export class FrameDocument {
	/** What the refs of its document begin with, such as `f2`; those of the page itself begin with nothing. */
	name: string | undefined;
	/** Nothing has come into it yet. */
	loading = false;
	/** What did not load: the browser shows a page of its own in its place. */
	failed: string | undefined;
	readonly #send: Send;
	#id: string;
	#committed: CommittedDocument = { url: "about:blank", document: "", origin: "" };
	#kit: (Kit & { document: string }) | undefined;
	/** The kit that is being made, so that two who need it do not both make it. */
	#making: { document: string; kit: Promise<Kit> } | undefined;
	/** When commands were sent that have no answer yet. */
	readonly #unanswered = new Set<{ since: number }>();

	constructor(id: string, send: Send) {
		this.#id = id;
		this.#send = send;
	}

	get id(): string {
		return this.#id;
	}

	get committed(): CommittedDocument {
		return this.#committed;
	}

	/** Milliseconds for which the frame's process has kept a command waiting. */
	get silence(): number {
		const [first] = this.#unanswered;
		return first ? performance.now() - first.since : 0;
	}

	/** Another document has come. */
	commit(info: FrameInfo): void {
		this.#id = info.id;
		if (info.loaderId !== this.#committed.document) {
			this.#kit = undefined;
			this.name = undefined;
		}
		this.#committed = {
			url: info.url + (info.urlFragment ?? ""),
			document: info.loaderId,
			origin: info.securityOrigin,
		};
		this.failed = info.unreachableUrl;
	}

	/** The frame is not there any more: nothing is done in it from here on. */
	leave(): void {
		this.#committed = { ...this.#committed, document: "" };
		this.name = undefined;
	}

	/** The document has another address now, and is the same. */
	moved(url: string): void {
		this.#committed = { ...this.#committed, url };
	}

	/** What was judged for one document must not happen in another. */
	// @guard held-document
	require(document: string): void {
		if (document === "" || this.#committed.document !== document) throw documentReplaced(false);
	}

	/** An abort stops waiting, not the browser: a process that does not answer is known by that. */
	send(method: string, params: CdpParams = {}, signal?: AbortSignal): Promise<CdpParams> {
		if (signal?.aborted) return Promise.reject(signal.reason);
		const sent = { since: performance.now() };
		this.#unanswered.add(sent);
		const answer = this.#send(method, params);
		const answered = () => this.#unanswered.delete(sent);
		answer.then(answered, answered);
		return signal ? orAborted(answer, signal) : answer;
	}

	/**
	 * The kit in this document, as an object that exists there and nowhere else: numbers of contexts are used
	 * again by the next process of the tab. Throws if another document is shown.
	 */
	async kit(document: string, signal?: AbortSignal): Promise<Kit> {
		this.require(document);
		if (this.#kit?.document === document) return this.#kit;
		if (this.#making?.document !== document) {
			const making = { document, kit: this.#make(document) };
			const made = () => {
				if (this.#making === making) this.#making = undefined;
			};
			making.kit.then(made, made);
			this.#making = making;
		}
		return signal ? orAborted(this.#making.kit, signal) : this.#making.kit;
	}

	/** For who will soon ask: the kit is looked for while the page loads, and is there when that is done. */
	prepareKit(): void {
		this.kit(this.#committed.document).catch(() => {});
	}

	async #make(document: string): Promise<Kit> {
		const where = { frameId: this.#id, worldName: WORLD };
		const made = await this.send("Page.createIsolatedWorld", where).catch((error) => {
			// A frame that went to another process unheard is looked for again.
			if (isContextGone(error) && this.name !== undefined) this.leave();
			throw error;
		});
		this.require(document);
		const context = Number(made["executionContextId"]);
		const evaluate = async (expression: string) => {
			const answer = await this.send("Runtime.evaluate", { contextId: context, expression });
			return (answer["result"] as CdpParams | undefined)?.["objectId"] as string | undefined;
		};
		const object = (await evaluate(FIND_KIT)) ?? (await evaluate(`${kit.source};${FIND_KIT}`));
		this.require(document);
		if (!object) throw new ReinsError("internal", "The page kit could not be installed.");
		this.#kit = { document, object, context };
		return this.#kit;
	}

	/** The kit answered that it does not exist any more. */
	forgetKit(): void {
		this.#kit = undefined;
	}
}

/** `interrupted`: something may have been done before. */
export function documentReplaced(interrupted: boolean): ReinsError {
	return new ReinsError("stale_ref", "The page was replaced by another during the call.", {
		data: { replaced: true, interrupted },
	});
}

/** The browser's words for a context or a frame that is gone: its document was replaced. */
export function isContextGone(error: unknown): boolean {
	return (
		error instanceof CdpError &&
		/Cannot find context|context was destroyed|context with specified id|Inspected target navigated|uniqueContextId not found|Could not find object with given id|Invalid remote object id|No frame (for|with) given id|Session with given id not found/.test(
			error.message,
		)
	);
}

/** What was asked for was not begun, since the document is another one now. */
export function isReplaced(error: unknown): boolean {
	return error instanceof ReinsError && error.data?.["replaced"] === true;
}
