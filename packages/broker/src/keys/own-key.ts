// The keys of this user's own processes: one of the broker's, one that all clients share. Each is made when it is
// first needed and kept in a private file; to have the file is to be who it names.

import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { join } from "node:path";
import { fingerprint, type Side, signedBytes, type Transcript } from "@reins/protocol";
import { readStored, writeStoredOnce } from "./stored.ts";

const FILES: Record<Side, string> = { broker: "broker-key.json", peer: "client-key.json" };
const HINT = "Remove the file; browsers then ask the person to trust the broker's new key.";

interface StoredKey {
	private: string;
	public: string;
}

export interface OwnKey {
	/** The public part. */
	text: string;
	sign(transcript: Transcript): string;
}

/** The public part alone; undefined where there is no such key yet. */
export function publicKeyOf(side: Side, stateDirectory: string): string | undefined {
	return stored(side, stateDirectory)?.public;
}

/** The fingerprint of the broker's key; undefined where there is none yet. */
export async function brokerFingerprint(stateDirectory: string): Promise<string | undefined> {
	const key = publicKeyOf("broker", stateDirectory);
	return key && fingerprint(key);
}

/** Reads the key, or makes it. Of several processes that make it at once, all end with the same. */
export function ownKey(side: Side, stateDirectory: string): OwnKey {
	const found = stored(side, stateDirectory) ?? make(side, stateDirectory);
	const key = createPrivateKey({
		key: Buffer.from(found.private, "base64"),
		format: "der",
		type: "pkcs8",
	});
	return { text: found.public, sign: (transcript) => signed(key, side, transcript) };
}

function stored(side: Side, stateDirectory: string): StoredKey | undefined {
	return readStored<StoredKey>(join(stateDirectory, FILES[side]), HINT);
}

function make(side: Side, stateDirectory: string): StoredKey {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const made = {
		private: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
		public: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
	};
	writeStoredOnce(join(stateDirectory, FILES[side]), made);
	return stored(side, stateDirectory) ?? made;
}

function signed(key: KeyObject, side: Side, transcript: Transcript): string {
	const bytes = signedBytes(side, transcript);
	return sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }).toString("base64");
}
