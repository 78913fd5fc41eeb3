// A Link whose other end does the work: primitives go out as calls, events come back. What a tab shows is
// known from the events, so that judging a call costs no round trip; the other end judges again anyway.

import type {
	FrameRow,
	LinkEvent,
	Primitive,
	PrimitiveParams,
	PrimitiveResult,
	Trace,
	Whose,
} from "@reins/protocol";
import type { CallOptions, CommittedDocument, Link } from "./link.ts";

/** How a remote link reaches the other end. */
interface RemoteLinkChannel {
	call(primitive: Primitive, params: unknown, options: CallOptions): Promise<unknown>;
	committed(tab: string, signal: AbortSignal, frame?: string): Promise<CommittedDocument>;
	/** The session at the other end is over. */
	close(): Promise<void>;
}

export class RemoteLink implements Link {
	readonly #channel: RemoteLinkChannel;
	readonly #listeners = new Set<(event: LinkEvent) => void>();
	/** By tab, and in it by frame; the page itself is the empty one. */
	readonly #shown = new Map<string, Map<string, CommittedDocument>>();

	/** Whose dialogs are open, by tab. */
	readonly #askers = new Map<string, Whose>();

	constructor(channel: RemoteLinkChannel) {
		this.#channel = channel;
	}

	async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		mark(options.trace, primitive);
		try {
			const result = (await this.#channel.call(primitive, params, options)) as PrimitiveResult<P>;
			if (primitive === "frames") this.#learn((params as { tab: string }).tab, result as FrameRow[]);
			return result;
		} catch (error) {
			// Whatever went wrong, what the tab shows is asked for again before the next call.
			const { tab } = params as { tab?: string };
			if (tab !== undefined) this.#shown.delete(tab);
			throw error;
		} finally {
			mark(options.trace, `${primitive}:done`);
		}
	}

	async committed(tab: string, signal: AbortSignal, frame = ""): Promise<CommittedDocument> {
		const known = this.#shown.get(tab)?.get(frame);
		const asker = frame === "" ? this.#askers.get(tab) : undefined;
		if (known) return asker ? { ...known, asker } : known;
		const told = await this.#channel.committed(tab, signal, frame || undefined);
		const { asker: found, ...shown } = told;
		if (found) this.#askers.set(tab, found);
		this.#show(tab, frame, shown);
		return told;
	}

	#show(tab: string, frame: string, shown: CommittedDocument): void {
		// With another page its frames have gone.
		const kept = frame === "" ? undefined : this.#shown.get(tab);
		this.#shown.set(tab, (kept ?? new Map()).set(frame, shown));
	}

	/** A frame may go on to another document unheard; then the other end refuses, and it is asked for again. */
	#learn(tab: string, rows: FrameRow[]): void {
		for (const { frame, url, document, origin } of rows) {
			if (frame !== undefined && url !== undefined && document !== undefined && origin !== undefined)
				this.#show(tab, frame, { url, document, origin });
		}
	}

	onEvent(listener: (event: LinkEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	close(): Promise<void> {
		return this.#channel.close();
	}

	/** Something happened at the other end. */
	receive(event: LinkEvent): void {
		if (event.event === "shows") {
			const { url, document, origin } = event;
			this.#show(event.tab, "", { url, document, origin });
		} else if (event.event === "dialog_opened" && event.of) this.#askers.set(event.tab, event.of);
		else if (event.event === "dialog_closed") this.#askers.delete(event.tab);
		else if (event.event === "tab_closed" || event.event === "tab_crashed") this.#drop(event.tab);
		for (const listener of [...this.#listeners]) listener(event);
	}

	/** The way to the other end was interrupted: events may have been missed. */
	forget(): void {
		this.#shown.clear();
		this.#askers.clear();
	}

	#drop(tab: string): void {
		this.#shown.delete(tab);
		this.#askers.delete(tab);
	}
}

function mark(trace: Trace | undefined, what: string): void {
	trace?.mark(`link:${what}`);
}
