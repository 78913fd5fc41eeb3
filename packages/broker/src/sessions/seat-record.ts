// Which browser of the person's a session works in, and which tab is its default, on disk: a session that comes
// back to a new broker must find the same browser and no other.

import { join } from "node:path";
import { readPrivate, writePrivate } from "../places/private-file.ts";

/** Sessions that ended without a word are forgotten when so many newer ones have come. */
const KEPT = 200;

interface Seat {
	/** Of the browser. */
	instance: string;
	/** The handle of the default tab. */
	current?: string | undefined;
}

export class SeatRecord {
	readonly #file: string;

	constructor(stateDirectory: string) {
		this.#file = join(stateDirectory, "seats.json");
	}

	/** By the session's public key. */
	find(session: string): Seat | undefined {
		return this.#read()[session];
	}

	set(session: string, seat: Seat): void {
		const { [session]: _old, ...others } = this.#read();
		this.#write(Object.fromEntries([...Object.entries(others), [session, seat] as const].slice(-KEPT)));
	}

	remove(session: string): void {
		const { [session]: old, ...others } = this.#read();
		if (old !== undefined) this.#write(others);
	}

	#read(): Record<string, Seat> {
		try {
			return JSON.parse(readPrivate(this.#file) ?? "{}") as Record<string, Seat>;
		} catch {
			// Nothing yet, or half a file of a full disk: the session then chooses afresh.
			return {};
		}
	}

	#write(seats: Record<string, Seat>): void {
		writePrivate(this.#file, JSON.stringify(seats));
	}
}
