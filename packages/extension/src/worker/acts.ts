// Where sessions act. What the page of an act brings to the front, then or soon after, the person has not chosen.

/** A page may answer an act later: by what it has asked its server, or a timer. */
const SOON = 1_000;
/** Whoever chooses a tab once more, and once more, within this time, is a person who means it. */
const INSISTENCE = { times: 2, within: 3_000 };

export class Acts {
	/** By session: the tab, and when the act was over. */
	readonly #last = new Map<string, { tab: number; at: number }>();
	/** When the tab that came to the front last was put back. */
	#backs: { tab: number; at: number }[] = [];

	async during<T>(session: string, tab: number, act: () => Promise<T>): Promise<T> {
		this.#last.set(session, { tab, at: Number.POSITIVE_INFINITY });
		try {
			return await act();
		} finally {
			this.#last.set(session, { tab, at: performance.now() });
		}
	}

	/** The tab in which a session acts, or has done so just now. */
	of(session: string): number | undefined {
		const last = this.#last.get(session);
		return last && performance.now() - last.at < SOON ? last.tab : undefined;
	}

	/** Whether a tab that comes to the front is put back: however busy an agent is, the person gets there. */
	putsBack(tab: number): boolean {
		const at = performance.now();
		this.#backs = this.#backs.filter((one) => one.tab === tab && at - one.at < INSISTENCE.within);
		if (this.#backs.length === INSISTENCE.times) return false;
		this.#backs.push({ tab, at });
		return true;
	}

	/** The session is over, or its agent has chosen what is in front: that is meant. */
	forget(session: string): void {
		this.#last.delete(session);
	}
}
