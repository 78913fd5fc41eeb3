// Runs a tool that may take long: one line while all is well, signs of life every ten seconds, and the end of
// its output only where it failed.

import { spawn } from "node:child_process";

const SIGN_OF_LIFE = 10_000;
const TAIL_LINES = 20;

/** Something a person has to know or do; told without a stack. */
export class Obstacle extends Error {
	constructor(message, next = "") {
		super(message);
		this.name = "Obstacle";
		this.next = next;
	}
}

export async function runStep(title, [command, ...args], { out, next = "", ...spawning }) {
	const started = performance.now();
	const seconds = () => (performance.now() - started) / 1000;
	out.write(`${title} …`);
	let output = "";
	let lively = false;
	const timer = setInterval(() => {
		const said = lastLine(output);
		out.write(`${lively ? "" : "\n"}  ${seconds().toFixed(0).padStart(3)} s  ${said.slice(0, 90)}\n`);
		lively = true;
	}, SIGN_OF_LIFE);
	const how = await new Promise((resolve) => {
		const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...spawning });
		const hear = (piece) => {
			output += piece;
		};
		child.stdout.setEncoding("utf8").on("data", hear);
		child.stderr.setEncoding("utf8").on("data", hear);
		child.on("error", (error) => resolve(`it could not be started: ${error.message}`));
		child.on("close", (code, signal) =>
			resolve(code === 0 ? "" : `it ended with ${signal ?? `code ${code}`}`),
		);
	});
	clearInterval(timer);
	out.write(`${lively ? `${title} …` : ""} ${how ? "failed after " : ""}${seconds().toFixed(1)} s\n`);
	if (!how) return;
	const tail = output.trimEnd().split("\n").slice(-TAIL_LINES);
	const said = tail.map((line) => `  | ${line}`).join("\n");
	throw new Obstacle(`${title} failed: ${[command, ...args].join(" ")}: ${how}.\n${said}`, next);
}

/** The newest line that tells something. */
function lastLine(output) {
	const lines = output.split("\n").filter((line) => line.trim() && !line.startsWith("npm warn"));
	return lines.at(-1)?.trim() ?? "";
}
