// Everything that crosses a socket. Hellos ignore unknown keys, so that versions can meet;
// everything after them is strict. From the proof on a message travels sealed, as a string of base64.

import * as z from "zod/mini";
import { bridgeState, linkEvent } from "./bridge/bridge-state.ts";
import { type ErrorCode, errorTable, ReinsError } from "./errors.ts";
import { limits } from "./limits.ts";
import { isPlain } from "./plain-messages.ts";
import { policyFileSchema } from "./policy/policy.ts";

const text = (max: number) => z.string().check(z.maxLength(max));
const id = text(limits.wireName);
const publicKey = text(400);
const range = z.object({ min: z.int(), max: z.int() });
const hop = z.strictObject({ hop: text(limits.hopName), at: z.number() });
const trace = z.strictObject({ id, hops: z.array(hop).check(z.maxLength(limits.hops)) });
const errorCode = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);
const record = z.record(z.string(), z.unknown());

const wireError = z.strictObject({
	code: errorCode,
	message: z.string(),
	hint: z.string(),
	retry: z.enum(["no", "safe", "after_fix", "look_first"]),
	data: z.optional(record),
});

/** What the person chose for a session: which browser, and what may be done with it. */
const sessionOptions = z.object({
	/**
	 * `auto` (a connected extension, else a managed browser), `managed`, `extension`, the name of a
	 * connected browser, or the http or ws URL of a debugging endpoint.
	 */
	browser: text(2_000),
	chromePath: z.optional(text(4_000)),
	window: z.optional(z.enum(["headless", "headed"])),
	noSandbox: z.boolean(),
	policy: z.optional(z.enum(["strict", "sandbox", "unsafe", "ask"])),
	policyFile: z.optional(policyFileSchema),
	allow: z.array(text(500)).check(z.maxLength(1_000)),
	enableMutations: z.boolean(),
	unsafeEnableEval: z.boolean(),
	unsafeAllDomains: z.boolean(),
	/** Directories, absolute, out of which files may be given to pages. */
	allowUpload: z.optional(z.array(text(4_000)).check(z.maxLength(100))),
});
export type SessionOptions = z.infer<typeof sessionOptions>;

/** The first message of whoever connects: nothing but what the handshake needs, and nothing secret. */
const hello = z.object({
	type: z.literal("hello"),
	/** What it wants to be: a front door, or a browser of the person's. */
	role: z.enum(["client", "browser"]),
	protocol: range,
	/** Its public key (SPKI, base64), by which it is known. */
	key: publicKey,
	/** Fresh bytes, so that no proof can be used again. */
	nonce: text(100),
	/** A public key for this connection alone (a point, base64); the seal of all that follows comes from both. */
	share: text(100),
});
export type Hello = z.infer<typeof hello>;

/** The broker's answer, signed: it proves itself first. */
const helloAck = z.object({
	type: z.literal("helloAck"),
	protocol: z.int(),
	key: publicKey,
	nonce: text(100),
	share: text(100),
	signature: text(400),
});
export type HelloAck = z.infer<typeof helloAck>;

/** The other side's signature, after the broker's was found right. This and everything after it is sealed. */
const helloProof = z.object({ type: z.literal("helloProof"), signature: text(400) });

/** The broker has found the signature right; what follows is who it is that came. */
const welcome = z.object({ type: z.literal("welcome") });

const broker = z.object({ release: text(100), pid: z.int(), epoch: id });

/** A client says who it is. `control` peers ask about the broker and have no session. */
const peerHello = z.object({
	type: z.literal("peerHello"),
	client: z.object({ name: text(200), version: text(100), release: text(100) }),
	role: z.enum(["session", "control"]),
	session: z.optional(
		z.object({
			label: z.optional(text(200)),
			/** The person chose the label: who comes with it again goes on with what the last one left. */
			named: z.optional(z.boolean()),
			/** The secret id of a session that this client had before. */
			resume: z.optional(text(100)),
			options: sessionOptions,
			/** The client's environment, as far as a browser needs it. */
			environment: z.record(text(200), text(32_000)),
		}),
	),
});
export type PeerHello = z.infer<typeof peerHello>;

