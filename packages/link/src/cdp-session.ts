// The seam between what is done in a tab and how CDP gets there: over a session of a pipe or socket, or
// over `chrome.debugger`.

export type CdpParams = Record<string, unknown>;
export type CdpListener = (method: string, params: CdpParams) => void;

/** One attached target. */
export interface CdpSession {
	/** An abort stops waiting, not the browser. */
	send(method: string, params?: CdpParams, signal?: AbortSignal): Promise<CdpParams>;
	/** Returns what ends the listening. */
	listen(listener: CdpListener): () => void;
	/** Ends every open command with this error. */
	fail(error: Error): void;
	/** The session of a frame that was attached to through this one. */
	child(id: string): CdpSession;
}

/** What the browser itself answered to a command that it refused. */
export class CdpError extends Error {
	override readonly name = "CdpError";
	readonly method: string;

	constructor(method: string, message: string) {
		super(message);
		this.method = method;
	}
}
