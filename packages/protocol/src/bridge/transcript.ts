// What the two ends of a connection sign, and what the keys of its seal come from: all that both have said, in
// one order, so that nothing of it can be exchanged, used again or used for the other end.

import type { Messages } from "../messages.ts";

/** Everything that was said before the proofs. */
export interface Transcript {
	hello: Messages["hello"];
	ack: Omit<Messages["helloAck"], "signature">;
}

/** The broker, and whoever has connected to it. */
export type Side = "broker" | "peer";

export function otherSide(side: Side): Side {
	return side === "broker" ? "peer" : "broker";
}

/** What `side` signs with its own key. A signature of one side is of no use to the other. */
export function signedBytes(side: Side, transcript: Transcript): Uint8Array<ArrayBuffer> {
	return bytesOf("signed by", side, transcript);
}

/** What the key for everything that `side` sends is bound to. */
export function sealedBytes(side: Side, transcript: Transcript): Uint8Array<ArrayBuffer> {
	return bytesOf("sealed by", side, transcript);
}

/** One a message of a direction: its number is never told, so that a message has only one place. */
export function sealNonce(number: number): Uint8Array<ArrayBuffer> {
	const nonce = new Uint8Array(12);
	new DataView(nonce.buffer).setBigUint64(4, BigInt(number));
	return nonce;
}

function bytesOf(what: string, side: Side, { hello, ack }: Transcript): Uint8Array<ArrayBuffer> {
	const { role, protocol: offered } = hello;
	return new TextEncoder().encode(
		JSON.stringify([
			"reins handshake 2",
			what,
			side,
			role,
			offered.min,
			offered.max,
			ack.protocol,
			hello.key,
			ack.key,
			hello.nonce,
			ack.nonce,
			hello.share,
			ack.share,
		]),
	);
}
