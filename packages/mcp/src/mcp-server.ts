// The server's side of MCP, for whatever carries its lines. Of a conversation it keeps who began it and what is under
// way: each request is answered in the revision that it is of.

import {
	answerOf,
	errorCodes,
	errorOf,
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
	checkSubscription,
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
/** What is known at once is answered at once, before what is asked next. Absent: there is nothing to answer. */
type Now<T> = T | undefined | Promise<T | undefined>;

/** Streams of notifications that a client may hold open; we have nothing to tell in any. */
const MAX_SUBSCRIPTIONS = 1_000;
const capabilities = { tools: {} };
/** The list is that of this process; another release may have another. */
const CACHING = { ttlMs: 0, cacheScope: "private" };

export class McpServer {
	readonly #options: McpServerOptions;
	readonly #calls = new Set<{ id: RequestId; back: AbortController }>();
	readonly #subscriptions = new Set<RequestId>();
	#begun = false;
	/** As `initialize` named it. */
	#client: ClientInfo | undefined;

	constructor(options: McpServerOptions) {
		this.#options = options;
	}

	/** Takes one line of the client's. */
	receive(line: string): void {
		let message: unknown;
		try {
			message = JSON.parse(line);
		} catch {
			this.#options.onProblem("A line is not JSON.");
			return;
		}
		const answer = Array.isArray(message) ? this.#takeAll(message) : this.#take(message);
		if (answer instanceof Promise) void answer.then((late) => this.#send(late));
		else this.#send(answer);
	}

	/** What is under way is taken back, and streams end. */
	close(): void {
		for (const { back } of this.#calls) back.abort();
		for (const id of this.#subscriptions) {
			this.#send(answerOf(id, this.#inEnvelope({ _meta: { [metaKeys.subscription]: id } })));
		}
		this.#calls.clear();
		this.#subscriptions.clear();
	}

	/** Many messages in one, as 2025-03-26 has them: answered in one, too. */
	#takeAll(messages: readonly unknown[]): Now<object> {
		if (messages.length === 0) this.#options.onProblem("A list of no messages came.");
		const answers = messages.map((message) => this.#take(message));
		const together = (all: readonly (object | undefined)[]) => {
			const given = all.filter((answer) => answer !== undefined);
			return given.length > 0 ? given : undefined;
		};
		if (!answers.some((answer) => answer instanceof Promise)) return together(answers as object[]);
		return Promise.all(answers).then(together);
	}

	#take(message: unknown): Now<object> {
		try {
			const incoming = readIncoming(message);
			if (incoming?.kind === "request") return this.#answer(incoming);
			if (incoming) this.#note(incoming.method, incoming.params);
		} catch (error) {
			const { id, message: why } = error as UnreadableMessage;
			if (error instanceof UnreadableMessage && id !== undefined)
				return errorOf(id, new RpcError(errorCodes.invalidRequest, why));
			this.#options.onProblem(why);
		}
		return undefined;
	}

	#note(method: string, params: Params): void {
		if (method !== "notifications/cancelled" || !isId(params["requestId"])) return;
		const id = params["requestId"];
		for (const call of this.#calls) if (call.id === id) call.back.abort();
		this.#subscriptions.delete(id);
	}

	#answer(request: Request): Now<object> {
		const { id } = request;
		try {
			const result = this.#resultOf(request);
			if (!(result instanceof Promise)) return result && answerOf(id, result);
			return result.then(
				(late) => late && answerOf(id, late),
				(error) => errorOf(id, error),
			);
		} catch (error) {
			return errorOf(id, error);
		}
	}

	#resultOf(request: Request): Now<object> {
		if (request.method === "initialize") return this.#begin(request.params);
		const envelope = this.#envelopeOf(request);
		return envelope ? this.#byEnvelope(request, envelope.client) : this.#byHandshake(request);
	}

	/** Who has begun may write what they like there: only a whole envelope makes it another revision. */
	#envelopeOf({ params }: Request): ReturnType<typeof envelopeOf> {
		try {
			return envelopeOf(params);
		} catch (error) {
			if (this.#begun) return undefined;
			throw error;
		}
	}

	#byHandshake({ id, method, params }: Request): Now<object> {
		switch (method) {
			case "ping":
				return {};
			case "tools/list":
				return { tools: this.#options.listTools() };
			case "tools/call":
				return this.#call(id, params, this.#client);
			default:
				throw unknownMethod(method);
		}
	}

	#byEnvelope({ id, method, params }: Request, client: ClientInfo | undefined): Now<object> {
		const { instructions, listTools } = this.#options;
		switch (method) {
			case "server/discover":
				return this.#inEnvelope({
					supportedVersions: withEnvelope,
					capabilities,
					instructions,
					...CACHING,
				});
			case "tools/list":
				return this.#inEnvelope({ tools: listTools(), ...CACHING });
			case "tools/call":
				return this.#call(id, params, client).then((result) => result && this.#inEnvelope(result));
			case "subscriptions/listen":
				return this.#listen(id, params);
			default:
				throw unknownMethod(method);
		}
	}

	#begin(params: Params): object {
		const protocolVersion = agreedRevision(params["protocolVersion"]);
		this.#begun = true;
		this.#client = clientInfo(params["clientInfo"]);
		const { info, instructions } = this.#options;
		return { protocolVersion, capabilities, serverInfo: info, instructions };
	}

	/** What a request without a beginning is answered: which kind of result it is, and whose. */
	#inEnvelope(result: ToolResult): object {
		const meta = { ...result._meta, [metaKeys.server]: this.#options.info };
		return { ...result, resultType: "complete", _meta: meta };
	}

	/** Resolves to nothing where it was taken back: then nobody is to be answered. */
	#call(id: RequestId, params: Params, client: ClientInfo | undefined): Promise<ToolResult | undefined> {
		const { name } = params;
		const args = params["arguments"] ?? {};
		if (typeof name !== "string")
			throw new RpcError(errorCodes.invalidParams, "tools/call: name is a string.");
		if (!isObject(args)) throw new RpcError(errorCodes.invalidParams, "tools/call: arguments is an object.");
		const back = new AbortController();
		const { signal } = back;
		const onProgress = this.#progressOf(params, signal);
		return this.#run({ id, back }, { name, args, client, signal, ...(onProgress && { onProgress }) });
	}

	async #run(
		call: { id: RequestId; back: AbortController },
		asked: ToolCall,
	): Promise<ToolResult | undefined> {
		this.#calls.add(call);
		try {
			const result = await this.#options.callTool(asked);
			return asked.signal.aborted ? undefined : result;
		} catch (error) {
			if (asked.signal.aborted) return undefined;
			throw error;
		} finally {
			this.#calls.delete(call);
		}
	}

	/** Only for clients that gave a token to report under. */
	#progressOf({ _meta: meta }: Params, signal: AbortSignal): ((message: string) => void) | undefined {
		const progressToken = (isObject(meta) ? meta["progressToken"] : undefined) ?? undefined;
		if (progressToken === undefined) return undefined;
		if (!isId(progressToken))
			throw new RpcError(errorCodes.invalidParams, "_meta: progressToken is a string or a number.");
		let progress = 0;
		return (message) => {
			if (signal.aborted) return;
			const params = { progressToken, progress: ++progress, message };
			this.#send({ jsonrpc: "2.0", method: "notifications/progress", params });
		};
	}

	/** Our tools do not change while we run: the stream that is asked for is held, and stays silent. */
	#listen(id: RequestId, params: Params): undefined {
		checkSubscription(params);
		if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS)
			throw new RpcError(errorCodes.internal, `At most ${MAX_SUBSCRIPTIONS} subscriptions are held.`);
		this.#subscriptions.add(id);
		this.#send({
			jsonrpc: "2.0",
			method: "notifications/subscriptions/acknowledged",
			params: { notifications: {}, _meta: { [metaKeys.subscription]: id } },
		});
	}

	#send(message: object | undefined): void {
		if (message) this.#options.send(JSON.stringify(message));
	}
}

function unknownMethod(method: string): RpcError {
	return new RpcError(errorCodes.methodNotFound, `Method not found: ${method.slice(0, 100)}`);
}
