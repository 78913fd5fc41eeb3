// JSON-RPC 2.0 as MCP has it: one message a line, ids that are words or whole numbers, params that are an object.

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

/** A line that is no message. With its `id`, where it has one, the sender can be answered. */
export class UnreadableMessage extends Error {
	readonly id: RequestId | undefined;

	constructor(message: string, id?: RequestId) {
		super(message);
		this.id = id;
	}
}

/** Absent for an answer: we ask nothing. */
export function readIncoming(line: string): Incoming | undefined {
	let message: unknown;
	try {
		message = JSON.parse(line);
	} catch {
		throw new UnreadableMessage("A line is not JSON.");
	}
	if (Array.isArray(message)) throw new UnreadableMessage("Messages come one by one, not in an array.");
	if (!isObject(message)) throw new UnreadableMessage("A message is an object.");
	const { id, method, params = {} } = message;
	if (!("method" in message) && ("result" in message || "error" in message)) return undefined;
	const sender = isId(id) ? id : undefined;
	const refuse = (why: string) => new UnreadableMessage(why, sender);
	if (message["jsonrpc"] !== "2.0") throw refuse('A message says jsonrpc: "2.0".');
	if (typeof method !== "string") throw refuse("The method is a string.");
	if (!isObject(params)) throw refuse("The params are an object.");
	if (params["_meta"] !== undefined && !isObject(params["_meta"])) throw refuse("The _meta is an object.");
	if (!("id" in message)) return { kind: "notification", method, params };
	if (sender === undefined) throw refuse("The id is a string or a whole number.");
	return { kind: "request", id: sender, method, params };
}

export function isObject(value: unknown): value is Params {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is RequestId {
	return typeof value === "string" || Number.isSafeInteger(value);
}
