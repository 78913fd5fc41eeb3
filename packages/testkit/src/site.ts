// A website for tests, on loopback: pages given in the test itself, and a record of every request.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export class Site {
	readonly #server: Server;
	readonly #pages = new Map<string, Handler>();
	readonly requests: { method: string; path: string; body: string; cookie: string }[] = [];

	readonly #host: string;

	private constructor(host: string) {
		this.#host = host;
		this.#server = createServer((request, response) => void this.#serve(request, response));
	}

	/** Another host, such as `a.localhost`, is another site to a browser; another port is not. */
	static async start(host = "127.0.0.1"): Promise<Site> {
		const site = new Site(host);
		await new Promise<void>((resolve) => site.#server.listen(0, "127.0.0.1", resolve));
		return site;
	}

	get origin(): string {
		return `http://${this.#host}:${(this.#server.address() as AddressInfo).port}`;
	}

	/** Serves this HTML at a path and gives its URL. */
	page(path: string, body: string, head = "<title>Test page</title>"): string {
		const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
		return this.handle(path, (_request, response) => {
			response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
			response.end(html);
		});
	}

	handle(path: string, handler: Handler): string {
		this.#pages.set(path, handler);
		return `${this.origin}${path}`;
	}

	hits(path: string): number {
		return this.requests.filter((request) => request.path === path).length;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let body = "";
		for await (const piece of request) body += piece;
		const path = new URL(request.url ?? "/", this.origin).pathname;
		this.requests.push({ method: request.method ?? "", path, body, cookie: request.headers.cookie ?? "" });
		const handler = this.#pages.get(path);
		if (handler) handler(request, response, body);
		else response.writeHead(404).end("not here");
	}
}
