// The server's side of MCP, for whatever carries its lines. It keeps which requests are under way and nothing else of
// a conversation: each request is answered in the revision that it is of.

import {
	errorCodes,
	type Incoming,
	isId,
	isObject,
	type Params,
	type RequestId,
	RpcError,
	readIncoming,
	UnreadableMessage,
} from "./json-rpc.ts";
import {
	agreedRevision,
	type ClientInfo,
	clientInfo,
	envelopeOf,
	metaKeys,
	withEnvelope,
} from "./revisions.ts";

export interface ToolCall {
	name: string;
	args: Record<string, unknown>;
	/** Who asks, where they have said so. */
	client: ClientInfo | undefined;
	signal: AbortSignal;
	/** Absent where nobody wants to hear it. */
	onProgress?: (message: string) => void;
}

interface ToolResult {
	[key: string]: unknown;
	_meta?: Record<string, unknown>;
}

export interface McpServerOptions {
	/** Who we are, as every client is told. */
	info: { name: string; title: string; version: string };
	instructions: string;
	listTools(): readonly object[];
	callTool(call: ToolCall): Promise<ToolResult>;
	/** Carries one line. */
	send(line: string): void;
	/** Told of what nobody can be answered about. */
	onProblem(message: string): void;
}

type Request = Extract<Incoming, { kind: "request" }>;

/** Streams of notifications that a client may hold open; we have nothing to tell in any. */
const MAX_SUBSCRIPTIONS = 1_000;
const capabilities = { tools: {} };
/** The list is that of this process; another release may have another. */
const CACHING = { ttlMs: 0, cacheScope: "private" };

export class McpServer {
	readonly #options: McpServerOptions;
	readonly #calls = new Map<RequestId, AbortController>();
	readonly #subscriptions = new Set<RequestId>();
	/** As `initialize` named it. */
	#client: ClientInfo | undefined;

	constructor(options: McpServerOptions) {
		this.#options = options;
	}

	/** Takes one line of the client's. */
	receive(line: string): void {
		try {
			const message = readIncoming(line);
			if (message?.kind === "notification") this.#note(message.method, message.params);
			if (message?.kind === "request") void this.#answer(message);
		} catch (error) {
			const { id, message } = error as UnreadableMessage;
			if (!(error instanceof UnreadableMessage) || id === undefined) this.#options.onProblem(message);
			else this.#send({ id, error: { code: errorCodes.invalidRequest, message } });
		}
	}

	/** Nothing more is answered; what is under way is taken back. */
	close(): void {
		for (const call of this.#calls.values()) call.abort();
		for (const id of this.#subscriptions) this.#send({ id, result: subscriptionResult(id) });
		this.#calls.clear();
		this.#subscriptions.clear();
	}

	#note(method: string, params: Params): void {
		if (method !== "notifications/cancelled" || !isId(params["requestId"])) return;
		const id = params["requestId"];
		this.#calls.get(id)?.abort();
		// What is taken back is not answered.
		this.#calls.delete(id);
		this.#subscriptions.delete(id);
	}

	async #answer(request: Request): Promise<void> {
		const { id } = request;
		if (this.#calls.has(id) || this.#subscriptions.has(id)) {
			const message = "Another request of this id is still under way.";
			return this.#send({ id, error: { code: errorCodes.invalidRequest, message } });
		}
		const call = new AbortController();
		this.#calls.set(id, call);
		const answer = await this.#resultOf(request, call.signal).then(
			(result) => result && { id, result },
			(error) => ({ id, error: wireError(error) }),
		);
		if (this.#calls.get(id) !== call) return;
		this.#calls.delete(id);
		if (answer) this.#send(answer);
	}

	/** Absent where the answer comes when the request ends. */
	async #resultOf(request: Request, signal: AbortSignal): Promise<object | undefined> {
		const envelope = envelopeOf(request.params);
		if (!envelope) return this.#resultWithHandshake(request, signal);
		const result = await this.#resultWithEnvelope(request, envelope.client, signal);
		if (!result) return undefined;
		return {
			...result,
			resultType: "complete",
			_meta: { ...result._meta, [metaKeys.server]: this.#options.info },
		};
	}

	async #resultWithHandshake({ method, params }: Request, signal: AbortSignal): Promise<ToolResult> {
		if (method === "initialize") {
			const protocolVersion = agreedRevision(params["protocolVersion"]);
			this.#client = clientInfo(params["clientInfo"]);
			const { info, instructions } = this.#options;
			return { protocolVersion, capabilities, serverInfo: info, instructions };
		}
		if (method === "ping") return {};
		if (method === "tools/list") return { tools: this.#options.listTools() };
		if (method === "tools/call") return this.#call(params, this.#client, signal);
		throw unknownMethod(method);
	}

	async #resultWithEnvelope(
		{ id, method, params }: Request,
		client: ClientInfo | undefined,
		signal: AbortSignal,
	): Promise<ToolResult | undefined> {
		if (method === "server/discover") {
			const { instructions } = this.#options;
			return { supportedVersions: withEnvelope, capabilities, instructions, ...CACHING };
		}
		if (method === "tools/list") return { tools: this.#options.listTools(), ...CACHING };
		if (method === "tools/call") return this.#call(params, client, signal);
		if (method === "subscriptions/listen") return this.#listen(id, params);
		throw unknownMethod(method);
	}

	#call(params: Params, client: ClientInfo | undefined, signal: AbortSignal): Promise<ToolResult> {
		const { name, arguments: args = {} } = params;
		if (typeof name !== "string")
			throw new RpcError(errorCodes.invalidParams, "tools/call: name is a string.");
		if (!isObject(args)) throw new RpcError(errorCodes.invalidParams, "tools/call: arguments is an object.");
		const onProgress = this.#progressOf(params, signal);
		return this.#options.callTool({ name, args, client, signal, ...(onProgress && { onProgress }) });
	}

	/** Only for clients that gave a token to report under. */
	#progressOf({ _meta: meta }: Params, signal: AbortSignal): ((message: string) => void) | undefined {
		const progressToken = isObject(meta) ? meta["progressToken"] : undefined;
		if (progressToken === undefined) return undefined;
		if (!isId(progressToken))
			throw new RpcError(errorCodes.invalidParams, "_meta: progressToken is a string or a whole number.");
		let progress = 0;
		return (message) => {
			if (signal.aborted) return;
			const params = { progressToken, progress: ++progress, message };
			this.#send({ method: "notifications/progress", params });
		};
	}

	/** Our tools do not change while we run: the stream that is asked for is held, and stays silent. */
	#listen(id: RequestId, { notifications }: Params): undefined {
		if (!isObject(notifications))
			throw new RpcError(errorCodes.invalidParams, "subscriptions/listen: notifications is an object.");
		if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS)
			throw new RpcError(errorCodes.invalidRequest, `At most ${MAX_SUBSCRIPTIONS} subscriptions are held.`);
		this.#subscriptions.add(id);
		const params = { notifications: {}, _meta: { [metaKeys.subscription]: id } };
		this.#send({ method: "notifications/subscriptions/acknowledged", params });
	}

	#send(message: object): void {
		this.#options.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
	}
}

function subscriptionResult(id: RequestId): object {
	return { resultType: "complete", _meta: { [metaKeys.subscription]: id } };
}

function unknownMethod(method: string): RpcError {
	return new RpcError(errorCodes.methodNotFound, `Method not found: ${method.slice(0, 100)}`);
}

function wireError(error: unknown): object {
	if (!(error instanceof RpcError)) {
		return { code: errorCodes.internal, message: error instanceof Error ? error.message : String(error) };
	}
	return { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) };
}