const peerHelloAck = z.object({
	type: z.literal("peerHelloAck"),
	broker,
	session: z.optional(z.object({ id, label: text(300), resumed: z.boolean() })),
});
export type PeerHelloAck = z.infer<typeof peerHelloAck>;

/** The extension says which browser it is in. */
const browserHello = z.object({
	type: z.literal("browserHello"),
	release: text(100),
	browser: z.object({
		/** What the person calls it; `--browser` takes it. */
		name: text(100),
		/** Chrome's own words, such as "Chromium 156.0.0.0 on Linux". */
		product: text(200),
		/** The profile, for as long as the extension is installed in it. */
		instance: id,
		/** One start of the browser: tabs are bound to it. */
		epoch: id,
	}),
	capabilities: z.array(text(60)).check(z.maxLength(100)),
	/** What the page kit in the extension can do. */
	kit: z.array(text(60)).check(z.maxLength(200)),
});
export type BrowserHello = z.infer<typeof browserHello>;

/** The browser is taken in; what follows is the extension's state. */
const browserHelloAck = z.object({ type: z.literal("browserHelloAck"), broker });
export type BrowserHelloAck = z.infer<typeof browserHelloAck>;

/** The answer to a hello that is not accepted; the connection closes after it. */
const refusal = z.object({ type: z.literal("refusal"), error: z.looseObject({ code: z.string() }) });

const rpc = z.strictObject({
	type: z.literal("rpc"),
	id,
	method: text(limits.wireName),
	params: record,
	/** Milliseconds that the caller will wait. */
	deadline: z.number().check(z.positive(), z.maximum(limits.maxDeadline)),
	/** Whether the caller wants to hear how far the call has come. */
	progress: z.boolean(),
	trace,
});
export type Rpc = z.infer<typeof rpc>;

const rpcResult = z.union([
	z.strictObject({ type: z.literal("rpcResult"), id, ok: z.literal(true), result: z.unknown(), trace }),
	z.strictObject({ type: z.literal("rpcResult"), id, ok: z.literal(false), error: wireError, trace }),
]);

const cancel = z.strictObject({ type: z.literal("cancel"), id });
const ping = z.strictObject({ type: z.literal("ping"), at: z.number() });
const pong = z.strictObject({ type: z.literal("pong"), at: z.number() });
const chunk = z.strictObject({
	type: z.literal("chunk"),
	id,
	seq: z.int().check(z.minimum(0)),
	last: z.boolean(),
	data: z.string(),
});
const event = z.union([
	z.strictObject({
		type: z.literal("event"),
		event: z.literal("progress"),
		data: z.strictObject({ call: id, message: text(500) }),
	}),
	z.strictObject({ type: z.literal("event"), event: z.literal("state"), data: bridgeState }),
	z.strictObject({
		type: z.literal("event"),
		event: z.literal("link"),
		data: z.strictObject({ session: id, event: linkEvent }),
	}),
]);
/** A line for the broker's log. */
const log = z.strictObject({ type: z.literal("log"), line: text(2_000) });

/** Every message by its type: the source of `contracts/bridge.schema.json`. */
export const messages = {
	hello,
	helloAck,
	helloProof,
	welcome,
	peerHello,
	peerHelloAck,
	browserHello,
	browserHelloAck,
	refusal,
	rpc,
	rpcResult,
	cancel,
	ping,
	pong,
	chunk,
	event,
	log,
};
export type Messages = { [T in keyof typeof messages]: z.infer<(typeof messages)[T]> };

/** Checks a parsed frame against the messages that may come at this point. */
// @guard known-messages
export function readMessage<const T extends keyof Messages>(
	frame: unknown,
	expected: readonly T[],
): Messages[T] {
	const type = typeof frame === "object" && frame !== null ? Reflect.get(frame, "type") : undefined;
	const name = expected.find((candidate) => candidate === type);
	if (!name) {
		const got = typeof type === "string" ? `"${type.slice(0, 40)}"` : "no type";
		throw new ReinsError("bad_frame", `Expected ${expected.join(" or ")}, got ${got}.`);
	}
	if (isPlain(name, frame as object)) return frame as Messages[T];
	const parsed = z.safeParse(messages[name] as unknown as z.ZodMiniType<Messages[T]>, frame);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	throw new ReinsError("bad_frame", `${name}: ${issue?.path.join(".") || "message"}: ${issue?.message}`);
}
