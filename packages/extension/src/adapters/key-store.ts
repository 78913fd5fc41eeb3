// The extension's own key. It is made once, cannot be read out, and lives in IndexedDB, the only store
// that takes a key which is not text.

import { newKeyPair } from "@reins/protocol";

const STORE = "keys";
const OWN = "own";

export async function ownKey(): Promise<CryptoKeyPair> {
	const database = await open();
	try {
		const found = await request<CryptoKeyPair | undefined>(
			database.transaction(STORE).objectStore(STORE).get(OWN),
		);
		if (found) return found;
		const made = (await newKeyPair(false)) as CryptoKeyPair;
		// Two first starts at once must end with the same key: the first one that was written.
		const store = database.transaction(STORE, "readwrite").objectStore(STORE);
		await request(store.add(made, OWN)).catch(() => undefined);
		return (await request<CryptoKeyPair>(database.transaction(STORE).objectStore(STORE).get(OWN))) ?? made;
	} finally {
		database.close();
	}
}

function open(): Promise<IDBDatabase> {
	const opening = indexedDB.open("reins", 1);
	opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
	return request(opening);
}

function request<T>(pending: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		pending.onsuccess = () => resolve(pending.result);
		pending.onerror = (event) => {
			event.preventDefault();
			reject(pending.error);
		};
	});
}
