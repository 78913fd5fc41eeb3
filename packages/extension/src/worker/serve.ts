// Serves the broker's calls: each is checked, run within its deadline, and answered exactly once.

import {
	type BridgeMethod,
	type BridgeParams,
	type BridgeResults,
	bridgeParams,
	limits,
	orAborted,
	type Primitive,
	type PrimitiveParams,
	primitives,
	ReinsError,
	type Rpc,
	Trace,
} from "@reins/protocol";
import { requireOn } from "./off.ts";
import type { SessionLinks } from "./session-links.ts";
import type { WorkerState } from "./state.ts";
import { TraceRing } from "./trace-ring.ts";

interface Call {
	signal: AbortSignal;
	trace: Trace;
}

type Handlers = {
	[M in BridgeMethod]: (params: BridgeParams<M>, call: Call) => Promise<BridgeResults[M]>;
};

export class BridgeServer {
	readonly #state: WorkerState;
	readonly #links: SessionLinks;
	readonly #calls = new Map<string, AbortController>();
	readonly #ring = new TraceRing();

	constructor(state: WorkerState, links: SessionLinks) {
		this.#state = state;
		this.#links = links;
	}

	/** Resolves to the answer; never rejects. */
	async serve({ id, method, params, deadline, trace: sent }: Rpc): Promise<object> {
		const trace = new Trace(sent.id);
		trace.mark("extension:received");
		const controller = new AbortController();
		this.#calls.set(id, controller);
		const timer = setTimeout(
			() => controller.abort(new ReinsError("timeout", `Not finished after ${deadline} ms.`)),
			deadline,
		);
		let answer: { ok: true; result: unknown } | { ok: false; error: object };
		let code = "ok";
		try {
			const running = this.#dispatch(method, params, { signal: controller.signal, trace });
			answer = { ok: true, result: await orAborted(running, controller.signal) };
		} catch (thrown) {
			const error = ReinsError.from(controller.signal.aborted ? controller.signal.reason : thrown);
			code = error.code;
			answer = { ok: false, error: error.toWire() };
		}
		clearTimeout(timer);
		this.#calls.delete(id);
		trace.mark("extension:answered");
		const { primitive } = params as { primitive?: string };
		this.#ring.add({ id: trace.id, method, code, hops: trace.hops, ...(primitive && { primitive }) });
		return { type: "rpcResult", id, ...answer, trace: { id: trace.id, hops: trace.hops.slice(0, 100) } };
	}

	cancel(id: string): void {
		this.#calls.get(id)?.abort(new ReinsError("canceled", "The caller took the call back."));
	}

	/** Ends every open call at once; what it had begun may have been done. */
	abortAll({ code, message, hint }: ReinsError): void {
		const error = new ReinsError(code, message, { hint, data: { interrupted: true } });
		for (const call of this.#calls.values()) call.abort(error);
	}

	async #dispatch(method: string, params: unknown, call: Call): Promise<unknown> {
		if (this.#calls.size > limits.openCalls) {
			throw new ReinsError("backpressure", `More than ${limits.openCalls} calls are open.`);
		}
		const checked = checkedMethod(method, params);
		const handler = this.#handlers[method as BridgeMethod] as (
			params: unknown,
			call: Call,
		) => Promise<unknown>;
		return handler(checked, call);
	}

	readonly #handlers: Handlers = {
		"link.call": ({ session, primitive, params }, call) => this.#primitive(session, primitive, params, call),
		"link.committed": async ({ session, tab, frame }, { signal }) => {
			requireOn(this.#state);
			const { url, document, origin } = await this.#links
				.of(session)
				.committed(this.#links.numberOf(tab), signal, frame);
			return { url, document, origin };
		},
		"session.open": async (opening) => {
			await this.#links.open(opening);
			return {};
		},
		"session.away": async ({ session, away }) => {
			await this.#links.away(session, away);
			return {};
		},
		"session.close": async ({ session }) => {
			await this.#links.close(session);
			return {};
		},
		"tab.lease": async ({ session, tab, handle }) => {
			requireOn(this.#state);
			await this.#links.claim(Number(this.#links.numberOf(tab)), session, handle);
			return {};
		},
		"trace.read": async () => ({ entries: this.#ring.read() }),
	};

	async #primitive(session: string, name: string, params: object, call: Call): Promise<unknown> {
		requireOn(this.#state);
		const checked = checkedPrimitive(name, params);
		if ("tab" in checked) checked.tab = this.#links.numberOf(checked.tab);
		return this.#links.of(session).call(name as Primitive, checked, call);
	}
}

// @guard served-methods
function checkedMethod(method: string, params: unknown): BridgeParams<BridgeMethod> {
	if (!Object.hasOwn(bridgeParams, method))
		throw new ReinsError("unknown_method", `The extension has no method "${method}".`);
	const parsed = bridgeParams[method as BridgeMethod].safeParse(params);
	if (!parsed.success) throw new ReinsError("bad_args", `${method}: ${parsed.error.issues[0]?.message}`);
	return parsed.data;
}

// @guard served-primitives
function checkedPrimitive(name: string, params: unknown): PrimitiveParams<Primitive> {
	if (!Object.hasOwn(primitives, name))
		throw new ReinsError("unknown_method", `The extension has no primitive "${name}".`);
	const parsed = primitives[name as Primitive].params.safeParse(params);
	if (!parsed.success) throw new ReinsError("bad_args", `${name}: ${parsed.error.issues[0]?.message}`);
	return parsed.data;
}
