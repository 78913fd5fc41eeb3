// What protocol/bridge/handshake.ts does in a browser, done with Node's own cryptography: at once, without a
// turn of the event loop a message.

import { createCipheriv, createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import {
	otherSide,
	ReinsError,
	type Side,
	sealedBytes,
	sealNonce,
	signedBytes,
	type Transcript,
} from "@reins/protocol";

const CIPHER = "aes-256-gcm";
const TAG = 16;
const CURVE = "prime256v1";

/** One end's part of the secret of one connection. */
export class NodeShare {
	readonly text: string;
	readonly #own = createECDH(CURVE);

	constructor() {
		this.text = this.#own.generateKeys("base64");
	}

	/** Throws where the other end's share is none. */
	seal(side: Side, transcript: Transcript): NodeSeal {
		const secret = this.#secret(side === "broker" ? transcript.hello.share : transcript.ack.share);
		const keyOf = (sender: Side) =>
			Buffer.from(hkdfSync("sha256", secret, sealedBytes(sender, transcript), "", 32));
		return new NodeSeal(keyOf(side), keyOf(otherSide(side)));
	}

	#secret(theirs: string): Buffer {
		try {
			return this.#own.computeSecret(theirs, "base64");
		} catch {
			throw new ReinsError("bad_frame", "A share that is no point of the curve.");
		}
	}
}

/** Seals what one end sends, and opens what it gets: each once, and in order. */
export class NodeSeal {
	readonly #outgoing: Buffer;
	readonly #incoming: Buffer;
	#sent = 0;
	#got = 0;

	constructor(outgoing: Buffer, incoming: Buffer) {
		this.#outgoing = outgoing;
		this.#incoming = incoming;
	}

	seal(text: string): string {
		const cipher = createCipheriv(CIPHER, this.#outgoing, sealNonce(this.#sent++));
		// From bytes, which is faster than from a string.
		const parts = [cipher.update(Buffer.from(text)), cipher.final(), cipher.getAuthTag()];
		return Buffer.concat(parts).toString("base64");
	}

	/** Throws at what was not sealed by the other end, as its next message, for this connection. */
	open(sealed: string): string {
		const bytes = Buffer.from(sealed, "base64");
		try {
			const decipher = createDecipheriv(CIPHER, this.#incoming, sealNonce(this.#got++), {
				authTagLength: TAG,
			});
			decipher.setAuthTag(bytes.subarray(-TAG));
			return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]).toString("utf8");
		} catch {
			throw new ReinsError("bad_frame", "A message does not open: it is not the next one of the other side.");
		}
	}
}

/** False for a wrong signature and for anything that is no key or no signature at all. */
export function isSigned(side: Side, transcript: Transcript, signature: string): boolean {
	const text = side === "broker" ? transcript.ack.key : transcript.hello.key;
	try {
		const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
		// No other kind is spoken here.
		if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== CURVE) return false;
		const bytes = signedBytes(side, transcript);
		return verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64"));
	} catch {
		return false;
	}
}
