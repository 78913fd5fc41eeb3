// The globals that Node, a service worker and a page all have. Packages that must run
// anywhere are compiled against this list and nothing else: no DOM, no Node.

interface AbortSignal {
	readonly aborted: boolean;
	readonly reason: unknown;
	throwIfAborted(): void;
	addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
	removeEventListener(type: "abort", listener: () => void): void;
}
// No `any`: Node 20 forgets the parts of it.
declare var AbortSignal: {
	abort(reason?: unknown): AbortSignal;
	timeout(milliseconds: number): AbortSignal;
};
declare class AbortController {
	readonly signal: AbortSignal;
	abort(reason?: unknown): void;
}

declare class URL {
	// No `canParse`: compiled by Node 20, it is wrong about hosts with letters like "ß".
	constructor(url: string, base?: string);
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
	decode(input?: Uint8Array | ArrayBuffer, options?: { stream?: boolean }): string;
}

interface KeyHandle {
	readonly type: string;
}
interface KeyPair {
	readonly publicKey: KeyHandle;
	readonly privateKey: KeyHandle;
}
interface KeyAlgorithm {
	name: string;
	namedCurve?: string;
	hash?: string;
}
interface SealAlgorithm {
	name: string;
	iv: Uint8Array<ArrayBuffer>;
}
declare const crypto: {
	getRandomValues<T extends Uint8Array>(array: T): T;
	readonly subtle: {
		generateKey(algorithm: KeyAlgorithm, extractable: boolean, usages: string[]): Promise<KeyPair>;
		exportKey(format: "spki" | "raw", key: KeyHandle): Promise<ArrayBuffer>;
		importKey(
			format: "spki" | "raw",
			data: Uint8Array<ArrayBuffer> | ArrayBuffer,
			algorithm: KeyAlgorithm | "HKDF",
			extractable: boolean,
			usages: string[],
		): Promise<KeyHandle>;
		sign(algorithm: KeyAlgorithm, key: KeyHandle, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
		verify(
			algorithm: KeyAlgorithm,
			key: KeyHandle,
			signature: Uint8Array<ArrayBuffer>,
			data: Uint8Array<ArrayBuffer>,
		): Promise<boolean>;
		deriveBits(
			algorithm: { name: "ECDH"; public: KeyHandle },
			key: KeyHandle,
			length: number,
		): Promise<ArrayBuffer>;
		deriveKey(
			algorithm: {
				name: "HKDF";
				hash: string;
				salt: Uint8Array<ArrayBuffer>;
				info: Uint8Array<ArrayBuffer>;
			},
			key: KeyHandle,
			made: { name: "AES-GCM"; length: number },
			extractable: boolean,
			usages: string[],
		): Promise<KeyHandle>;
		encrypt(algorithm: SealAlgorithm, key: KeyHandle, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
		decrypt(algorithm: SealAlgorithm, key: KeyHandle, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
		digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
	};
};
declare function btoa(text: string): string;
declare function atob(text: string): string;
declare const performance: { now(): number; readonly timeOrigin: number };

declare function setTimeout(callback: () => void, ms?: number): unknown;
declare function clearTimeout(handle: unknown): void;
declare function setInterval(callback: () => void, ms?: number): unknown;
declare function clearInterval(handle: unknown): void;
declare function queueMicrotask(callback: () => void): void;
