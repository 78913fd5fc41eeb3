// Messages over one socket, as both ends use it: framed, sealed after the handshake, strictly parsed, chunked,
// bounded. Anything out of order closes this socket and no other.

import type { Socket } from "node:net";
import {
	ChunkAssembler,
	encodeFrame,
	FrameReader,
	limits,
	newId,
	parseStrict,
	ReinsError,
	readMessage,
	roomInSealedFrame,
	sealedFrame,
	sealedIn,
	splitMessage,
	toJsonText,
} from "@reins/protocol";
import type { NodeSeal } from "../keys/node-seal.ts";

/** How long the last words may take to a side that does not read. */
const FAREWELL = 1_000;

export class MessageSocket {
	readonly #socket: Socket;
	readonly #reader = new FrameReader(limits.frameBeforeHello);
	readonly #chunks = new ChunkAssembler();
	#seal: NodeSeal | undefined;
	#open = false;
	#closed = false;
	#missed = 0;
	#heartbeat: NodeJS.Timeout | undefined;
	/** Called with every whole message; a throw closes the socket. */
	onMessage: (message: unknown) => void = () => {};
	/** Called once. */
	onClose: (reason: ReinsError) => void = () => {};

	constructor(socket: Socket) {
		this.#socket = socket;
		socket.on("data", (bytes) => this.#receive(bytes));
		socket.on("error", (error) => this.#end(new ReinsError("broker_unreachable", error.message)));
		const closed = () =>
			this.#end(new ReinsError("broker_unreachable", "The other side closed the connection."));
		// Nobody speaks after the other side's end: what is asked then must not be sent into nothing.
		socket.on("end", closed);
		socket.on("close", closed);
	}

	get closed(): boolean {
		return this.#closed;
	}

	/** Both sides have the same secret: whatever follows, either way, is sealed. */
	seal(seal: NodeSeal): void {
		this.#seal = seal;
	}

	/** The hellos are exchanged: larger frames, chunks and heartbeats from now on. */
	open(): void {
		// A heartbeat of a dead socket would never end.
		if (this.#closed) return;
		this.#open = true;
		this.#reader.setLimit(limits.frame);
		this.#heartbeat = setInterval(() => this.#beat(), limits.heartbeat);
		this.#heartbeat.unref();
	}

	send(message: object): void {
		if (this.#closed) return;
		if (this.#socket.writableLength > limits.backlog) {
			throw new ReinsError("backpressure", "The other side does not read fast enough.");
		}
		const text = toJsonText(message);
		const limit = this.#open ? limits.frame : limits.frameBeforeHello;
		const room = this.#seal ? roomInSealedFrame(limit) : limit;
		const most = this.#open ? limits.message : room;
		if (Buffer.byteLength(text) > most) {
			throw new ReinsError(
				"too_large",
				`A message of ${Buffer.byteLength(text)} bytes; at most ${most} can be sent.`,
			);
		}
		for (const piece of splitMessage(text, room, () => newId("ck"))) {
			this.#socket.write(encodeFrame(this.#seal ? sealedFrame(this.#seal.seal(piece)) : piece, limit));
		}
	}

	/** Sends what is still waiting, then closes. */
	close(): void {
		this.#socket.destroySoon();
		setTimeout(() => this.#socket.destroy(), FAREWELL).unref();
		this.#end(new ReinsError("broker_unreachable", "The connection was closed."));
	}

	fail(reason: ReinsError): void {
		this.#socket.destroy();
		this.#end(reason);
	}

	/** Does not keep the process alive by itself. */
	unref(): void {
		this.#socket.unref();
	}

	#receive(bytes: Uint8Array): void {
		try {
			for (const text of this.#reader.push(bytes)) {
				if (this.#closed) return;
				const said = this.#seal ? this.#seal.open(sealedIn(text)) : text;
				this.#accept(parseStrict(said, { duplicates: true }));
			}
		} catch (error) {
			this.fail(ReinsError.from(error));
		}
	}

	#accept(message: unknown): void {
		this.#missed = 0;
		const type = (message as { type?: unknown }).type;
		if (this.#open && type === "ping") this.send({ type: "pong", at: readMessage(message, ["ping"]).at });
		else if (this.#open && type === "pong") readMessage(message, ["pong"]);
		else if (this.#open && type === "chunk") {
			const whole = this.#chunks.accept(readMessage(message, ["chunk"]));
			if (whole !== undefined) this.onMessage(assembled(parseStrict(whole, { duplicates: true })));
		} else this.onMessage(message);
	}

	#beat(): void {
		if (this.#missed >= limits.missedHeartbeats) {
			this.fail(new ReinsError("broker_unreachable", "The other side stopped answering."));
			return;
		}
		this.#missed++;
		try {
			this.send({ type: "ping", at: Date.now() });
		} catch {
			// A full backlog is a missed beat too; the next one decides.
		}
	}

	#end(reason: ReinsError): void {
		if (this.#closed) return;
		this.#closed = true;
		clearInterval(this.#heartbeat);
		this.onClose(reason);
	}
}

function assembled(message: Record<string, unknown>): unknown {
	if (message["type"] === "chunk") throw new ReinsError("bad_frame", "A chunk within chunks.");
	return message;
}
