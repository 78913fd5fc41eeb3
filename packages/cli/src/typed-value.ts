// A value that nobody else may see: typed at a prompt that does not show it, or sent to stdin. It is never in the
// command line or in the environment, where other processes could read it.

import type { ReadStream } from "node:tty";
import { ReinsError } from "@reins/protocol";

/** More than any value may have; what goes on for ever is not read to its end. */
const MOST_BYTES = 64 * 1_024;

const ENTER = /[\r\n]/;
const CANCEL = "\u0003";
const END = "\u0004";
const ERASE = /[\b\u007f]/;

/** One line end after it is not a part of it. */
export async function readValue(
	input: ReadStream | NodeJS.ReadStream,
	show: (text: string) => void,
): Promise<string> {
	return input.isTTY ? typed(input as ReadStream, show) : (await sent(input)).replace(/\r?\n$/, "");
}

async function sent(input: AsyncIterable<Buffer | string>): Promise<string> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of input) {
		const bytes = Buffer.from(piece as Buffer);
		pieces.push(bytes);
		size += bytes.length;
		if (size > MOST_BYTES) throw new ReinsError("bad_args", "What comes on stdin is too long for a secret.");
	}
	return Buffer.concat(pieces).toString("utf8");
}

/** The terminal shows nothing of it, and is left as it was. */
async function typed(input: ReadStream, show: (text: string) => void): Promise<string> {
	input.setEncoding("utf8");
	// Whoever sees the prompt can type.
	input.setRawMode(true);
	show("Value (not shown): ");
	try {
		return await line(input);
	} finally {
		input.setRawMode(false);
		input.pause();
		show("\n");
	}
}

function line(input: ReadStream): Promise<string> {
	return new Promise((resolve, reject) => {
		let value: string[] = [];
		const done = (end: () => void) => {
			input.off("data", take);
			input.off("end", ended);
			end();
		};
		const ended = () =>
			done(() => reject(new ReinsError("canceled", "Nothing was typed; nothing was kept.")));
		const take = (piece: string | Buffer) => {
			for (const key of String(piece)) {
				if (ENTER.test(key)) return done(() => resolve(value.join("")));
				if (key === CANCEL || key === END) return ended();
				if (ERASE.test(key)) value = value.slice(0, -1);
				else value.push(key);
			}
		};
		input.on("data", take);
		input.on("end", ended);
		input.resume();
	});
}
