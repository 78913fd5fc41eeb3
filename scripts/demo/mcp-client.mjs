// The smallest MCP client that is honest: JSON-RPC, one message a line, over the stdio of a server that it
// starts. The demonstration and the measurements speak through it, so that what they show is what any MCP
// host gets, and no client library's own time is in the figures.

import { spawn } from "node:child_process";

const STDERR_KEPT = 4_000;
/** How long a server may take to leave after its stdin ended, and again after it was asked to end. */
const GRACE = 5_000;

export class McpClient {
	/** Since this moment (performance.now) the server has been starting. */
	spawnedAt = performance.now();
	/** The end of what the server said beside the protocol. */
	stderr = "";
	#child;
	#exited;
	#open = new Map();
	#lastId = 0;
	#rest = "";

	constructor([command, ...args], { env = process.env, cwd } = {}) {
		this.#child = spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
		this.#exited = new Promise((resolve) => {
			const gone = (how) => {
				for (const { reject } of this.#open.values()) reject(new Error(`The server is gone: ${how}.`));
				this.#open.clear();
				resolve();
			};
			this.#child.once("error", (error) => gone(`it could not be started: ${error.message}`));
			this.#child.once("close", (code, signal) => gone(`it ended with ${signal ?? `code ${code}`}`));
		});
		this.#child.stdin.on("error", () => {
			// A server that is gone is reported by its end.
		});
		this.#child.stdout.setEncoding("utf8").on("data", (piece) => this.#read(piece));
		this.#child.stderr.setEncoding("utf8").on("data", (piece) => {
			this.stderr = (this.stderr + piece).slice(-STDERR_KEPT);
		});
	}

	get pid() {
		return this.#child.pid;
	}

	/** The handshake; resolves to what the server says of itself. */
	async initialize(name) {
		const answer = await this.request("initialize", {
			protocolVersion: "2025-06-18",
			capabilities: {},
			clientInfo: { name, version: "1" },
		});
		this.#send({ method: "notifications/initialized" });
		return answer;
	}

	listTools() {
		return this.request("tools/list", {});
	}

	/** Resolves to the text of the answer and its picture, if there is one; throws what the tool refused. */
	async callTool(name, args = {}) {
		const { content, isError } = await this.request("tools/call", { name, arguments: args });
		const text = content
			.filter((part) => part.type === "text")
			.map((part) => part.text)
			.join("\n");
		if (isError) throw new Error(text);
		return { text, picture: content.find((part) => part.type === "image")?.data };
	}

	request(method, params, deadline = 90_000) {
		const id = ++this.#lastId;
		return new Promise((resolve, reject) => {
			if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
				reject(new Error("The server is gone."));
				return;
			}
			const timer = setTimeout(() => {
				this.#open.delete(id);
				reject(new Error(`No answer to ${method} within ${deadline / 1000} s.`));
			}, deadline);
			const settle = (end) => (value) => {
				clearTimeout(timer);
				end(value);
			};
			this.#open.set(id, { resolve: settle(resolve), reject: settle(reject) });
			this.#send({ id, method, params });
		});
	}

	/** Ends the server as a host does: by the end of stdin; by signals only where that is not enough. */
	async close() {
		this.#child.stdin.end();
		for (const signal of ["SIGTERM", "SIGKILL"]) {
			if (await this.#leaves()) return;
			this.#child.kill(signal);
		}
		await this.#exited;
	}

	async #leaves() {
		let timer;
		const late = new Promise((resolve) => {
			timer = setTimeout(resolve, GRACE, false);
		});
		const left = await Promise.race([this.#exited.then(() => true), late]);
		clearTimeout(timer);
		return left;
	}

	#read(piece) {
		const lines = (this.#rest + piece).split("\n");
		this.#rest = lines.pop();
		for (const line of lines) if (line.trim()) this.#receive(line);
	}

	#receive(line) {
		let message;
		try {
			message = JSON.parse(line);
		} catch {
			this.stderr += `(not a message: ${line.slice(0, 200)})\n`;
			return;
		}
		if (message.method !== undefined) {
			// We offer nothing to be asked for, but a question needs an answer.
			if (message.id === undefined) return;
			if (message.method === "ping") this.#send({ id: message.id, result: {} });
			else this.#send({ id: message.id, error: { code: -32601, message: "not offered" } });
			return;
		}
		const waiting = this.#open.get(message.id);
		if (!waiting) return;
		this.#open.delete(message.id);
		if (message.error) waiting.reject(new Error(`${message.error.code}: ${message.error.message}`));
		else waiting.resolve(message.result);
	}

	#send(message) {
		this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	}
}
