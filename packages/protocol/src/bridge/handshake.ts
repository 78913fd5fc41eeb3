// How a browser's end of a connection proves who it is and seals what it says, with what every browser brings.
// Each end has a key, each signs what both have said, and nothing secret crosses: two more keys, made for this
// connection alone, give both ends the same secret, and every later message is sealed with what comes of it.

import { otherSide, type Side, sealedBytes, sealNonce, signedBytes, type Transcript } from "./transcript.ts";

interface HandshakeKey {
	readonly type: string;
}

/** A pair of keys of this machine's own cryptography. */
export interface HandshakeKeys {
	readonly publicKey: HandshakeKey;
	readonly privateKey: HandshakeKey;
}

/** One end's part of the secret of one connection. */
export interface Share {
	readonly text: string;
	readonly privateKey: HandshakeKey;
}

const SIGNING_KEY = { name: "ECDSA", namedCurve: "P-256" };
const SIGNING = { name: "ECDSA", hash: "SHA-256" };
const SHARING = { name: "ECDH", namedCurve: "P-256" };

export function newNonce(): string {
	return toBase64(crypto.getRandomValues(new Uint8Array(32)));
}

/** A key pair; one that is not extractable can be kept by a browser and never be read out. */
export function newKeyPair(extractable: boolean): Promise<HandshakeKeys> {
	return crypto.subtle.generateKey(SIGNING_KEY, extractable, ["sign", "verify"]);
}

export async function publicKeyText({ publicKey }: HandshakeKeys): Promise<string> {
	return toBase64(new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)));
}

export async function newShare(): Promise<Share> {
	const { publicKey, privateKey } = await crypto.subtle.generateKey(SHARING, false, ["deriveBits"]);
	return { text: toBase64(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))), privateKey };
}

export async function signTranscript(
	{ privateKey }: HandshakeKeys,
	side: Side,
	transcript: Transcript,
): Promise<string> {
	return toBase64(
		new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, signedBytes(side, transcript))),
	);
}

/** False for a wrong signature and for anything that is no key or no signature at all. */
// @guard proof
export async function verifyTranscript(
	side: Side,
	transcript: Transcript,
	signature: string,
): Promise<boolean> {
	const text = side === "broker" ? transcript.ack.key : transcript.hello.key;
	try {
		const key = await crypto.subtle.importKey("spki", fromBase64(text), SIGNING_KEY, false, ["verify"]);
		return await crypto.subtle.verify(SIGNING, key, fromBase64(signature), signedBytes(side, transcript));
	} catch {
		return false;
	}
}

/** Seals what one end sends, and opens what it gets: each once, and in order. */
export class BrowserSeal {
	readonly #outgoing: HandshakeKey;
	readonly #incoming: HandshakeKey;
	#sent = 0;
	#got = 0;

	private constructor(outgoing: HandshakeKey, incoming: HandshakeKey) {
		this.#outgoing = outgoing;
		this.#incoming = incoming;
	}

	/** Rejects where the other end's share is none. */
	static async make(own: Share, side: Side, transcript: Transcript): Promise<BrowserSeal> {
		const theirs = side === "broker" ? transcript.hello.share : transcript.ack.share;
		const share = await crypto.subtle.importKey("raw", fromBase64(theirs), SHARING, false, []);
		const bits = await crypto.subtle.deriveBits({ name: "ECDH", public: share }, own.privateKey, 256);
		const secret = await crypto.subtle.importKey("raw", bits, "HKDF", false, ["deriveKey"]);
		const keyOf = (sender: Side) =>
			crypto.subtle.deriveKey(
				{ name: "HKDF", hash: "SHA-256", salt: sealedBytes(sender, transcript), info: new Uint8Array(0) },
				secret,
				{ name: "AES-GCM", length: 256 },
				false,
				["encrypt", "decrypt"],
			);
		return new BrowserSeal(await keyOf(side), await keyOf(otherSide(side)));
	}

	/** The number is taken at once: messages must be sent in the order of these calls. */
	async seal(text: string): Promise<string> {
		const how = { name: "AES-GCM", iv: sealNonce(this.#sent++) };
		const sealed = await crypto.subtle.encrypt(how, this.#outgoing, new TextEncoder().encode(text));
		return toBase64(new Uint8Array(sealed));
	}

	/** Rejects what was not sealed by the other end, as its next message, for this connection. */
	async open(sealed: string): Promise<string> {
		const how = { name: "AES-GCM", iv: sealNonce(this.#got++) };
		const text = await crypto.subtle.decrypt(how, this.#incoming, fromBase64(sealed));
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
	}
}

/** What people compare: eight groups of four. */
export async function fingerprint(publicKey: string): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", fromBase64(publicKey)));
	const hex = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
	return hex.replace(/.{4}(?=.)/g, "$& ");
}

/** Newer browsers do it themselves, and far faster. */
interface Base64Bytes extends Uint8Array {
	toBase64?(): string;
}

/** As many bytes as fit into one call's arguments, and into whole groups of base64. */
const PIECE = 24_576;

function toBase64(bytes: Base64Bytes): string {
	if (bytes.toBase64) return bytes.toBase64();
	let text = "";
	for (let at = 0; at < bytes.length; at += PIECE)
		text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
	return text;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
	if (native) return native.call(Uint8Array, text);
	return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
