// A Link whose other end does the work: primitives go out as calls, events come back. What a tab shows is
// known from the events, so that judging a call costs no round trip; the other end judges again anyway.

import type { LinkEvent, Primitive, PrimitiveParams, PrimitiveResult, Trace } from "@reins/protocol";
import type { CallOptions, CommittedDocument, Link } from "./link.ts";

/** How a remote link reaches the other end. */
interface RemoteLinkChannel {
	call(primitive: Primitive, params: unknown, options: CallOptions): Promise<unknown>;
	committed(tab: string, signal: AbortSignal): Promise<CommittedDocument>;
	/** The session at the other end is over. */
	close(): Promise<void>;
}

export class RemoteLink implements Link {
	readonly #channel: RemoteLinkChannel;
	readonly #listeners = new Set<(event: LinkEvent) => void>();
	readonly #shown = new Map<string, CommittedDocument>();

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
			return (await this.#channel.call(primitive, params, options)) as PrimitiveResult<P>;
		} catch (error) {
			// Whatever went wrong, what the tab shows is asked for again before the next call.
			const { tab } = params as { tab?: string };
			if (tab !== undefined) this.#shown.delete(tab);
			throw error;
		} finally {
			mark(options.trace, `${primitive}:done`);
		}
	}

	async committed(tab: string, signal: AbortSignal): Promise<CommittedDocument> {
		const known = this.#shown.get(tab);
		if (known) return known;
		const shown = await this.#channel.committed(tab, signal);
		this.#shown.set(tab, shown);
		return shown;
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
			this.#shown.set(event.tab, { url, document, origin });
		} else if (event.event === "tab_closed" || event.event === "tab_crashed") this.#shown.delete(event.tab);
		for (const listener of [...this.#listeners]) listener(event);
	}

	/** The way to the other end was interrupted: events may have been missed. */
	forget(): void {
		this.#shown.clear();
	}
}

function mark(trace: Trace | undefined, what: string): void {
	trace?.mark(`link:${what}`);
}
