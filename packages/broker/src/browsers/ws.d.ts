// The little of `ws` that the broker uses to reach a browser: the package carries no types of its own.

declare module "ws" {
	import type { EventEmitter } from "node:events";
	import type { IncomingMessage } from "node:http";

	interface ClientOptions {
		perMessageDeflate?: boolean;
		maxPayload?: number;
		handshakeTimeout?: number;
		followRedirects?: boolean;
	}

	interface Events {
		open: [];
		message: [data: Buffer, isBinary: boolean];
		close: [code: number, reason: Buffer];
		error: [error: Error];
		"unexpected-response": [request: unknown, response: IncomingMessage];
	}

	export class WebSocket extends EventEmitter {
		constructor(url: string, options?: ClientOptions);
		on<Name extends keyof Events>(event: Name, listener: (...values: Events[Name]) => void): this;
		once<Name extends keyof Events>(event: Name, listener: (...values: Events[Name]) => void): this;
		send(data: string): void;
		close(code?: number): void;
		terminate(): void;
	}
}
