// One tab during one call: the link to it, and how long the caller will wait.

import type { Link } from "@reins/link";
import type {
	KitArgs,
	KitFunction,
	KitResult,
	Primitive,
	PrimitiveParams,
	PrimitiveResult,
	Trace,
} from "@reins/protocol";

type WithoutTab<P extends Primitive> = Omit<PrimitiveParams<P>, "tab">;

export class Tab {
	readonly link: Link;
	readonly id: string;
	readonly signal: AbortSignal;
	readonly #trace: Trace;

	constructor(link: Link, id: string, signal: AbortSignal, trace: Trace) {
		this.link = link;
		this.id = id;
		this.signal = signal;
		this.#trace = trace;
	}

	call<P extends Primitive>(primitive: P, params: WithoutTab<P>): Promise<PrimitiveResult<P>> {
		const whole = { ...params, tab: this.id } as unknown as PrimitiveParams<P>;
		return this.link.call(primitive, whole, { signal: this.signal, trace: this.#trace });
	}

	/** Calls the page kit and says which document answered. */
	async ask<F extends KitFunction>(
		fn: F,
		args: KitArgs<F>,
	): Promise<{ value: KitResult<F>; document: string }> {
		const reply = await this.call("page.call", { fn, args: { ...args } });
		return { value: reply.value as KitResult<F>, document: reply.document };
	}

	async kit<F extends KitFunction>(fn: F, args: KitArgs<F>): Promise<KitResult<F>> {
		return (await this.ask(fn, args)).value;
	}
}
