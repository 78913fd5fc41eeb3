// Our side of MCP against the reference library's: the same messages to both, and the same answers from both.

import { type JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, test, vi } from "vitest";
import { McpServer, type ToolCall } from "./mcp-server.ts";

type Message = Record<string, unknown> & { id?: string | number; method?: string };

const info = { name: "reins", title: "Reins", version: "1.2.3" };
const instructions = "Look, then act.";
const listed = [{ name: "greet", description: "Greets.", inputSchema: { type: "object" as const } }];

const KEY = "io.modelcontextprotocol/";
const handshake = (protocolVersion: unknown, more = {}) => ({
	protocolVersion,
	capabilities: {},
	clientInfo: { name: "a client", version: "9" },
	...more,
});
const envelope = (more: Record<string, unknown> = {}) => ({
	_meta: {
		[`${KEY}protocolVersion`]: "2026-07-28",
		[`${KEY}clientInfo`]: { name: "a client", version: "9" },
		[`${KEY}clientCapabilities`]: {},
		...more,
	},
});
const ask = (id: string | number, method: string, params?: object): Message => ({
	jsonrpc: "2.0",
	id,
	method,
	...(params && { params }),
});
const begin = (version: unknown) => ask(1, "initialize", handshake(version));

/** A server of ours, with what it sends, what it complains about, and a tool that the test ends. */
function ours() {
	const sent: Message[] = [];
	const problems: string[] = [];
	const calls: (ToolCall & { end(text: string): void })[] = [];
	const server = new McpServer({
		info,
		instructions,
		listTools: () => listed,
		callTool: (call) =>
			new Promise((resolve, reject) => {
				const end = (text: string) => resolve({ content: [{ type: "text", text }], _meta: { "reins/x": 1 } });
				calls.push({ ...call, end });
				if (call.name === "greet") end(`Hello, ${call.client?.name}`);
				if (call.name === "fail") throw new Error("It broke.");
				if (call.name === "wait")
					call.signal.addEventListener("abort", () => reject(new Error("Taken back.")));
			}),
		send: (line) => {
			expect(line).not.toContain("\n");
			sent.push(JSON.parse(line));
		},
		onProblem: (message) => problems.push(message),
	});
	const say = (...messages: (Message | string)[]) => {
		for (const message of messages)
			server.receive(typeof message === "string" ? message : JSON.stringify(message));
	};
	return { server, sent, problems, calls, say, answerTo: (id: unknown) => answerTo(sent, id) };
}

/** The reference library with the same tool behind the same words. */
function reference() {
	const sent: Message[] = [];
	const transport = {
		onmessage: undefined as ((message: JSONRPCMessage) => void) | undefined,
		start: async () => {},
		close: async () => {},
		send: async (message: JSONRPCMessage) => void sent.push(structuredClone(message) as Message),
	};
	const handle = serveStdio(
		() => {
			const server = new Server(info, { capabilities: { tools: {} }, instructions });
			server.setRequestHandler("tools/list", () => ({ tools: listed }));
			server.setRequestHandler("tools/call", (request, context) => {
				const stated = { ...context.mcpReq.envelope } as Record<string, { name: string } | undefined>;
				const name = server.getClientVersion()?.name ?? stated[`${KEY}clientInfo`]?.name;
				if (request.params.name === "fail") throw new Error("It broke.");
				return { content: [{ type: "text", text: `Hello, ${name}` }], _meta: { "reins/x": 1 } };
			});
			return server;
		},
		{ transport },
	);
	const say = (...messages: Message[]) => {
		for (const message of messages) transport.onmessage?.(message as JSONRPCMessage);
	};
	return { sent, say, close: handle.close, answerTo: (id: unknown) => answerTo(sent, id) };
}

function answerTo(sent: Message[], id: unknown): Promise<Message> {
	return vi.waitFor(() => {
		const answer = sent.find((message) => message.id === id && message.method === undefined);
		if (!answer) throw new Error(`No answer to ${String(id)} yet.`);
		return answer;
	});
}

/** How an error is worded is each server's own. */
function comparable(answer: Message): unknown {
	const error = answer["error"] as { code: number; data?: unknown } | undefined;
	return error ? { ...answer, error: { code: error.code } } : answer;
}

