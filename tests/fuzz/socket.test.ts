// Whatever bytes come before a hello: the broker lives, nothing happens, and clients are served.

import { newKeyPair, newNonce, protocolRange, publicKeyText } from "@reins/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { greeted, hello, RawClient, startBroker } from "../../packages/broker/test/broker-on-socket.ts";

/** Frames in all; `npm run test:full` raises it. */
const RUNS = Number(process.env["REINS_FUZZ_RUNS"] ?? 900);
const FRAMES_A_CONNECTION = 20;

const call = {
	type: "rpc",
	id: "1",
	method: "tool.call",
	params: { tool: "tab_new", args: {} },
	deadline: 1_000,
	progress: false,
	trace: { id: "t", hops: [] },
};
const valid = [
	call,
	{ ...call, method: "stop", params: { force: false } },
	{ type: "cancel", id: "1" },
	{ type: "ping", at: 1 },
	hello({ role: "control" }),
	{ type: "helloProof", signature: "AAAA" },
	{ type: "chunk", id: "1", seq: 0, last: true, data: JSON.stringify(call) },
];

/** Hellos of strangers with keys of their own: one that would be a client, one that would be a browser. */
const keys = await Promise.all(
	[newKeyPair(false), newKeyPair(false)].map(async (pair) => publicKeyText(await pair)),
);
const first = (["client", "browser"] as const).map((role) =>
	JSON.stringify({
		type: "hello",
		role,
		protocol: protocolRange,
		key: keys[0],
		nonce: newNonce(),
		share: keys[1],
	}),
);

const text = fc.oneof(
	fc.json(),
	fc.string(),
	fc.constantFrom(...valid.map((message) => JSON.stringify(message)), ...first),
	// A hello with something broken in it.
	fc
		.tuple(fc.constantFrom(...first), fc.nat(), fc.string({ minLength: 1, maxLength: 4 }))
		.map(([whole, at, junk]) => {
			const place = at % whole.length;
			return `${whole.slice(0, place)}${junk}${whole.slice(place + 1)}`;
		}),
);
const frame = text.map((body) => {
	const bytes = Buffer.from(body);
	const header = Buffer.alloc(4);
	header.writeUInt32LE(bytes.length);
	return Buffer.concat([header, bytes]);
});
const bytes = fc.oneof(
	{ weight: 3, arbitrary: frame },
	{ weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw)) },
);

test(`${RUNS} frames of strangers`, { timeout: 600_000 }, async () => {
	const running = await startBroker();
	const witness = await greeted(running.places, hello({ role: "control" }));
	await witness.next();
	const connections = fc.array(bytes, { minLength: 1, maxLength: FRAMES_A_CONNECTION, size: "max" });
	const property = fc.asyncProperty(connections, async (pieces) => {
		frames += pieces.length;
		const stranger = new RawClient(running.places.address);
		for (const piece of pieces) stranger.bytes(piece);
		stranger.socket.end();
		for (let answer = await stranger.next(); answer !== "closed"; answer = await stranger.next()) {
			// A hello may be answered; nobody gets further without a proof.
			expect(["helloAck", "refusal"]).toContain(answer["type"]);
		}
		const status = (await witness.call("status", {})) as { result: { browsers: unknown[] } };
		expect(status.result.browsers).toEqual([]);
	});
	let frames = 0;
	while (frames < RUNS) await fc.assert(property, { numRuns: 50 });
	witness.end();
	await running.end();
});
