// What a policy is, and the four that one starts from. A policy is data: the broker makes its own from
// the person's file and flags, the extension makes another from the grants given in the browser, and
// `decide` reads both the same way.

import * as z from "zod/mini";
import { type Effect, effects } from "../effects.ts";
import { parsePattern } from "./origin-pattern.ts";

export const presetNames = ["strict", "sandbox", "unsafe", "ask"] as const;
export type PresetName = (typeof presetNames)[number];

/** Opens these sites. With `effects`, for exactly these; without, for the effects of the policy. */
interface Rule {
	readonly origins: readonly string[];
	readonly effects?: readonly Effect[] | undefined;
}

export interface Policy {
	readonly preset: PresetName;
	/** Where the person can widen this policy; decides only what a denial recommends. */
	readonly source: "flags" | "file";
	readonly allow: readonly Rule[];
	/** Closed whatever else is said. */
	readonly deny: readonly string[];
	/** If present, nothing outside these sites, whatever `allow` says: how flags narrow a file. */
	readonly only?: readonly string[] | undefined;
	/** What may be done where a rule does not say; in `ask`, what the person may be asked about. */
	readonly effects: readonly Effect[];
	/** Whether `*` covers this machine. A rule that names the host needs no such leave. */
	readonly loopback: boolean;
	/** The same for private, link-local and unspecified addresses. */
	readonly privateNetwork: boolean;
	/** Whether tabs that the session did not open are listed and may be used. */
	readonly allowAllTabs: boolean;
	/** Whether frames of sites that are not open are loaded. They are not read and not acted in either way. */
	readonly closedFrames: boolean;
	/** Directories, absolute, out of which files may be given to pages; none where absent. */
	readonly uploadFrom?: readonly string[] | undefined;
}

/**
 * What a person writes. What is left out is as in the preset. `sandbox` cannot be written: it is a
 * fact about a profile that nobody owns, and a file that claimed it would open a person's own browser.
 */
export interface PolicyFile extends Partial<Omit<Policy, "preset" | "source" | "only">> {
	readonly preset?: Exclude<PresetName, "sandbox"> | undefined;
	/** For editors. */
	readonly $schema?: string | undefined;
}

const pattern = z.string().check((ctx) => {
	try {
		parsePattern(ctx.value);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		ctx.issues.push({ code: "custom", input: ctx.value, message });
	}
});

const rule = z.strictObject({
	origins: z.array(pattern).check(z.minLength(1)),
	effects: z.optional(z.array(z.enum(effects))),
});

const directory = z.string().check((ctx) => {
	if (/^([/\\]|[a-z]:[/\\])/i.test(ctx.value)) return;
	const message = "this must be the absolute path of a directory";
	ctx.issues.push({ code: "custom", input: ctx.value, message });
});

const fields = {
	allow: z.array(rule),
	deny: z.array(pattern),
	effects: z.array(z.enum(effects)),
	loopback: z.boolean(),
	privateNetwork: z.boolean(),
	allowAllTabs: z.boolean(),
	closedFrames: z.boolean(),
};

export const policySchema: z.ZodMiniType<Policy> = z.strictObject({
	...fields,
	preset: z.enum(presetNames),
	source: z.enum(["flags", "file"]),
	only: z.optional(z.array(pattern)),
	uploadFrom: z.optional(z.array(directory)),
});

export const policyFileSchema: z.ZodMiniType<PolicyFile> = z.partial(
	z.strictObject({
		...fields,
		preset: z.enum(["strict", "unsafe", "ask"]),
		uploadFrom: z.array(directory),
		$schema: z.string(),
	}),
);

const closed = {
	source: "flags",
	allow: [],
	deny: [],
	loopback: false,
	privateNetwork: false,
	allowAllTabs: false,
	closedFrames: true,
} as const;

export const presets: Readonly<Record<PresetName, Policy>> = {
	/** Only what file or flags open. */
	strict: { ...closed, preset: "strict", effects: ["read", "navigate"], closedFrames: false },
	/** A profile made for the session: nothing of the person's is in the browser, but their network is near. */
	sandbox: {
		...closed,
		preset: "sandbox",
		allow: [{ origins: ["*"] }],
		effects: ["read", "navigate", "act", "eval"],
		loopback: true,
		allowAllTabs: true,
	},
	/** Everything that is a website. */
	unsafe: {
		...closed,
		preset: "unsafe",
		allow: [{ origins: ["*"] }],
		effects,
		loopback: true,
		privateNetwork: true,
		allowAllTabs: true,
	},
	/** Nothing by itself. Source text (`eval`, `cdp`) and cookies are not even asked about. */
	ask: { ...closed, preset: "ask", effects: ["read", "navigate", "act", "download", "upload"] },
};