describe("answers as the reference library does", () => {
	const cases: [string, Message[]][] = [
		...["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07", "1999-01-01", "2026-07-28"].map(
			(version): [string, Message[]] => [`a client that begins with ${version}`, [begin(version)]],
		),
		["a ping", [begin("2025-06-18"), ask(2, "ping")]],
		["the list of tools", [begin("2025-06-18"), ask("two", "tools/list", {})]],
		["the list of tools without a beginning", [ask("a", "tools/list")]],
		["a call", [begin("2024-11-05"), ask(2, "tools/call", { name: "greet", arguments: { a: 1 } })]],
		["a call that breaks", [begin("2025-06-18"), ask(2, "tools/call", { name: "fail" })]],
		["a call without a name", [begin("2025-06-18"), ask(2, "tools/call", {})]],
		["a call without params", [begin("2025-06-18"), ask(2, "tools/call")]],
		[
			"arguments that are a list",
			[begin("2025-06-18"), ask(2, "tools/call", { name: "greet", arguments: [] })],
		],
		["a method of no revision", [begin("2025-06-18"), ask(2, "nope/nope")]],
		["a method that we do not have", [begin("2025-06-18"), ask(2, "resources/list")]],
		["a method named as a part of every object", [begin("2025-06-18"), ask(2, "constructor")]],
		["discovery", [ask("d", "server/discover", envelope())]],
		["discovery without an envelope", [ask("d", "server/discover")]],
		[
			"an envelope of a revision to come",
			[ask("d", "tools/list", envelope({ [`${KEY}protocolVersion`]: "2030-01-01" }))],
		],
		[
			"an envelope of an older revision",
			[ask("d", "tools/list", envelope({ [`${KEY}protocolVersion`]: "2025-06-18" }))],
		],
		[
			"an envelope with a number for its revision",
			[ask("d", "tools/list", envelope({ [`${KEY}protocolVersion`]: 7 }))],
		],
		[
			"an envelope without capabilities",
			[ask("d", "tools/list", { _meta: { [`${KEY}protocolVersion`]: "2026-07-28" } })],
		],
		[
			"an envelope with a word for its client",
			[ask("d", "tools/list", envelope({ [`${KEY}clientInfo`]: "me" }))],
		],
		["an envelope without a client", [ask("d", "tools/list", envelope({ [`${KEY}clientInfo`]: undefined }))]],
		["the list of tools in an envelope", [ask("d", "tools/list", envelope())]],
		["a call in an envelope", [ask("d", "tools/call", { name: "greet", ...envelope() })]],
		["a ping in an envelope", [ask("d", "ping", envelope())]],
		["listening to nothing", [ask("d", "subscriptions/listen", envelope())]],
		["discovery, and then a beginning", [ask("d", "server/discover", envelope()), begin("2025-06-18")]],
	];
	test.each(cases)("%s", async (_name, messages) => {
		const own = ours();
		const library = reference();
		own.say(...messages);
		library.say(...messages);
		for (const { id } of messages) {
			expect(comparable(await own.answerTo(id))).toEqual(comparable(await library.answerTo(id)));
		}
		expect(own.sent).toHaveLength(messages.length);
	});

	test("an unsupported revision with those that are", async () => {
		const question = ask(5, "tools/list", envelope({ [`${KEY}protocolVersion`]: "1900-01-01" }));
		const [own, library] = [ours(), reference()];
		own.say(question);
		library.say(question);
		expect(await own.answerTo(5)).toEqual(await library.answerTo(5));
	});

	const listen = (notifications: unknown) =>
		ask("l", "subscriptions/listen", { ...envelope(), notifications });

	test("listening, until we end", async () => {
		const [own, library] = [ours(), reference()];
		own.say(listen({ toolsListChanged: true }));
		library.say(listen({ toolsListChanged: true }));
		await vi.waitFor(() => expect(library.sent).toHaveLength(1));
		expect(own.sent).toEqual(library.sent);
		own.server.close();
		await library.close();
		expect(await own.answerTo("l")).toEqual(await library.answerTo("l"));
	});

	test("listening, until the client takes it back", () => {
		const own = ours();
		own.say(listen({}));
		expect(own.sent).toHaveLength(1);
		own.say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "l" } });
		own.server.close();
		expect(own.sent).toHaveLength(1);
	});

	test.each([[{ toolsListChanged: "x" }], [{ resourceSubscriptions: [1] }], [[]], [5]])(
		"listening for %j",
		async (filter) => {
			const [own, library] = [ours(), reference()];
			own.say(listen(filter));
			library.say(listen(filter));
			expect(comparable(await own.answerTo("l"))).toEqual(comparable(await library.answerTo("l")));
		},
	);

	const stamped = (version: unknown) => ({ _meta: { [`${KEY}protocolVersion`]: version } });
	test.each([
		["2025-11-25", handshake("2025-11-25", stamped("2025-11-25"))],
		["a revision to come, without the rest", handshake("2025-11-25", stamped("2026-07-28"))],
	])("a beginning that names %s in its _meta", async (_name, params) => {
		const [own, library] = [ours(), reference()];
		const messages = [
			ask(1, "initialize", params),
			ask(2, "tools/list", stamped("2025-11-25")),
			ask(3, "tools/call", { name: "greet", ...stamped("2025-06-18") }),
			ask(4, "ping", stamped("2025-11-25")),
			ask(5, "tools/list", stamped("2026-07-28")),
			ask(6, "ping", stamped("2030-01-01")),
			ask(7, "ping", stamped(null)),
			ask(8, "tools/call", { name: "greet", ...stamped(5) }),
		];
		own.say(...messages);
		library.say(...messages);
		for (const { id } of messages) expect(await own.answerTo(id)).toEqual(await library.answerTo(id));
	});
});

