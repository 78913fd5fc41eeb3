// How extension and broker know each other: each has a key, each signs what both have said, and nothing
// secret crosses. The broker proves itself first; a signature of one role never serves for the other.

interface Transcript {
	/** Fresh bytes of each side, so that no proof can be used again. */
	browserNonce: string;
	brokerNonce: string;
	/** Public keys (SPKI, base64). */
	browserKey: string;
	brokerKey: string;
	protocol: number;
	instance: string;
	epoch: string;
}

interface HandshakeKey {
	readonly type: string;
}

/** A pair of keys of this machine's own cryptography. */
export interface HandshakeKeys {
	readonly publicKey: HandshakeKey;
	readonly privateKey: HandshakeKey;
}

export type HandshakeRole = "broker" | "browser";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };
const SIGNING = { name: "ECDSA", hash: "SHA-256" };

export function newNonce(): string {
	return toBase64(crypto.getRandomValues(new Uint8Array(32)));
}

/** A key pair; one that is not extractable can be kept by a browser and never be read out. */
export function newKeyPair(extractable: boolean): Promise<HandshakeKeys> {
	return crypto.subtle.generateKey(ALGORITHM, extractable, ["sign", "verify"]);
}

export async function publicKeyText(pair: HandshakeKeys): Promise<string> {
	return toBase64(new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey)));
}

export async function signTranscript(
	pair: HandshakeKeys,
	role: HandshakeRole,
	transcript: Transcript,
): Promise<string> {
	return toBase64(
		new Uint8Array(await crypto.subtle.sign(SIGNING, pair.privateKey, bytesOf(role, transcript))),
	);
}

/** False for a wrong signature and for anything that is no key or no signature at all. */
// @guard proof
export async function verifyTranscript(
	role: HandshakeRole,
	transcript: Transcript,
	signature: string,
): Promise<boolean> {
	const text = role === "broker" ? transcript.brokerKey : transcript.browserKey;
	try {
		const key = await crypto.subtle.importKey("spki", fromBase64(text), ALGORITHM, false, ["verify"]);
		return await crypto.subtle.verify(SIGNING, key, fromBase64(signature), bytesOf(role, transcript));
	} catch {
		return false;
	}
}

/** What people compare: eight groups of four. */
export async function fingerprint(publicKey: string): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", fromBase64(publicKey)));
	const hex = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
	return hex.replace(/.{4}(?=.)/g, "$& ");
}

function bytesOf(role: HandshakeRole, transcript: Transcript): Uint8Array<ArrayBuffer> {
	const { browserNonce, brokerNonce, browserKey, brokerKey, protocol, instance, epoch } = transcript;
	return new TextEncoder().encode(
		JSON.stringify([
			"reins handshake 1",
			role,
			browserNonce,
			brokerNonce,
			browserKey,
			brokerKey,
			protocol,
			instance,
			epoch,
		]),
	);
}

function toBase64(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
