// Arguments that several tools share, described once.

import type { Words } from "@reins/driver";
import { ReinsError, type SecretName, type Target, waitUntil } from "@reins/protocol";
import * as z from "zod/mini";

const describe = <T extends z.ZodMiniType>(schema: T, text: string) => schema.check(z.describe(text)) as T;

export const text = (description: string) => describe(z.string(), description);
export const flag = (description: string) => z.optional(describe(z.boolean(), description));

// What these three mean is said once for all tools, in the server's instructions.
export const tabId = z.optional(z.string());
export const ref = z.optional(z.string());
export const selector = z.optional(z.string());
/** One element, by ref, by selector, or by the words that a person has for it. */
export const element = {
	ref,
	selector,
	role: z.optional(z.string()),
	name: z.optional(z.string()),
	label: z.optional(z.string()),
};

export const wait = z.optional(waitUntil);
/** The same where another tool has listed what it can be: every byte is read by every model. */
export const sameWait = z.optional(
	z
		.string()
		.check(
			z.refine((given) => waitUntil.safeParse(given).success, `must be ${waitUntil.options.join(", ")}`),
		),
);
export const budget = z.optional(
	describe(z.int().check(z.minimum(200), z.maximum(4_000_000)), "Characters; default 16000"),
);

export const cursor = z.optional(describe(z.int().check(z.minimum(0)), "From the last answer"));

/** The arguments that reads of a part of the page share. */
export function partOf(args: {
	ref?: string | undefined;
	selector?: string | undefined;
	budget?: number | undefined;
	cursor?: number | undefined;
}): { target?: Target; budget?: number; cursor?: number } {
	const target = optionalTarget(args);
	return {
		...(target && { target }),
		...(args.budget !== undefined && { budget: args.budget }),
		...(args.cursor !== undefined && { cursor: args.cursor }),
	};
}

export const oneText = "give either a text or the name of a secret";

/** What is to be written; which of the two is given was checked. */
export function textOf<T>(given: T | undefined, secret: string | undefined): T | SecretName {
	return secret === undefined ? (given as T) : { secret };
}

interface Element {
	ref?: string | undefined;
	selector?: string | undefined;
	role?: string | undefined;
	name?: string | undefined;
	label?: string | undefined;
}

/** Whether anything is said of an element. */
export function namesElement({ ref, selector, role, name, label }: Element): boolean {
	return [ref, selector, role, name, label].some((given) => given !== undefined);
}

/** Exactly one of ref, selector and words. */
export function requireElement(args: Element): Target | Words {
	const { role, name, label } = args;
	const given = Object.entries({ role, name, label }).filter(([, value]) => value !== undefined);
	const target = optionalTarget(args);
	if (target && given.length > 0) {
		throw new ReinsError("bad_args", "Give a ref, a selector, or role, name and label, not several of them.");
	}
	if (!target && given.length === 0) {
		throw new ReinsError("bad_args", "No element was given: a ref, a selector, or role, name and label.");
	}
	return target ?? (Object.fromEntries(given) as Words);
}

/** Exactly one of ref and selector. */
export function requireTarget(args: { ref?: string | undefined; selector?: string | undefined }): Target {
	const target = optionalTarget(args);
	if (!target) throw new ReinsError("bad_args", "Neither ref nor selector was given; one is needed.");
	return target;
}

export function optionalTarget(args: {
	ref?: string | undefined;
	selector?: string | undefined;
}): Target | undefined {
	if (args.ref !== undefined && args.selector !== undefined) {
		throw new ReinsError("bad_args", "Both ref and selector were given; give exactly one.");
	}
	if (args.ref !== undefined) return { ref: args.ref };
	if (args.selector !== undefined) return { selector: args.selector };
	return undefined;
}
