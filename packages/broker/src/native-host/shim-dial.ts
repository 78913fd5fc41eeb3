// The shim's way to a broker: dial, start one where nobody listens, and say what the extension has said so far
// again where a broker was just leaving. That is safe until the first answer, and only until then.

import { connect, type Socket } from "node:net";
import { limits, ReinsError } from "@reins/protocol";
import { startBroker } from "../client/start-broker.ts";

export interface Answered {
	socket: Socket;
	/** What the broker has sent already; the socket is paused behind it. */
	bytes: Buffer;
}

type Failure = "nobody listens" | "hung up" | "leaving";

interface DialOptions {
	address: string;
	command: readonly string[];
	/** What the extension has said so far. More may be added to it until the dial has ended. */
	said: Buffer[];
	/** Told of every socket that is tried, so that what is said later reaches it too. */
	onSocket: (socket: Socket | undefined) => void;
	signal: AbortSignal;
}

const MAX_TRIES = 5;
/** A broker that is killed hangs up without a word; so does one that does not understand us. */
const MAX_HANG_UPS = 2;
const NOBODY = new Set(["ENOENT", "ECONNREFUSED"]);

/** Resolves once a broker has answered the first words. */
export async function dialBroker(options: DialOptions): Promise<Answered> {
	let hangUps = 0;
	for (let tries = 1; ; tries++) {
		const outcome = await attempt(options);
		if (typeof outcome === "object") return outcome;
		options.signal.throwIfAborted();
		if (outcome === "hung up" && ++hangUps === MAX_HANG_UPS) {
			throw new ReinsError("broker_unreachable", "The broker closed the connection without an answer.");
		}
		if (tries === MAX_TRIES) throw new ReinsError("broker_unreachable", `No broker answers: ${outcome}.`);
		await orEnd(startBroker(options.command, process.env), options.signal);
	}
}

function attempt({ address, said, onSocket, signal }: DialOptions): Promise<Answered | Failure> {
	return new Promise((resolve, reject) => {
		const socket = connect(address);
		let bytes = Buffer.alloc(0);
		const finish = (settle: () => void) => {
			socket.off("data", receive).off("error", fail).off("close", hangUp).off("connect", speak);
			signal.removeEventListener("abort", abort);
			onSocket(undefined);
			settle();
		};
		const giveUp = (failure: Failure) =>
			finish(() => {
				socket.on("error", () => {}).destroy();
				resolve(failure);
			});
		const fail = (error: NodeJS.ErrnoException) => {
			if (NOBODY.has(error.code ?? "")) giveUp("nobody listens");
			else if (error.code === "ECONNRESET" || error.code === "EPIPE") giveUp("hung up");
			else finish(() => reject(new ReinsError("broker_unreachable", error.message)));
		};
		const abort = () => giveUp("hung up");
		const hangUp = () => giveUp("hung up");
		const speak = () => {
			for (const piece of said) socket.write(piece);
			onSocket(socket);
		};
		const receive = (piece: Buffer) => {
			bytes = Buffer.concat([bytes, piece]);
			const first = firstFrame(bytes);
			if (first === "incomplete") return;
			if (isLeaving(first)) return giveUp("leaving");
			socket.pause();
			finish(() => resolve({ socket, bytes }));
		};
		socket.on("data", receive).on("error", fail).on("close", hangUp).on("connect", speak);
		signal.addEventListener("abort", abort, { once: true });
		if (signal.aborted) abort();
	});
}

/** The text of the first frame; undefined for what is none that we need to understand. */
function firstFrame(bytes: Buffer): string | undefined | "incomplete" {
	if (bytes.length < 4) return "incomplete";
	const length = bytes.readUInt32LE(0);
	if (length > limits.frameBeforeHello) return undefined;
	return bytes.length < 4 + length ? "incomplete" : bytes.toString("utf8", 4, 4 + length);
}

function isLeaving(text: string | undefined): boolean {
	if (!text?.includes('"broker_replaced"')) return false;
	try {
		const { type, error } = JSON.parse(text) as { type?: unknown; error?: { code?: unknown } };
		return type === "refusal" && error?.code === "broker_replaced";
	} catch {
		return false;
	}
}

function orEnd<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener("abort", abort, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
