// Where sessions act. What the page of an act brings to the front, then or soon after, the person has not chosen.

/** A page may answer an act later: by what it has asked its server, or a timer. */
const SOON = 1_000;
/** Whoever chooses a tab once more, and once more, within this time, is a person who means it. */
const INSISTENCE = { times: 2, within: 3_000 };
/** A tab may come to the front together with its window: that is once. */
const ONCE = 100;

interface Act {
	session: string;
	tab: number;
	/** When it is over; a tab may have several. */
	until: number;
}

export class Acts {
	readonly #begins: () => void;
	#acts: Act[] = [];
	/** When tabs that came to the front were put back. */
	#backs: { tab: number; at: number }[] = [];

	/** `begins`: told before anything of an act is done. */
	constructor(begins: () => void = () => {}) {
		this.#begins = begins;
	}

	async during<T>(session: string, tab: number, work: () => Promise<T>): Promise<T> {
		const act = { session, tab, until: Number.POSITIVE_INFINITY };
		this.#acts = [...this.#recent(), act];
		this.#begins();
		try {
			return await work();
		} finally {
			act.until = performance.now() + SOON;
		}
	}

	/** The tabs in which a session acts, or has done so just now. */
	of(session: string): number[] {
		return this.#recent().flatMap((act) => (act.session === session ? [act.tab] : []));
	}

	/** Whether a tab that comes to the front is put back: however busy an agent is, the person gets there. */
	putsBack(tab: number): boolean {
		const at = performance.now();
		this.#backs = this.#backs.filter((one) => at - one.at < INSISTENCE.within);
		const backs = this.#backs.filter((one) => one.tab === tab);
		const last = backs.at(-1);
		if (last && at - last.at < ONCE) return true;
		if (backs.length === INSISTENCE.times) return false;
		this.#backs.push({ tab, at });
		return true;
	}

	/** The session is over, or its agent has chosen what is in front: that is meant. */
	forget(session: string): void {
		this.#acts = this.#acts.filter((act) => act.session !== session);
	}

	#recent(): Act[] {
		const now = performance.now();
		return this.#acts.filter(({ until }) => until > now);
	}
}
