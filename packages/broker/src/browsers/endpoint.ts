// Attaching to a browser that is already running, by the address of its debugging endpoint. That browser belongs
// to somebody else: it is used, and never closed.

import type { TextChannel } from "@reins/link";
import { limits, parseUrl, ReinsError } from "@reins/protocol";
import { connectWebSocket } from "./ws-channel.ts";

const resolveLimit = 5_000;

export interface Endpoint {
	/** The WebSocket URL of the browser target. */
	url: string;
	/** Why the URL is only a guess; undefined if the browser gave it or the caller did. */
	guessed?: string;
}

export interface EndpointOptions {
	/** For the question where the WebSocket is, in milliseconds. */
	resolveTimeout?: number;
	/** For the connection. Long, because a person may have to allow it in the browser. */
	connectTimeout?: number;
}

export async function resolveEndpoint(url: string, options: EndpointOptions = {}): Promise<Endpoint> {
	const asked = parse(url);
	if (asked.protocol === "ws:" || asked.protocol === "wss:") return { url };
	const { response, body } = await ask(asked, options.resolveTimeout ?? resolveLimit);
	if (response.status === 404) return guess(asked);
	if (!response.ok) {
		// For one: Chrome answers 500 when the Host header names neither an IP address nor localhost.
		throw unreachable(asked, `it answered ${response.status} (${body.slice(0, 200).trim()})`);
	}
	return { url: moved(webSocketUrl(asked, body), asked) };
}

/** Connects, and rejects with `endpoint_unreachable` or `bad_args`. */
export async function connectEndpoint(url: string, options: EndpointOptions = {}): Promise<TextChannel> {
	const endpoint = await resolveEndpoint(url, options);
	const timeout = options.connectTimeout ?? limits.browserStart;
	try {
		return await connectWebSocket(endpoint.url, timeout);
	} catch (error) {
		const { message } = error as Error;
		const why = message.includes("timed out")
			? `no connection within ${timeout} ms; if the browser asks whether to allow remote debugging, allow it`
			: message;
		const cause = endpoint.guessed ? `${endpoint.guessed} Tried ${endpoint.url}: ${why}` : why;
		throw unreachable(parse(url), cause, error);
	}
}

// @guard endpoint-address
function parse(url: string): URL {
	const asked = parseUrl(url);
	if (!asked || !["http:", "https:", "ws:", "wss:"].includes(asked.protocol) || asked.hostname === "") {
		throw new ReinsError("bad_args", `"${url}" is no debugging endpoint.`, {
			hint: "Pass a URL such as http://127.0.0.1:9222 or ws://127.0.0.1:9222/devtools/browser/….",
		});
	}
	return asked;
}

async function ask(asked: URL, timeout: number): Promise<{ response: Response; body: string }> {
	const target = new URL(asked);
	if (!target.pathname.endsWith("/json/version")) {
		target.pathname = `${target.pathname.replace(/\/+$/, "")}/json/version`;
	}
	const headers = new Headers();
	if (asked.username || asked.password) {
		// fetch takes no passwords in a URL, and would print them in its error.
		const secret = `${decodeURIComponent(asked.username)}:${decodeURIComponent(asked.password)}`;
		headers.set("authorization", `Basic ${Buffer.from(secret).toString("base64")}`);
		target.username = "";
		target.password = "";
	}
	try {
		const response = await fetch(target, {
			headers,
			redirect: "error",
			signal: AbortSignal.timeout(timeout),
		});
		return { response, body: await response.text() };
	} catch (error) {
		throw unreachable(asked, causeOf(error, timeout), error);
	}
}

/** Chrome's own switch (chrome://inspect/#remote-debugging, since 144) serves the WebSocket and no /json. */
function guess(asked: URL): Endpoint {
	const url = moved("ws://browser/devtools/browser", asked);
	return {
		url,
		guessed:
			"It serves no /json/version, as when remote debugging was allowed at chrome://inspect (Chrome 144 and later): " +
			"then the WebSocket URL is needed, which stands in the file DevToolsActivePort of that browser's profile.",
	};
}

function webSocketUrl(asked: URL, body: string): string {
	let answer: unknown;
	try {
		answer = JSON.parse(body);
	} catch {
		answer = undefined;
	}
	const found = (answer as { webSocketDebuggerUrl?: unknown } | null | undefined)?.webSocketDebuggerUrl;
	if (typeof found === "string" && parseUrl(found)) return found;
	throw unreachable(asked, "it answered, but not as a browser does (no webSocketDebuggerUrl)");
}

/** The browser names itself as it sees itself; through a tunnel or container only the asked address leads there. */
// @guard endpoint-moved
function moved(webSocket: string, asked: URL): string {
	const { pathname, search } = new URL(webSocket);
	const target = new URL(asked.protocol === "https:" ? `wss://${asked.host}` : `ws://${asked.host}`);
	target.username = asked.username;
	target.password = asked.password;
	target.pathname = pathname;
	target.search = search || asked.search;
	return target.href;
}

function causeOf(error: unknown, timeout: number): string {
	const { name, message, cause } = error as Error & { cause?: unknown };
	if (name === "TimeoutError") return `no answer within ${timeout} ms`;
	return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

/** Without the parts of the address that may be secret. */
function unreachable(asked: URL, why: string, cause?: unknown): ReinsError {
	const shown = `${asked.protocol}//${asked.host}${asked.pathname}`;
	return new ReinsError("endpoint_unreachable", `No browser can be reached at ${shown}: ${why}.`, {
		data: { endpoint: shown },
		cause,
	});
}
