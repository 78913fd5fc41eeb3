// The lab's own line to its browser: CDP over `--remote-debugging-pipe`. Written apart from the product, so
// that a defect there does not hide itself, and without a port.

import type { Readable, Writable } from "node:stream";

type CdpObject = Record<string, unknown>;
type CdpListener = (method: string, params: CdpObject) => void;

interface Waiting {
	method: string;
	session: string;
	resolve(result: CdpObject): void;
	reject(error: Error): void;
}

export class LabPipe {
	readonly #writer: Writable;
	readonly #waiting = new Map<number, Waiting>();
	readonly #listeners = new Set<CdpListener>();
	#pieces: Buffer[] = [];
	#next = 1;
	#closed = false;

	constructor(writer: Writable, reader: Readable) {
		this.#writer = writer;
		writer.on("error", () => this.#end());
		reader.on("error", () => this.#end());
		reader.on("close", () => this.#end());
		reader.on("data", (chunk: Buffer) => this.#receive(chunk));
	}

	get closed(): boolean {
		return this.#closed;
	}

	/** One command; the empty session is the browser itself. */
	send<T = CdpObject>(method: string, params: CdpObject = {}, session = ""): Promise<T> {
		if (this.#closed) return Promise.reject(new Error(`${method}: the lab's browser is gone`));
		const id = this.#next++;
		this.#writer.write(`${JSON.stringify({ id, method, params, ...(session && { sessionId: session }) })}\0`);
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { method, session, resolve: (result) => resolve(result as T), reject });
		});
	}

	/** Hears the events of the browser and of every session. */
	listen(listener: CdpListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	#receive(chunk: Buffer): void {
		let start = 0;
		for (let zero = chunk.indexOf(0); zero !== -1; zero = chunk.indexOf(0, start)) {
			const text = Buffer.concat([...this.#pieces, chunk.subarray(start, zero)]).toString("utf8");
			this.#pieces = [];
			start = zero + 1;
			this.#take(JSON.parse(text) as CdpObject);
		}
		if (start < chunk.length) this.#pieces.push(chunk.subarray(start));
	}

	#take(message: CdpObject): void {
		const waiting = this.#waiting.get(message["id"] as number);
		if (waiting) {
			this.#waiting.delete(message["id"] as number);
			const error = message["error"] as { message: string } | undefined;
			if (error) waiting.reject(new Error(`${waiting.method}: ${error.message}`));
			else waiting.resolve((message["result"] ?? {}) as CdpObject);
		} else if (message["method"]) {
			const params = (message["params"] ?? {}) as CdpObject;
			if (message["method"] === "Target.detachedFromTarget") this.#drop(params["sessionId"] as string);
			for (const listener of [...this.#listeners]) listener(message["method"] as string, params);
		}
	}

	#drop(session: string): void {
		for (const [id, waiting] of this.#waiting) {
			if (waiting.session !== session) continue;
			this.#waiting.delete(id);
			waiting.reject(new Error(`${waiting.method}: its target is gone`));
		}
	}

	#end(): void {
		this.#closed = true;
		for (const { method, reject } of this.#waiting.values()) {
			reject(new Error(`${method}: the lab's browser is gone`));
		}
		this.#waiting.clear();
	}
}
