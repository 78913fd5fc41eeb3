// The policy's place in the broker: every primitive of every tool passes here, is judged on the
// document that is committed at that moment, and is noted if it leaves something behind.

import type { CallOptions, CommittedDocument, Link, LinkEvent } from "@reins/link";
import {
	type ActionLog,
	decide,
	type Effect,
	isWrite,
	type KitFunction,
	kitEffects,
	type LinkTab,
	type Policy,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	primitives,
	ReinsError,
	type Scope,
} from "@reins/protocol";

export class GuardedLink implements Link {
	readonly #inner: Link;
	readonly #policy: Policy;
	readonly #log: ActionLog;

	constructor(inner: Link, policy: Policy, log: ActionLog) {
		this.#inner = inner;
		this.#policy = policy;
		this.#log = log;
	}

	async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		const effect = effectOf(primitive, params);
		await this.#judge(primitive, effect, params, options);
		const result = await this.#dispatch(primitive, effect, params, options);
		if (effect === "navigate") {
			const { tab } = { ...params, ...(primitive === "tabs.open" ? (result as LinkTab) : {}) } as {
				tab: string;
			};
			await this.#judgeArrival(primitive, tab, options);
		}
		return result;
	}

	committed(tab: string, signal: AbortSignal): Promise<CommittedDocument> {
		return this.#inner.committed(tab, signal);
	}

	onEvent(listener: (event: LinkEvent) => void): () => void {
		return this.#inner.onEvent(listener);
	}

	close(): Promise<void> {
		return this.#inner.close();
	}

	async #judge<P extends Primitive>(
		primitive: P,
		effect: Effect,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<void> {
		const { scope } = primitives[primitive];
		if (scope === "document") {
			const aim = params as { tab: string; document?: string };
			const { url, origin, document } = await this.#inner.committed(aim.tab, options.signal);
			this.#require(effect, url, { scope, origin });
			// What is judged and what is done must be the same document; the link holds on to it from here.
			if (aim.document !== undefined && aim.document !== document) throw replaced();
		} else this.#require(effect, scope === "argument" ? (params as { url: string }).url : "", { scope });
		options.trace?.mark("policy");
	}

	/** A redirect or the history may have led somewhere else than what was asked for. */
	async #judgeArrival(primitive: Primitive, tab: string, { signal }: CallOptions): Promise<void> {
		if (primitives[primitive].scope === "session") return;
		const { url, origin } = await this.#inner.committed(tab, signal);
		try {
			this.#require("read", url, { scope: "document", origin });
		} catch (error) {
			if (primitive === "tabs.open") await this.#inner.call("tabs.close", { tab }, { signal });
			throw error;
		}
	}

	#require(effect: Effect, url: string, circumstances: { scope: Scope; origin?: string }): void {
		const decision = decide(this.#policy, effect, url, circumstances);
		if (decision.allow) return;
		throw new ReinsError(decision.code, decision.reason, { hint: decision.hint, data: { effect, url } });
	}

	async #dispatch<P extends Primitive>(
		primitive: P,
		effect: Effect,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		if (!isWrite(effect)) return this.#inner.call(primitive, params, options);
		const end = this.#log.begin(primitive);
		try {
			const result = await this.#inner.call(primitive, params, options);
			end("finished");
			return result;
		} catch (error) {
			if (refusedBeforehand(error)) end("failed");
			throw error;
		}
	}
}

/** Errors that the link answers without having touched the page. */
function refusedBeforehand(error: unknown): boolean {
	const codes = [
		"stale_ref",
		"not_found",
		"ambiguous",
		"bad_selector",
		"bad_args",
		"not_actionable",
		"tab_gone",
		"unknown_method",
	];
	return error instanceof ReinsError && codes.includes(error.code) && !error.data?.["interrupted"];
}

function replaced(): ReinsError {
	return new ReinsError("stale_ref", "The page was replaced by another.", { data: { replaced: true } });
}

function effectOf<P extends Primitive>(primitive: P, params: PrimitiveParams<P>): Effect {
	const { effect } = primitives[primitive];
	if (effect !== "kit") return effect;
	const { fn } = params as { fn: string };
	if (Object.hasOwn(kitEffects, fn)) return kitEffects[fn as KitFunction];
	throw new ReinsError("unknown_method", `The page kit has no function "${fn}".`);
}
