// The secrets as the broker uses them: found by name for the one who writes them into a page, and taken out of
// everything that leaves the broker. What was ever known is masked until the broker ends: a page may still show a
// value that the person has changed or removed.

import { ReinsError } from "@reins/protocol";
import { type Mask, maskOf } from "./mask.ts";
import { type Secret, type SecretStore, unknownSecret } from "./secret-store.ts";

export class Secrets {
	readonly #store: SecretStore;
	/** By value; the longest first, since one value may be a part of another. */
	#masks: [value: string, mask: Mask][] = [];
	#seen: readonly Secret[] = [];

	constructor(store: SecretStore) {
		this.#store = store;
	}

	/** Throws where there is none, or where the store cannot be trusted. */
	find(name: string): Secret {
		const secrets = this.refresh();
		const found = secrets.find((one) => one.name === name);
		if (!found) throw unknownSecret(name, secrets);
		return found;
	}

	/** Learns what has changed in the store. Throws where that cannot be trusted: what is unknown cannot be masked. */
	refresh(): readonly Secret[] {
		const secrets = this.#store.list();
		if (secrets === this.#seen) return secrets;
		for (const { name, value } of secrets) {
			if (this.#masks.some(([known]) => known === value)) continue;
			this.#masks.push([value, maskOf(value, `[secret ${name}]`)]);
		}
		this.#masks.sort(([a], [b]) => b.length - a.length);
		this.#seen = secrets;
		return secrets;
	}

	readonly mask: Mask = (text) => this.#masks.reduce((masked, [, mask]) => mask(masked), text);

	/** The same for every text in an object. */
	maskAll<T>(data: T): T {
		return this.#masks.length === 0 ? data : (masked(data, this.mask) as T);
	}

	maskError(thrown: unknown): ReinsError {
		const error = ReinsError.from(thrown);
		if (this.#masks.length === 0) return error;
		const { code, message, hint, data } = error;
		const told = new ReinsError(code, this.mask(message), {
			hint: this.mask(hint),
			...(data && { data: this.maskAll(data) }),
		});
		// Where it came from is still the place that a log should name.
		told.stack = this.mask(stackOf(error));
		return told;
	}
}

function stackOf(error: ReinsError): string {
	const first = error.code === "internal" && error.cause instanceof Error ? error.cause : error;
	return first.stack ?? first.message;
}

/** Keys and kinds are ours. Pictures stay as they are: by chance their data may spell anything. */
function masked(data: unknown, mask: Mask): unknown {
	if (typeof data === "string") return mask(data);
	if (Array.isArray(data)) return data.map((one) => masked(one, mask));
	if (typeof data !== "object" || data === null || isPicture(data)) return data;
	const entries = Object.entries(data);
	return Object.fromEntries(entries.map(([key, one]) => [key, key === "type" ? one : masked(one, mask)]));
}

function isPicture(data: object): boolean {
	return (data as { type?: unknown }).type === "image" && "mimeType" in data;
}
