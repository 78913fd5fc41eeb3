// Nothing is done in the browser before the fence stands.

import { type CallOptions, type Link, LinkAround } from "@reins/link";
import { effectOf, type Primitive, type PrimitiveParams, type PrimitiveResult } from "@reins/protocol";
import type { Fence } from "./fence.ts";

/** What a page may take for a person's doing, and open a tab at. */
const acts: ReadonlySet<string> = new Set(["act", "eval", "upload"]);

export class FencedLink extends LinkAround {
	readonly #fence: Fence;
	readonly #session: string;

	constructor(inner: Link, fence: Fence, session: string) {
		super(inner);
		this.#fence = fence;
		this.#session = session;
	}

	override async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		const call = () => this.inner.call(primitive, params, options);
		if (acts.has(effectOf(primitive, params))) return this.#fence.whileActing(this.#session, call);
		await this.#fence.standing();
		return call();
	}
}
