// Somebody between the real ends of the broker's socket: it has taken the socket's place, passes on what it likes,
// and keeps all that it saw. Or it answers by itself, as somebody would who poses as the broker.

import { renameSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";

type Direction = "toBroker" | "toPeer";

/** One connection through the relay. */
export interface Line {
	/** What the one who dialed says that it is. */
	role: string;
	frames: { direction: Direction; bytes: Buffer }[];
	ended: boolean;
}

type Passing = {
	frame: Buffer;
	direction: Direction;
	line: Line /** Of this direction, from 0. */;
	number: number;
};

export class Relay {
	readonly lines: Line[] = [];
	/** What is passed on in the place of a frame. */
	tamper: ((passing: Passing) => Buffer[]) | undefined;
	/** Answers in the broker's place, which then hears nothing. */
	pose: ((frame: Buffer, line: Line) => Buffer[]) | undefined;
	readonly #address: string;
	readonly #server: Server;
	readonly #sockets = new Set<Socket>();

	private constructor(address: string) {
		this.#address = address;
		this.#server = createServer((socket) => this.#accept(socket));
	}

	/** Takes the place of the broker's socket. */
	static async start(address: string): Promise<Relay> {
		renameSync(address, `${address}.real`);
		const relay = new Relay(address);
		await new Promise<void>((resolve) => relay.#server.listen(address, resolve));
		return relay;
	}

	/** Gives the place back. */
	async stop(): Promise<void> {
		const closed = new Promise((resolve) => this.#server.close(resolve));
		for (const socket of this.#sockets) socket.destroy();
		await closed;
		rmSync(this.#address, { force: true });
		renameSync(`${this.#address}.real`, this.#address);
	}

	of(role: string): Line[] {
		return this.lines.filter((line) => line.role === role);
	}

	#accept(peer: Socket): void {
		const line: Line = { role: "", frames: [], ended: false };
		this.lines.push(line);
		// Of whoever dials now; lines that were there before go on as they were.
		const { pose } = this;
		const broker = pose ? undefined : connect(`${this.#address}.real`);
		const ends = [peer, ...(broker ? [broker] : [])];
		for (const end of ends) {
			this.#sockets.add(end);
			end.on("error", () => {});
			end.on("close", () => {
				line.ended = true;
				for (const one of ends) one.destroy();
				this.#sockets.delete(end);
			});
		}
		const pass = (passing: Passing) => this.tamper?.(passing) ?? [passing.frame];
		const answer = ({ frame }: Passing) => pose?.(frame, line) ?? [];
		carry(line, "toBroker", { from: peer, to: broker ?? peer, through: pose ? answer : pass });
		if (broker) carry(line, "toPeer", { from: broker, to: peer, through: pass });
	}
}

/** Frame by frame, each exchanged for what comes of it. */
function carry(
	line: Line,
	direction: Direction,
	{ from, to, through }: { from: Socket; to: Socket; through: (passing: Passing) => Buffer[] },
): void {
	let held = Buffer.alloc(0);
	let number = 0;
	from.on("data", (piece) => {
		held = Buffer.concat([held, piece]);
		while (held.length >= 4 && held.length >= 4 + held.readUInt32LE(0)) {
			const frame = held.subarray(0, 4 + held.readUInt32LE(0));
			held = held.subarray(frame.length);
			if (direction === "toBroker" && number === 0) line.role = JSON.parse(textOf(frame)).role ?? "";
			line.frames.push({ direction, bytes: frame });
			for (const one of through({ frame, direction, line, number: number++ })) to.write(one);
		}
	});
}

export function textOf(frame: Buffer): string {
	return frame.toString("utf8", 4);
}

export function frameOf(text: string): Buffer {
	const bytes = Buffer.from(text);
	const header = Buffer.alloc(4);
	header.writeUInt32LE(bytes.length);
	return Buffer.concat([header, bytes]);
}

/** The ways to spoil a sealed frame; `before` is the one that was passed on before it. */
export const spoilings: Record<string, (frame: Buffer, before: Buffer) => Buffer[]> = {
	altered: (frame) => {
		const text = textOf(frame);
		const middle = Math.floor(text.length / 2);
		const other = text[middle] === "A" ? "B" : "A";
		return [frameOf(`${text.slice(0, middle)}${other}${text.slice(middle + 1)}`)];
	},
	dropped: () => [],
	repeated: (frame) => [frame, frame],
	"exchanged for an earlier one": (_frame, before) => [before],
	"preceded by one of the relay's own": (frame) => [frameOf(`"${"A".repeat(64)}"`), frame],
	"preceded by one that is not sealed": (frame) => [frameOf('{"type":"cancel","id":"1"}'), frame],
};

/** Everything that was seen, as it was and as it reads without its base64, in one. */
export function allSeen(lines: readonly Line[]): string {
	return lines
		.flatMap(({ frames }) => frames)
		.map(({ bytes }) => {
			const text = textOf(bytes);
			return `${text}\n${Buffer.from(text.replaceAll('"', ""), "base64").toString("latin1")}`;
		})
		.join("\n");
}
