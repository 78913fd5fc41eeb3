import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Messages, messages, ReinsError, readMessage } from "../src/index.ts";

const RUNS = Number(process.env["REINS_FUZZ_RUNS"] ?? 500);
const trace = { id: "t", hops: [{ hop: "here", at: 1 }] };

const samples: Messages = {
	hello: { type: "hello", role: "client", protocol: { min: 1, max: 1 }, key: "k", nonce: "n", share: "s" },
	helloAck: { type: "helloAck", protocol: 1, key: "k", nonce: "n", share: "s", signature: "s" },
	peerHello: {
		type: "peerHello",
		client: { name: "a", version: "1", release: "1" },
		role: "control",
	},
	peerHelloAck: { type: "peerHelloAck", broker: { release: "1", pid: 1, epoch: "e" } },
	browserHello: {
		type: "browserHello",
		release: "1",
		browser: { name: "b", product: "Chromium 1", instance: "i", epoch: "e" },
		capabilities: ["tabs.list"],
		kit: ["snapshot"],
	},
	browserHelloAck: { type: "browserHelloAck", broker: { release: "1", pid: 1, epoch: "e" } },
	helloProof: { type: "helloProof", signature: "s" },
	welcome: { type: "welcome" },
	log: { type: "log", line: "l" },
	refusal: { type: "refusal", error: { code: "bad_args" } },
	rpc: { type: "rpc", id: "1", method: "m", params: {}, deadline: 1, progress: false, trace },
	rpcResult: { type: "rpcResult", id: "1", ok: true, result: 1, trace },
	cancel: { type: "cancel", id: "1" },
	ping: { type: "ping", at: 1 },
	pong: { type: "pong", at: 1 },
	chunk: { type: "chunk", id: "1", seq: 0, last: true, data: "" },
	event: { type: "event", event: "progress", data: { call: "1", message: "m" } },
};
const names = Object.keys(messages) as (keyof Messages)[];
const loose = [
	"hello",
	"helloAck",
	"helloProof",
	"welcome",
	"peerHello",
	"peerHelloAck",
	"browserHello",
	"browserHelloAck",
	"refusal",
];

describe.each(names)("%s", (name) => {
	const sample = samples[name] as Record<string, unknown>;

	test("reads its sample", () => {
		expect(readMessage(sample, names)).toEqual(sample);
	});

	test(loose.includes(name) ? "ignores unknown keys" : "refuses unknown keys", () => {
		const read = () => readMessage({ ...sample, novelty: 1 }, names);
		if (loose.includes(name)) expect(read()).toEqual(sample);
		else expect(read).toThrow(expect.objectContaining({ code: "bad_frame" }));
	});

	test("misses every key that is not optional", () => {
		for (const key of Object.keys(sample)) {
			const { [key]: _gone, ...rest } = sample;
			// `result` may be anything, nothing included.
			if (key === "result") continue;
			expect(() => readMessage(rest, names), key).toThrow(expect.objectContaining({ code: "bad_frame" }));
		}
	});

	test("is refused where another is expected", () => {
		const other = names.find((candidate) => candidate !== name) as keyof Messages;
		expect(() => readMessage(sample, [other])).toThrow(expect.objectContaining({ code: "bad_frame" }));
	});
});

test("anything at all is read or refused, and nothing else happens", () => {
	const mutated = fc
		.tuple(fc.constantFrom(...names), fc.string(), fc.anything())
		.map(([name, key, value]) => ({ ...samples[name], [key]: value }));
	const replaced = fc.tuple(fc.constantFrom(...names), fc.nat(), fc.anything()).map(([name, at, value]) => {
		const keys = Object.keys(samples[name]);
		return { ...samples[name], [keys[at % keys.length] as string]: value };
	});
	fc.assert(
		fc.property(fc.oneof(fc.anything(), mutated, replaced), (frame) => {
			try {
				expect(names).toContain(readMessage(frame, names).type);
			} catch (error) {
				expect(error).toBeInstanceOf(ReinsError);
				expect((error as ReinsError).code).toBe("bad_frame");
			}
		}),
		{ numRuns: RUNS },
	);
});
