// The globals that Node, a service worker and a page all have. Packages that must run
// anywhere are compiled against this list and nothing else: no DOM, no Node.

interface AbortSignal {
	readonly aborted: boolean;
	readonly reason: unknown;
	throwIfAborted(): void;
	addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
	removeEventListener(type: "abort", listener: () => void): void;
}
declare var AbortSignal: {
	any(signals: Iterable<AbortSignal>): AbortSignal;
	abort(reason?: unknown): AbortSignal;
};
declare class AbortController {
	readonly signal: AbortSignal;
	abort(reason?: unknown): void;
}

declare class URL {
	constructor(url: string, base?: string);
	static canParse(url: string): boolean;
	readonly href: string;
	readonly origin: string;
	readonly protocol: string;
	readonly username: string;
	readonly password: string;
	readonly host: string;
	readonly hostname: string;
	readonly port: string;
	readonly pathname: string;
	readonly search: string;
	readonly hash: string;
}

declare class TextEncoder {
	encode(input?: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
	constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
	decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

declare const crypto: {
	getRandomValues<T extends Uint8Array>(array: T): T;
};
declare const performance: { now(): number; readonly timeOrigin: number };

declare function setTimeout(callback: () => void, ms?: number): unknown;
declare function clearTimeout(handle: unknown): void;
declare function queueMicrotask(callback: () => void): void;
