// The seam between what an agent wants (driver) and how a browser is reached. A Link does
// primitives and reports events; it knows nothing of sessions, policy or tools.

import type { LinkEvent, Primitive, PrimitiveParams, PrimitiveResult, Trace, Whose } from "@reins/protocol";

export interface CallOptions {
	signal: AbortSignal;
	trace?: Trace;
}

/** What a tab shows now, as committed by the browser: never what an address bar promises. */
export interface CommittedDocument {
	url: string;
	/** Changes with every new document. */
	document: string;
	/** The security origin: what an about:blank made by a site belongs to. */
	origin: string;
	/** Whose dialog is open in the tab, where one is that belongs to a document. */
	asker?: Whose;
}

export interface Link {
	call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>>;
	/** Of the page, or of one frame in it. Attaches if need be; throws `tab_gone` where there is no such tab. */
	committed(tab: string, signal: AbortSignal, frame?: string): Promise<CommittedDocument>;
	onEvent(listener: (event: LinkEvent) => void): () => void;
	/** Releases what this link holds in the browser. */
	close(): Promise<void>;
}
