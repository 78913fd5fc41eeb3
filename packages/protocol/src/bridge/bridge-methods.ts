// What the broker may ask of the extension, with arguments and answers.

import * as z from "zod/mini";
import { policySchema } from "../policy/policy.ts";
import type { Hop } from "../trace.ts";
import { whose } from "./bridge-state.ts";

const session = z.string().check(z.maxLength(100));
const tab = z.string().check(z.maxLength(20));

export const bridgeParams = {
	/** One primitive for one session. */
	"link.call": z.strictObject({
		session,
		primitive: z.string().check(z.maxLength(60)),
		params: z.record(z.string(), z.unknown()),
	}),
	/** What a tab, or one frame of it, shows now; attaches if need be. */
	"link.committed": z.strictObject({ session, tab, frame: z.optional(z.string().check(z.maxLength(20))) }),
	/** A session begins or goes on; `adopt` names the one whose tabs it takes over. */
	"session.open": z.strictObject({
		session,
		label: z.string().check(z.maxLength(300)),
		adopt: z.optional(session),
		/** The session's own policy, for the fence: it loads what this and the person's list both open. */
		policy: z.optional(policySchema),
	}),
	/** The session's client has gone, or has come back. */
	"session.away": z.strictObject({ session, away: z.boolean() }),
	/** Lets go of the session's tabs; they stay open. */
	"session.close": z.strictObject({ session }),
	/** Gives a tab to a session, or its handle to a tab that the session has. */
	"tab.lease": z.strictObject({ session, tab, handle: z.string().check(z.maxLength(20)) }),
	/** The last calls that the extension served. */
	"trace.read": z.strictObject({}),
};

/** What a tab shows, as an extension answers it. */
export const committedDocument = z.strictObject({
	url: z.string(),
	document: z.string(),
	origin: z.string(),
	asker: z.optional(whose),
});

export type BridgeMethod = keyof typeof bridgeParams;
export type BridgeParams<M extends BridgeMethod> = z.infer<(typeof bridgeParams)[M]>;

/** One served call, without page text or typed text. */
export interface TraceEntry {
	id: string;
	method: string;
	primitive?: string;
	/** The error's code, or `ok`. */
	code: string;
	hops: Hop[];
}

export interface BridgeResults {
	"link.call": unknown;
	"link.committed": z.infer<typeof committedDocument>;
	"session.open": Record<string, never>;
	"session.away": Record<string, never>;
	"session.close": Record<string, never>;
	"tab.lease": Record<string, never>;
	"trace.read": { entries: TraceEntry[] };
}
