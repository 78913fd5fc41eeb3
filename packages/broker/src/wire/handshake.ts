// How the two ends of the broker's socket come to know each other, before either says anything that matters:
//
// 1. `hello`: the peer's role, key, nonce and share. A client's key must be the one that is registered.
// 2. `helloAck`: the broker's, and its signature over all of it. The peer compares the key with the one it knows.
// 3. `helloProof`, sealed like everything after it: the peer's signature.
// 4. `welcome`.
//
// Whoever sits in between can pass it all on, and learns nothing and changes nothing.

import {
	agree,
	type Hello,
	type HelloAck,
	limits,
	type Messages,
	newNonce,
	protocolRange,
	ReinsError,
	readMessage,
	type Transcript,
	type WireError,
} from "@reins/protocol";
import { isSigned, type NodeSeal, NodeShare } from "../keys/node-seal.ts";
import { type OwnKey, ownKey, publicKeyOf } from "../keys/own-key.ts";
import type { MessageSocket } from "./message-socket.ts";

/** A client's first words, and how it judges the answer to them. */
export class Knock {
	readonly hello: Hello;
	readonly #state: string;
	readonly #key: OwnKey;
	readonly #share = new NodeShare();

	constructor(stateDirectory: string) {
		this.#state = stateDirectory;
		this.#key = ownKey("peer", stateDirectory);
		this.hello = {
			type: "hello",
			role: "client",
			protocol: protocolRange,
			key: this.#key.text,
			nonce: newNonce(),
			share: this.#share.text,
		};
	}

	/** Throws unless it is this user's broker that has answered; else the seal, and the client's own proof. */
	judge({ signature, ...ack }: HelloAck): { seal: NodeSeal; proof: Messages["helloProof"] } {
		const transcript: Transcript = { hello: this.hello, ack };
		requireBroker(publicKeyOf("broker", this.#state), transcript, signature);
		if (!agree({ min: ack.protocol, max: ack.protocol }).ok)
			throw new ReinsError("version_mismatch", "The broker chose a protocol that was not offered.");
		return {
			seal: this.#share.seal("peer", transcript),
			proof: { type: "helloProof", signature: this.#key.sign(transcript) },
		};
	}
}

// @guard broker-of-client
function requireBroker(known: string | undefined, transcript: Transcript, signature: string): void {
	if (transcript.ack.key === known && isSigned("broker", transcript, signature)) return;
	throw new ReinsError("key_changed", "Whoever listens on the broker's socket is not this user's broker.", {
		hint: "Another program may be posing as it, or state/broker-key.json was changed while it ran. Find out who holds the socket, end it, and try again.",
	});
}

/** The client's side. Resolves once the socket is that of this user's broker, and sealed. */
export async function greetBroker(socket: MessageSocket, stateDirectory: string): Promise<void> {
	const knock = new Knock(stateDirectory);
	const ack = await acceptedBy(socket, "helloAck", () => socket.send(knock.hello));
	const { seal, proof } = knock.judge(ack);
	socket.seal(seal);
	await acceptedBy(socket, "welcome", () => socket.send(proof));
	socket.open();
}

/** The broker's side, from a hello on. Resolves once the peer has proved its key; the socket is sealed then. */
export async function answerHello(socket: MessageSocket, hello: Hello, own: OwnKey): Promise<void> {
	const agreed = agree(hello.protocol);
	if (!agreed.ok) {
		const side = agreed.older === "us" ? "broker" : hello.role === "client" ? "client" : "extension";
		throw new ReinsError("version_mismatch", `No common protocol version: update the ${side}.`, {
			data: { update: side },
		});
	}
	const share = new NodeShare();
	const ack: Transcript["ack"] = {
		type: "helloAck",
		protocol: agreed.version,
		key: own.text,
		nonce: newNonce(),
		share: share.text,
	};
	const transcript = { hello, ack };
	const seal = share.seal("broker", transcript);
	const { signature } = await answerTo(socket, ["helloProof"], () => {
		socket.send({ ...ack, signature: own.sign(transcript) });
		socket.seal(seal);
	});
	requireProof(transcript, signature);
}

// @guard proof-of-peer
function requireProof(transcript: Transcript, signature: string): void {
	if (isSigned("peer", transcript, signature)) return;
	const { role } = transcript.hello;
	throw new ReinsError(
		role === "client" ? "not_registered" : "key_changed",
		`The ${role} could not prove that it has the key that it shows.`,
	);
}

/**
 * The next message, which must be one of these. Rejects with what ends the socket, or when the time for it is
 * over. Whatever comes behind it, unasked, ends the socket.
 */
export async function answerTo<const T extends keyof Messages>(
	socket: MessageSocket,
	expected: readonly T[],
	ask: () => void,
): Promise<Messages[T]> {
	if (socket.closed) throw new ReinsError("broker_unreachable", "The other side closed the connection.");
	const answer = await new Promise<Messages[T]>((resolve, reject) => {
		const timer = hurry(socket);
		socket.onClose = (reason) => {
			clearTimeout(timer);
			reject(reason);
		};
		socket.onMessage = (message) => {
			const said = readMessage(message, expected);
			clearTimeout(timer);
			socket.onMessage = outOfTurn;
			resolve(said);
		};
		ask();
	});
	// Something came right behind it, and nobody was there yet to hear that the socket has ended.
	if (socket.closed) throw new ReinsError("bad_frame", "The socket ended before the answer was heard.");
	return answer;
}

// @guard stranger-time
function hurry(socket: MessageSocket): NodeJS.Timeout {
	const late = new ReinsError("timeout", "The handshake was not finished in time.");
	return setTimeout(() => socket.fail(late), limits.handshake);
}

// @guard proof-first
function outOfTurn(): void {
	throw new ReinsError("bad_frame", "A message before its turn.");
}

/** The same from the broker's answers, where a refusal is thrown. */
export async function acceptedBy<const T extends keyof Messages>(
	socket: MessageSocket,
	expected: T,
	ask: () => void,
): Promise<Messages[T]> {
	const answer: Messages[T | "refusal"] = await answerTo(socket, [expected, "refusal"], ask);
	if (answer.type === "refusal")
		throw ReinsError.fromWire((answer as Messages["refusal"]).error as unknown as WireError);
	return answer as Messages[T];
}
