// Notes every primitive that leaves something behind, before and after it is done, so that an action can say
// what became of it.

import { type CallOptions, type Link, LinkAround } from "@reins/link";
import {
	type ActionLog,
	effectOf,
	isWrite,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
} from "@reins/protocol";

export class NotedLink extends LinkAround {
	readonly #log: ActionLog;

	constructor(inner: Link, log: ActionLog) {
		super(inner);
		this.#log = log;
	}

	override async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		if (!isWrite(effectOf(primitive, params))) return this.inner.call(primitive, params, options);
		const end = this.#log.begin(primitive);
		try {
			const result = await this.inner.call(primitive, params, options);
			// Where there is no such entry in the history, nothing was done.
			end(result === false ? "failed" : "finished");
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
		"policy_denied",
		"restricted_url",
		"no_such_tab",
		"leased",
		"killed",
		"user_detached",
	];
	if (!(error instanceof ReinsError)) return false;
	if (error.data?.["notSent"]) return true;
	return codes.includes(error.code) && !error.data?.["interrupted"];
}
