// JSON-RPC 2.0 as MCP has it: ids that are words or numbers, params that are an object.

export type RequestId = string | number;
export type Params = Record<string, unknown>;

export type Incoming =
	| { kind: "request"; id: RequestId; method: string; params: Params }
	| { kind: "notification"; method: string; params: Params };

export const errorCodes = {
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internal: -32603,
	unsupportedVersion: -32022,
} as const;

/** Answered as an error of the protocol; what goes wrong in a tool is answered as its result. */
export class RpcError extends Error {
	readonly code: number;
	readonly data: unknown;

	constructor(code: number, message: string, data?: unknown) {
		super(message);
		this.code = code;
		this.data = data;
	}
}

/** What is no message. With its `id`, where it has one, the sender can be answered. */
export class UnreadableMessage extends Error {
	readonly id: RequestId | undefined;

	constructor(message: string, id?: RequestId) {
		super(message);
		this.id = id;
	}
}

/** Absent for an answer: we ask nothing. What some hosts write as null they mean to leave out. */
export function readIncoming(message: unknown): Incoming | undefined {
	if (!isObject(message)) throw new UnreadableMessage("A message is an object.");
	if (!("method" in message) && ("result" in message || "error" in message)) return undefined;
	const { id, method } = message;
	const params = message["params"] ?? {};
	const refuse = (why: string) => new UnreadableMessage(why, isId(id) ? id : undefined);
	if (message["jsonrpc"] !== "2.0") throw refuse('A message says jsonrpc: "2.0".');
	if (typeof method !== "string") throw refuse("The method is a string.");
	if (!isObject(params)) throw refuse("The params are an object.");
	if (!isObject(params["_meta"] ?? {})) throw refuse("The _meta is an object.");
	const asksNothing = !("id" in message) || (id === null && method.startsWith("notifications/"));
	if (asksNothing) return { kind: "notification", method, params };
	if (!isId(id)) throw refuse("The id is a string or a number.");
	return { kind: "request", id, method, params };
}

export function answerOf(id: RequestId, result: object): object {
	return { jsonrpc: "2.0", id, result };
}

export function errorOf(id: RequestId, error: unknown): object {
	const { message } = error instanceof Error ? error : new Error(String(error));
	if (!(error instanceof RpcError))
		return { jsonrpc: "2.0", id, error: { code: errorCodes.internal, message } };
	const { code, data } = error;
	return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
}

export function isObject(value: unknown): value is Params {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is RequestId {
	if (typeof value !== "number") return typeof value === "string";
	// A larger one would be answered under another: JavaScript has read it as that.
	return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
