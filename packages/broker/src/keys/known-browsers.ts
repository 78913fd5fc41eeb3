// The browsers that may connect, by their keys. The first one that ever comes is taken in, and so is a new one in
// the minutes after the person has set one up. Every other one, and one that shows another key than before, waits
// until the person has said yes (`reins trust`). All of it is in files, so that it can be done without a broker.

import { join } from "node:path";
import { fingerprint, ReinsError } from "@reins/protocol";
import { readStored, writeStored } from "./stored.ts";

/** The browsers met longest ago are forgotten first. */
const KEPT = 500;
const WAITING = 20;
/** Who waits and still wants to comes again by itself. */
const PATIENCE = 24 * 60 * 60_000;
/** How long after `reins install` a new browser needs no confirmation. */
const PAIRING = 10 * 60_000;

export interface KnownBrowser {
	/** The profile, for as long as the extension is installed in it. */
	instance: string;
	key: string;
	/** What it calls itself. */
	name: string;
	/** When it was taken in, or first asked to be. */
	since: string;
}

export interface WaitingBrowser extends KnownBrowser {
	/** One of this instance is known, by another key. */
	changed: boolean;
}

export type Admission = "known" | "first" | "pairing";

export class KnownBrowsers {
	readonly #knownFile: string;
	readonly #waitingFile: string;
	readonly #pairingFile: string;

	constructor(stateDirectory: string) {
		this.#knownFile = join(stateDirectory, "known-browsers.json");
		this.#waitingFile = join(stateDirectory, "waiting-browsers.json");
		this.#pairingFile = join(stateDirectory, "pairing.json");
	}

	get known(): KnownBrowser[] {
		return this.#read<KnownBrowser[]>(this.#knownFile) ?? [];
	}

	get waiting(): WaitingBrowser[] {
		const all = this.#read<WaitingBrowser[]>(this.#waitingFile) ?? [];
		return all.filter(({ since }) => Date.now() - Date.parse(since) < PATIENCE);
	}

	/** Whether any browser has ever been met. */
	get anyKnown(): boolean {
		try {
			return this.known.length > 0;
		} catch {
			return false;
		}
	}

	isKnown(instance: string, key: string): boolean {
		return this.known.some((one) => one.instance === instance && one.key === key);
	}

	/** Says why it is let in; throws `key_changed` or `not_confirmed` where it has to wait. */
	// @guard pinned-browser
	async admit(instance: string, key: string, name: string): Promise<Admission> {
		if (this.isKnown(instance, key)) return "known";
		const one = { instance, key, name, since: new Date().toISOString() };
		const changed = this.known.some((other) => other.instance === instance);
		// The file is there as soon as one was met, whatever was forgotten since.
		const isFirst = this.#read(this.#knownFile) === undefined;
		if (!changed && (isFirst || this.#isPairing())) {
			this.#pin(one);
			return isFirst ? "first" : "pairing";
		}
		this.#wait({ ...one, changed });
		throw await refusal(key, changed);
	}

	/** The person says yes. */
	confirm(one: KnownBrowser): void {
		const { instance, key, name } = one;
		this.#pin({ instance, key, name, since: new Date().toISOString() });
	}

	/** It has to be confirmed again before it may come back. */
	forget({ instance, key }: KnownBrowser): void {
		const others = (list: KnownBrowser[]) =>
			list.filter((one) => one.instance !== instance || one.key !== key);
		writeStored(this.#knownFile, others(this.known));
		writeStored(this.#waitingFile, others(this.waiting));
	}

	/** From now on, for some minutes, a new browser is one that the person is just setting up. */
	openPairing(): void {
		writeStored(this.#pairingFile, { until: Date.now() + PAIRING });
	}

	#isPairing(): boolean {
		const left = (this.#read<{ until: number }>(this.#pairingFile)?.until ?? 0) - Date.now();
		return left > 0 && left <= PAIRING;
	}

	#pin(one: KnownBrowser): void {
		const others = this.known.filter(({ instance }) => instance !== one.instance);
		writeStored(this.#knownFile, [...others, one].slice(-KEPT));
		const { waiting } = this;
		const left = waiting.filter(({ instance }) => instance !== one.instance);
		if (left.length < waiting.length) writeStored(this.#waitingFile, left);
	}

	#wait(one: WaitingBrowser): void {
		const { waiting } = this;
		if (waiting.some(({ instance, key }) => instance === one.instance && key === one.key)) return;
		writeStored(this.#waitingFile, [...waiting, one].slice(-WAITING));
	}

	#read<T>(path: string): T | undefined {
		return readStored<T>(path, "Remove the file; browsers then have to be confirmed with `reins trust`.");
	}
}

async function refusal(key: string, changed: boolean): Promise<ReinsError> {
	const whole = await fingerprint(key);
	const command = `\`reins trust ${whole.slice(0, 9)}\``;
	return changed
		? new ReinsError("key_changed", `This browser shows another key than before: ${whole}`, {
				hint: `If you have set up its extension again, run ${command} in a terminal. If not, another program may be posing as it.`,
			})
		: new ReinsError("not_confirmed", `This browser is new here and waits for your yes. Its key: ${whole}`, {
				hint: `If it is yours, run ${command} in a terminal.`,
			});
}
