// Notes every message to the browser in the trace of the call that is under way, with those of the frames.

import type { Trace } from "@reins/protocol";
import type { CdpListener, CdpParams, CdpSession } from "./cdp-session.ts";

/** Whose call it is. */
export interface Tracing {
	trace: Trace | undefined;
}

export class TracedSession implements CdpSession {
	readonly #session: CdpSession;
	readonly #tracing: Tracing;

	constructor(session: CdpSession, tracing: Tracing) {
		this.#session = session;
		this.#tracing = tracing;
	}

	send(method: string, params?: CdpParams, signal?: AbortSignal): Promise<CdpParams> {
		const answered = this.#tracing.trace?.message(method);
		const answer = this.#session.send(method, params, signal);
		if (answered) answer.then(answered, answered);
		return answer;
	}

	listen(listener: CdpListener): () => void {
		return this.#session.listen(listener);
	}

	fail(error: Error): void {
		this.#session.fail(error);
	}

	child(id: string): CdpSession {
		return new TracedSession(this.#session.child(id), this.#tracing);
	}
}
