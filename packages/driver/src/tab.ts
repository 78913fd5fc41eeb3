// One tab during one call: the link to it, and how long the caller will wait.

import type { Link } from "@reins/link";
import {
	isWrite,
	type KitArgs,
	type KitFunction,
	type KitResult,
	kitEffects,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
	type Trace,
	within,
} from "@reins/protocol";

/** A page that replaces itself over and over is not read for ever. */
const MAX_DOCUMENTS = 5;

type WithoutTab<P extends Primitive> = Omit<PrimitiveParams<P>, "tab">;

/** What is kept between the actions in a tab. */
export interface Told {
	/** Whether all that came of the last action was told. */
	all: boolean;
	/** Where the action was that a dialog ended: what comes of the answer is seen there. */
	place?: { frame: string | undefined; document?: string } | undefined;
}

/** What the kit said, and in which document. */
export interface Answer<F extends KitFunction> {
	value: KitResult<F>;
	document: string;
	origin: string;
}

export class Tab {
	readonly link: Link;
	readonly id: string;
	readonly signal: AbortSignal;
	readonly #trace: Trace;
	/** Who makes tabs for calls keeps it between them. */
	readonly told: Told;
	/** Whether actions wait for what comes of them. */
	settles = true;
	#origin = "";

	constructor(link: Link, id: string, signal: AbortSignal, trace: Trace, told: Told = { all: false }) {
		this.link = link;
		this.id = id;
		this.signal = signal;
		this.#trace = trace;
		this.told = told;
	}

	/** The security origin of the document that answered last: whose words the answer has. */
	get origin(): string {
		return this.#origin;
	}

	call<P extends Primitive>(primitive: P, params: WithoutTab<P>): Promise<PrimitiveResult<P>> {
		const whole = { ...params, tab: this.id } as unknown as PrimitiveParams<P>;
		return this.link.call(primitive, whole, { signal: this.signal, trace: this.#trace });
	}

	/** The same tab for a part of the call that may take less time. */
	within(milliseconds: number): Tab {
		return new Tab(this.link, this.id, within(this.signal, milliseconds), this.#trace, this.told);
	}

	/** The same tab for what must be put right when the call has been given up. */
	afterwards(milliseconds: number): Tab {
		return new Tab(this.link, this.id, within(new AbortController().signal, milliseconds), this.#trace);
	}

	/** Does something in the document that is shown now, and in no other. */
	async inDocument<P extends Primitive>(
		primitive: P,
		params: Omit<PrimitiveParams<P>, "tab" | "document">,
		repeatable: boolean,
	): Promise<{ result: PrimitiveResult<P>; document: string; origin: string }> {
		const { frame } = params as { frame?: string };
		for (let tries = 1; ; tries++) {
			const { document, origin } = await this.link.committed(this.id, this.signal, frame);
			try {
				const whole = { ...params, document } as unknown as Omit<PrimitiveParams<P>, "tab">;
				const result = await this.call(primitive, whole);
				this.#origin = origin;
				return { result, document, origin };
			} catch (error) {
				if (!repeatable || tries === MAX_DOCUMENTS || !wasReplaced(error)) throw error;
			}
		}
	}

	/**
	 * Calls the page kit and says which document answered: that of the frame, or of the frame that the ref in the
	 * arguments names. A read moves on to a page that came meanwhile.
	 */
	ask<F extends KitFunction>(fn: F, args: KitArgs<F>, frame = frameIn(args)): Promise<Answer<F>> {
		return this.#ask(fn, args, frame, !isWrite(kitEffects[fn]));
	}

	/** The same in the document that is shown now, and in none that comes after it. */
	askOnce<F extends KitFunction>(fn: F, args: KitArgs<F>, frame = frameIn(args)): Promise<Answer<F>> {
		return this.#ask(fn, args, frame, false);
	}

	async #ask<F extends KitFunction>(
		fn: F,
		args: KitArgs<F>,
		frame: string | undefined,
		repeatable: boolean,
	): Promise<Answer<F>> {
		const call = { fn, args: { ...args } as Record<string, unknown>, ...(frame !== undefined && { frame }) };
		const { result, ...where } = await this.inDocument("page.call", call, repeatable);
		return { value: result.value as KitResult<F>, ...where };
	}

	async kit<F extends KitFunction>(fn: F, args: KitArgs<F>, frame?: string): Promise<KitResult<F>> {
		return (await this.ask(fn, args, frame)).value;
	}
}

/** The frame whose element the arguments of a call are about: what its ref begins with. */
export function frameIn(args: object): string | undefined {
	const { ref, target } = args as { ref?: string; target?: { ref?: string } };
	return /^(f\d+)e/.exec(target?.ref ?? ref ?? "")?.[1];
}

/** Nothing came of a call, since another document had come. */
export function wasReplaced(error: unknown): boolean {
	return error instanceof ReinsError && error.data?.["replaced"] === true;
}

/** Nothing where the element is not there any more. */
export async function unlessGone<T>(ask: () => Promise<T>): Promise<T | undefined> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof ReinsError && error.code === "stale_ref") return undefined;
		throw error;
	}
}
