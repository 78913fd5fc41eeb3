// Nothing is done in the browser before the fence stands, and it is known in which tab a session acts.

import { type CallOptions, type Link, LinkAround } from "@reins/link";
import { effectOf, type Primitive, type PrimitiveParams, type PrimitiveResult } from "@reins/protocol";
import type { Acts } from "./acts.ts";
import type { Fence } from "./fence.ts";

/** What a page may take for a person's doing, and open a tab at. */
const acts: ReadonlySet<string> = new Set(["act", "eval", "upload"]);

export class FencedLink extends LinkAround {
	readonly #fence: Fence;
	readonly #acts: Acts;
	readonly #session: string;

	constructor(inner: Link, { fence, acts: known }: { fence: Fence; acts: Acts }, session: string) {
		super(inner);
		this.#fence = fence;
		this.#acts = known;
		this.#session = session;
	}

	override async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		const call = () => this.inner.call(primitive, params, options);
		if (acts.has(effectOf(primitive, params))) {
			const act = "tab" in params ? () => this.#acts.during(this.#session, Number(params.tab), call) : call;
			return this.#fence.whileActing(this.#session, act);
		}
		if (primitive === "tabs.activate" || ("focus" in params && params.focus))
			this.#acts.forget(this.#session);
		await this.#fence.standing();
		return call();
	}
}
