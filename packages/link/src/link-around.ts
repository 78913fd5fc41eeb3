// What stands around a link and watches its calls: all else is passed on.

import type { LinkEvent, Primitive, PrimitiveParams, PrimitiveResult } from "@reins/protocol";
import type { CallOptions, CommittedDocument, Link } from "./link.ts";

export abstract class LinkAround implements Link {
	protected readonly inner: Link;

	constructor(inner: Link) {
		this.inner = inner;
	}

	abstract call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>>;

	committed(tab: string, signal: AbortSignal, frame?: string): Promise<CommittedDocument> {
		return this.inner.committed(tab, signal, frame);
	}

	onEvent(listener: (event: LinkEvent) => void): () => void {
		return this.inner.onEvent(listener);
	}

	close(): Promise<void> {
		return this.inner.close();
	}
}
