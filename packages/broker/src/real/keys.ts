// The broker's own key, and the keys of the browsers that it has met. Both are files that only their owner
// can read; a key that has changed is never accepted by itself.

import type { webcrypto } from "node:crypto";
import { join } from "node:path";
import { fingerprint, type HandshakeKeys, newKeyPair, publicKeyText, ReinsError } from "@reins/protocol";
import { readPrivate, writePrivate } from "../places/private-file.ts";

/** The browsers met longest ago are forgotten first. */
const KEPT = 500;
const OWN_FILE = "broker-key.json";
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

interface StoredKey {
	private: string;
	public: string;
}

export interface BrokerKey {
	pair: HandshakeKeys;
	text: string;
}

/** The fingerprint of the broker's key; undefined where there is none yet. */
export async function brokerFingerprint(stateDirectory: string): Promise<string | undefined> {
	const stored = readStored<StoredKey>(join(stateDirectory, OWN_FILE));
	return stored && fingerprint(stored.public);
}

export class Keys {
	readonly #ownFile: string;
	readonly #knownFile: string;
	#own: Promise<BrokerKey> | undefined;

	constructor(stateDirectory: string) {
		this.#ownFile = join(stateDirectory, OWN_FILE);
		this.#knownFile = join(stateDirectory, "known-browsers.json");
	}

	own(): Promise<BrokerKey> {
		this.#own ??= this.#load().catch((error) => {
			this.#own = undefined;
			throw error;
		});
		return this.#own;
	}

	/** Whether any browser has ever been met. */
	get anyKnown(): boolean {
		try {
			return Object.keys(this.#known()).length > 0;
		} catch {
			return false;
		}
	}

	/** Pins a browser's key at first contact; throws `key_changed` where another one was pinned. */
	// @guard pinned-browser
	require(instance: string, key: string): void {
		const known = this.#known();
		if (known[instance] === key) return;
		if (known[instance] !== undefined) {
			throw new ReinsError("key_changed", "This browser shows another key than at first contact.", {
				hint: `If you have reinstalled the extension, remove its line from ${this.#knownFile}.`,
			});
		}
		const all = Object.entries({ ...known, [instance]: key });
		writeStored(this.#knownFile, Object.fromEntries(all.slice(-KEPT)));
	}

	#known(): Record<string, string> {
		return readStored<Record<string, string>>(this.#knownFile) ?? {};
	}

	async #load(): Promise<BrokerKey> {
		const stored = readStored<StoredKey>(this.#ownFile);
		if (stored) return revive(stored);
		const pair = await newKeyPair(true);
		const text = await publicKeyText(pair);
		const secret = Buffer.from(
			await crypto.subtle.exportKey("pkcs8", pair.privateKey as webcrypto.CryptoKey),
		);
		writeStored(this.#ownFile, { private: secret.toString("base64"), public: text });
		return { pair, text };
	}
}

async function revive(stored: StoredKey): Promise<BrokerKey> {
	const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));
	const [privateKey, publicKey] = await Promise.all([
		crypto.subtle.importKey("pkcs8", bytes(stored.private), ALGORITHM, false, ["sign"]),
		crypto.subtle.importKey("spki", bytes(stored.public), ALGORITHM, true, ["verify"]),
	]);
	return { pair: { privateKey, publicKey }, text: stored.public };
}

function readStored<T>(path: string): T | undefined {
	try {
		const text = readPrivate(path);
		return text === undefined ? undefined : (JSON.parse(text) as T);
	} catch (error) {
		throw new ReinsError("broker_unreachable", `${path} cannot be read: ${(error as Error).message}`, {
			hint: "Remove the file; browsers then ask the person to trust the broker's new key.",
		});
	}
}

function writeStored(path: string, value: object): void {
	writePrivate(path, `${JSON.stringify(value, null, 1)}\n`, { lasting: true });
}
