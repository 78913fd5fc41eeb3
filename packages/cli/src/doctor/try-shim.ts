// Starts the launcher as a browser would, and has a word with the broker through it.

import { spawn } from "node:child_process";
import { extensionOrigin, Knock } from "@reins/broker";
import { encodeFrame, FrameReader, limits, ReinsError, readMessage, type WireError } from "@reins/protocol";

/** Resolves once this user's broker has answered, and has proved that it is the one. */
export function tryShim(launcher: string, stateDirectory: string): Promise<void> {
	const knock = new Knock(stateDirectory);
	return new Promise((resolve, reject) => {
		// A browser knows nothing of our REINS_HOME: the launcher must.
		const { REINS_HOME: _home, ...env } = process.env;
		const child = spawn(launcher, [extensionOrigin], {
			env,
			stdio: ["pipe", "pipe", "ignore"],
			shell: process.platform === "win32",
		});
		const reader = new FrameReader(limits.frame);
		const finish = (settle: () => void) => {
			clearTimeout(timer);
			// As a browser ends it; a signal would miss what stands behind a batch file.
			child.stdin.end();
			settle();
		};
		const fail = (message: string) =>
			finish(() =>
				reject(new ReinsError("broker_unreachable", message, { hint: "See logs/shim.log in REINS_HOME." })),
			);
		const timer = setTimeout(() => {
			child.kill("SIGKILL");
			fail("The launcher was started, but no answer came.");
		}, limits.brokerStart * 2);
		child.once("error", (error) => fail(`${launcher} could not be started: ${error.message}`));
		child.once("close", (code) => fail(`The launcher ended with code ${code} and no answer.`));
		child.stdin.on("error", () => {});
		child.stdout.on("data", (piece: Buffer) => {
			try {
				const [text] = reader.push(piece);
				if (text === undefined) return;
				const answer = readMessage(JSON.parse(text), ["helloAck", "refusal"]);
				if (answer.type === "refusal") throw ReinsError.fromWire(answer.error as unknown as WireError);
				knock.judge(answer);
				finish(resolve);
			} catch (error) {
				finish(() => reject(error));
			}
		});
		child.stdin.write(encodeFrame(JSON.stringify(knock.hello), limits.frameBeforeHello));
	});
}
