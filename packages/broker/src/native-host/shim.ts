// The native messaging host: copies bytes between the browser's stdio and the broker's socket, whose framing is
// the same. It holds nothing, since the browser ends it together with the extension's worker. Only frames go to
// stdout and nothing to stderr: what has to be said is in logs/shim.log, or in one refusal to the extension.

import type { Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { encodeFrame, FrameReader, limits, ReinsError } from "@reins/protocol";
import { LogFile } from "../daemon/log.ts";
import { placesFor } from "../places/places.ts";
import { preparePlaces } from "../places/private-directory.ts";
import { extensionOrigin } from "./manifest.ts";
import { type Answered, dialBroker } from "./shim-dial.ts";

interface ShimOptions {
	/** What the browser passes: the origin of the extension, and on Windows its window. */
	words: readonly string[];
	brokerCommand: readonly string[];
}

/** How long the last bytes may take to a side that does not read. */
const FAREWELL = 500;

/** Runs until either side has ended; ends the process. */
export async function runShim({ words, brokerCommand }: ShimOptions): Promise<never> {
	let log: LogFile | undefined;
	const leave = (code: number, reason: string): never => {
		log?.write("shim_ended", { reason });
		process.exit(code);
	};
	process.on("uncaughtException", (error) => leave(1, `defect: ${error.stack ?? error.message}`));
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => leave(0, signal));
	try {
		const origin = words.find((word) => word.includes("://"));
		refuseStrangers(origin);
		const places = placesFor();
		preparePlaces(places);
		log = new LogFile(join(places.logs, "shim.log"));
		log.write("shim_started", { origin: origin ?? "none" });
		return leave(0, await carry(places.address, brokerCommand));
	} catch (thrown) {
		const error = ReinsError.from(thrown);
		// Whoever does not speak our language is not answered.
		if (error.code !== "bad_frame") {
			const refusal = JSON.stringify({ type: "refusal", error: error.toWire() });
			process.stdout.on("error", () => {});
			process.stdout.write(encodeFrame(refusal, limits.frameBeforeHello));
			await flushed(process.stdout);
		}
		return leave(1, `${error.code}: ${error.message}`);
	}
}

/** Browsers check the manifest's list of extensions; this is for a manifest that somebody has widened. */
// @guard host-for-one
export function refuseStrangers(origin: string | undefined): void {
	if (origin === undefined || origin === extensionOrigin) return;
	throw new ReinsError("bad_args", `This host serves ${extensionOrigin}, not ${origin.slice(0, 200)}`, {
		hint: "Run `reins doctor --fix`, which writes the host's manifest anew.",
	});
}

/** Only a hello is worth a broker; whether it is a good one is for the broker to say. */
function refuseForeign(text: string): void {
	try {
		if ((JSON.parse(text) as { type?: unknown } | null)?.type === "hello") return;
	} catch {
		// No JSON is no hello either.
	}
	throw new ReinsError("bad_frame", "The first message was no hello.");
}

/** Resolves to the reason why it ended. */
async function carry(address: string, command: readonly string[]): Promise<string> {
	const { stdin, stdout } = process;
	const over = new AbortController();
	const said: Buffer[] = [];
	let current: Socket | undefined;
	let amount = 0;
	const hold = (piece: Buffer) => {
		said.push(piece);
		amount += piece.length;
		current?.write(piece);
		// Nobody may say more than this before the broker has answered.
		if (amount > limits.frameBeforeHello) stdin.pause();
	};
	const end = () => over.abort();
	stdin.on("end", end).on("close", end).on("error", end);
	stdout.on("error", end);
	// The extension speaks first. Until it has said hello there is nothing to start a broker for.
	const reader = new FrameReader(limits.frameBeforeHello);
	const spoke = await new Promise<boolean>((resolve, reject) => {
		const listen = (piece: Buffer) => {
			hold(piece);
			try {
				const [text] = reader.push(piece);
				if (text === undefined) return;
				refuseForeign(text);
			} catch (error) {
				reject(error);
				return;
			}
			stdin.off("data", listen).on("data", hold);
			resolve(true);
		};
		stdin.on("data", listen);
		over.signal.addEventListener("abort", () => resolve(false), { once: true });
	});
	if (!spoke) return "the browser closed the port before it said anything";
	let answered: Answered;
	try {
		answered = await dialBroker({
			address,
			command,
			said,
			signal: over.signal,
			onSocket: (socket) => {
				current = socket;
			},
		});
	} catch (error) {
		if (over.signal.aborted) return "the browser closed the port before a broker answered";
		throw error;
	}
	stdin.off("data", hold);
	said.length = 0;
	return copy(stdin, stdout, answered);
}

/** Both ways, with the back-pressure of both sides. */
async function copy(input: Readable, output: Writable, { socket, bytes }: Answered): Promise<string> {
	const reason = new Promise<string>((resolve) => {
		input.once("end", () => resolve("the browser closed the port"));
		input.once("close", () => resolve("the browser closed the port"));
		output.once("error", (error) => resolve(`the browser does not read: ${error.message}`));
		socket.once("error", (error) => resolve(`the connection to the broker broke: ${error.message}`));
		socket.once("close", () => resolve("the broker closed the connection"));
		if (input.readableEnded || input.destroyed) resolve("the browser closed the port");
	});
	output.write(bytes);
	socket.pipe(output, { end: false });
	input.pipe(socket);
	const why = await reason;
	input.pause();
	socket.on("error", () => {});
	if (!socket.destroyed) socket.end();
	await Promise.all([flushed(output), ended(socket)]);
	return why;
}

/** What was written has gone out, or the other side has had its time. */
function flushed(output: Writable): Promise<void> {
	return inTime((done) => {
		if (output.destroyed || output.writableLength === 0) done();
		else output.write("", done);
	});
}

function ended(socket: Socket): Promise<void> {
	return inTime((done) => {
		if (socket.destroyed || socket.writableFinished) done();
		else socket.once("finish", done).once("close", done);
	});
}

function inTime(work: (done: () => void) => void): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, FAREWELL);
		work(() => {
			clearTimeout(timer);
			resolve();
		});
	});
}