describe("more than the library", () => {
	test("what is no request, but has an id, is answered", async () => {
		const broken: [string, Message][] = [
			["jsonrpc", { id: 1, method: "ping" }],
			["method", { jsonrpc: "2.0", id: 2, method: 5 } as unknown as Message],
			["params", { jsonrpc: "2.0", id: 3, method: "ping", params: [1] }],
			["_meta", { jsonrpc: "2.0", id: "four", method: "ping", params: { _meta: "x" } }],
			["method", { jsonrpc: "2.0", id: "" }],
			["method", { jsonrpc: "2.0", id: 0 }],
			["method", { jsonrpc: "2.0", id: 1.5 }],
		];
		const own = ours();
		for (const [word, message] of broken) {
			own.say(message);
			const answer = await own.answerTo(message.id);
			expect(answer["error"]).toMatchObject({ code: -32600, message: expect.stringContaining(word) });
		}
		expect(own.problems).toEqual([]);
	});

	test("what nobody can be answered about is complained of, and serving goes on", async () => {
		const own = ours();
		own.say("hello", "5", "[]", "[5]", '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"jsonrpc":"2.0"}');
		own.say('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}');
		own.say('{"jsonrpc":"2.0","id":1e400,"method":"ping"}');
		expect(own.problems).toHaveLength(8);
		own.say({ jsonrpc: "2.0", id: 9, result: {} }, ask(1, "ping"));
		expect(await own.answerTo(1)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
		expect(own.sent).toHaveLength(1);
		expect(own.problems).toHaveLength(8);
	});

	test("what is written as null is left out", async () => {
		const own = ours();
		own.say('{"jsonrpc":"2.0","id":1,"method":"ping","params":null}');
		own.say('{"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":null}}');
		const call = { name: "greet", arguments: null, _meta: { progressToken: null } };
		own.say(ask(3, "tools/call", call));
		for (const id of [1, 2, 3]) expect(await own.answerTo(id)).toHaveProperty("result");
		expect(own.calls[0]).toMatchObject({ args: {} });
		expect(own.calls[0]?.onProgress).toBeUndefined();
	});

	test("many messages in one are answered in one", async () => {
		const own = ours();
		const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
		const broken = { jsonrpc: "2.0", id: 3, method: 5 };
		own.say(JSON.stringify([ask(1, "tools/call", { name: "greet" }), notification, ask(2, "ping"), broken]));
		await vi.waitFor(() => expect(own.sent).toHaveLength(1));
		expect(own.sent[0]).toMatchObject([{ id: 1 }, { id: 2, result: {} }, { id: 3, error: { code: -32600 } }]);
		own.say(JSON.stringify([notification]), ask(4, "ping"));
		await own.answerTo(4);
		expect(own.sent).toHaveLength(2);
	});

	test("many messages in one without what was taken back", async () => {
		const own = ours();
		const cancel = { jsonrpc: "2.0", id: null, method: "notifications/cancelled", params: { requestId: 1 } };
		own.say(JSON.stringify([ask(1, "tools/call", { name: "wait" }), ask(2, "ping"), cancel]));
		await vi.waitFor(() => expect(own.sent).toEqual([[{ jsonrpc: "2.0", id: 2, result: {} }]]));
		own.say(JSON.stringify([ask(3, "tools/call", { name: "wait" })]));
		own.server.close();
		await new Promise((resolve) => setImmediate(resolve));
		expect(own.sent).toHaveLength(1);
		expect(own.problems).toEqual([]);
	});

	test("what is known at once is answered in the order of the questions", () => {
		const own = ours();
		own.say(begin("2025-06-18"), { jsonrpc: "2.0", id: 2, method: 5 } as unknown as Message);
		own.say(ask(3, "tools/list"), ask(4, "nope"), ask(5, "server/discover", envelope()));
		own.say(JSON.stringify([ask(6, "ping")]), ask(7, "tools/call", {}), ask(8, "ping"));
		expect(own.sent.flat().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
	});

	test("a beginning is one in whatever envelope", async () => {
		const own = ours();
		own.say(ask("d", "initialize", { ...handshake("2025-06-18"), ...envelope() }));
		expect((await own.answerTo("d"))["result"]).toHaveProperty("protocolVersion", "2025-06-18");
	});

	test("a beginning without a revision, and a token that is none, are named", async () => {
		const own = ours();
		own.say(ask(1, "initialize", { clientInfo: {} }));
		own.say(ask(2, "tools/call", { name: "greet", _meta: { progressToken: {} } }));
		expect((await own.answerTo(1))["error"]).toMatchObject({ code: -32602, message: /protocolVersion/ });
		expect((await own.answerTo(2))["error"]).toMatchObject({ code: -32602, message: /progressToken/ });
	});

	test("both kinds of clients in one stream, each in its own revision", async () => {
		const own = ours();
		own.say(begin("2025-06-18"), ask(2, "tools/call", { name: "greet", ...envelope() }));
		own.say(ask(3, "tools/call", { name: "greet" }));
		expect((await own.answerTo(2))["result"]).toHaveProperty("resultType", "complete");
		expect((await own.answerTo(3))["result"]).not.toHaveProperty("resultType");
	});

	test("two requests of one id are both taken back", () => {
		const own = ours();
		own.say(ask(1, "tools/call", { name: "wait" }), ask(1, "tools/call", { name: "wait" }));
		own.say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
		expect(own.calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
	});

	test("two requests of one id are both answered", async () => {
		const own = ours();
		own.say(ask(1, "tools/call", { name: "wait" }), ask(1, "tools/call", { name: "greet" }));
		await own.answerTo(1);
		own.calls[0]?.end("done");
		await vi.waitFor(() => expect(own.sent).toHaveLength(2));
		expect(own.sent.map(({ id, result }) => [id, result])).toMatchObject([
			[1, { content: [{ text: "Hello, undefined" }] }],
			[1, { content: [{ text: "done" }] }],
		]);
	});

	test("as many streams as are held, and no more", async () => {
		const own = ours();
		for (let id = 0; id <= 1_000; id++)
			own.say(ask(id, "subscriptions/listen", { ...envelope(), notifications: {} }));
		expect((await own.answerTo(1_000))["error"]).toMatchObject({ message: /At most/ });
		own.sent.length = 0;
		own.server.close();
		expect(own.sent).toHaveLength(1_000);
		expect(own.sent[0]).toMatchObject({ id: 0, result: { _meta: { [`${KEY}subscriptionId`]: 0 } } });
	});
});

describe("a call under way", () => {
	test("is taken back, and not answered", async () => {
		const own = ours();
		own.say(ask("w", "tools/call", { name: "wait", _meta: { progressToken: 7 } }));
		await vi.waitFor(() => expect(own.calls).toHaveLength(1));
		own.say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "w" } });
		expect(own.calls[0]?.signal.aborted).toBe(true);
		own.calls[0]?.onProgress?.("too late");
		own.calls[0]?.end("too late");
		own.say(ask("p", "ping"));
		await own.answerTo("p");
		expect(own.sent).toHaveLength(1);
	});

	test("of another id goes on, whatever is taken back", async () => {
		const own = ours();
		own.say(ask(1, "tools/call", { name: "wait" }));
		await vi.waitFor(() => expect(own.calls).toHaveLength(1));
		for (const params of [{ requestId: "1" }, { requestId: 2 }, { requestId: {} }, {}])
			own.say({ jsonrpc: "2.0", method: "notifications/cancelled", params });
		expect(own.calls[0]?.signal.aborted).toBe(false);
	});

	test("reports how far it is, to whoever gave a token", async () => {
		const own = ours();
		own.say(ask(1, "tools/call", { name: "wait", _meta: { progressToken: "t" } }));
		own.say(ask(2, "tools/call", { name: "wait" }));
		await vi.waitFor(() => expect(own.calls).toHaveLength(2));
		own.calls[0]?.onProgress?.("half");
		own.calls[0]?.onProgress?.("all");
		expect(own.calls[1]?.onProgress).toBeUndefined();
		const told = (progress: number, message: string) => ({
			jsonrpc: "2.0",
			method: "notifications/progress",
			params: { progressToken: "t", progress, message },
		});
		expect(own.sent).toEqual([told(1, "half"), told(2, "all")]);
	});

	test("is taken back with the server", async () => {
		const own = ours();
		own.say(ask(1, "tools/call", { name: "wait" }));
		await vi.waitFor(() => expect(own.calls).toHaveLength(1));
		own.server.close();
		expect(own.calls[0]?.signal.aborted).toBe(true);
		own.calls[0]?.end("too late");
		await new Promise((resolve) => setImmediate(resolve));
		expect(own.sent).toEqual([]);
	});
});
