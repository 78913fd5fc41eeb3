// Who was shown out, and why: told to the person, and written down without letting a stranger fill the disk.

import { type BrokerStatus, printable, type ReinsError } from "@reins/protocol";
import type { Log } from "./log.ts";

/** The same refusal is written down once in so many milliseconds, with how often it came since. */
const QUIET = 60_000;

export class Refusals {
	readonly #logs: readonly Log[];
	readonly #written = new Map<string, { at: number; since: number }>();
	#count = 0;
	#last: NonNullable<BrokerStatus["refused"]>["last"] | undefined;

	constructor(...logs: Log[]) {
		this.#logs = logs;
	}

	/** Absent where nobody was refused. */
	get summary(): BrokerStatus["refused"] {
		return this.#last && { count: this.#count, last: this.#last };
	}

	note(who: string, { code, message }: ReinsError): void {
		const reason = printable(message, 300);
		this.#count++;
		this.#last = { at: new Date().toISOString(), who, code, reason };
		const kind = `${who} ${code}`;
		const now = performance.now();
		const before = this.#written.get(kind);
		if (before && now - before.at < QUIET) {
			before.since++;
			return;
		}
		this.#written.set(kind, { at: now, since: 0 });
		for (const log of this.#logs)
			log("refused", { who, code, reason, ...(before?.since && { before: before.since }) });
	}
}
