// What the extension tells the broker of itself, whole, at the start and after every change: the browser is
// the place where this is kept, so that a broker can come and go.

import * as z from "zod/mini";

const text = (max: number) => z.string().check(z.maxLength(max));

/**
 * What the person lets an agent do on a site: `read` looks, `act` also clicks and types, `script` also
 * runs scripts of the agent's own.
 */
export const siteLevels = ["read", "act", "script"] as const;
export type SiteLevel = (typeof siteLevels)[number];

const site = z.strictObject({ origin: text(300), level: z.enum(siteLevels) });
export type Site = z.infer<typeof site>;

const lease = z.strictObject({
	/** Chrome's tab id. */
	tab: text(20),
	/** The public key of a session (`sessionKey`). */
	session: text(100),
	/** The handle that agents know it by, once there is one. */
	handle: z.optional(text(20)),
	/** Opened by the session, not shared by the person. */
	own: z.boolean(),
});
export type Lease = z.infer<typeof lease>;

export const bridgeState = z.strictObject({
	/** The person has switched Reins off. */
	killed: z.boolean(),
	/** The person has cancelled the debugging bar; sticks until they resume. */
	userDetached: z.boolean(),
	/** Whether "Allow access to file URLs" is on. */
	fileAccess: z.boolean(),
	sites: z.array(site).check(z.maxLength(5_000)),
	sessions: z
		.array(
			z.strictObject({
				session: text(100),
				label: text(300),
				/** Its client is gone, and may come back. */
				away: z.optional(z.boolean()),
			}),
		)
		.check(z.maxLength(1_000)),
	leases: z.array(lease).check(z.maxLength(5_000)),
});
export type BridgeState = z.infer<typeof bridgeState>;

/** Whose document something comes from, by its site and not by its whole address. */
export const whose = z.strictObject({ url: text(300), origin: text(300) });
export type Whose = z.infer<typeof whose>;

/** A file that a page saves. */
const download = z.strictObject({
	id: text(100),
	url: text(2_000),
	/** As the page wants it to be called. */
	name: z.string(),
	/** `held`: the browser waits for the person to say whether they want it. */
	state: z.enum(["under_way", "done", "failed", "held"]),
	/** Bytes; `total` where it is known. */
	received: z.number(),
	total: z.optional(z.number()),
	/** Where it lies, once it does. */
	path: z.optional(z.string()),
});
export type Download = z.infer<typeof download>;

const tab = text(200);
const url = z.string();
/** What happens in a browser, as a link reports it. */
export const linkEvent = z.union([
	/** Not by Reins: by the page in the tab `opener`, where that is known. */
	z.strictObject({ event: z.literal("tab_opened"), tab, url, opener: z.optional(tab) }),
	/** `taken`: it is still open, but the person has taken it back. */
	z.strictObject({ event: z.literal("tab_closed"), tab, url, taken: z.optional(z.boolean()) }),
	/** The browser has given a tab another id. */
	z.strictObject({ event: z.literal("tab_replaced"), tab, by: tab }),
	z.strictObject({ event: z.literal("tab_crashed"), tab }),
	/** Its page has opened one more tab than a session's pages may within a minute; that was closed again. */
	z.strictObject({ event: z.literal("tab_refused"), tab }),
	/** How many requests of a page that was acted in are under way. */
	z.strictObject({ event: z.literal("requests"), tab, pending: z.int() }),
	z.strictObject({ event: z.literal("request_failed"), tab, url: z.string(), reason: z.string() }),
	/** An error that a script of the page has reported or not caught. */
	z.strictObject({ event: z.literal("page_error"), tab, message: z.string(), of: z.optional(whose) }),
	z.strictObject({
		event: z.literal("navigation"),
		tab,
		phase: z.enum(["started", "committed", "ready", "loaded", "stopped"]),
		url,
	}),
	/** A tab shows another document, or the same one under another URL. */
	z.strictObject({
		event: z.literal("shows"),
		tab,
		url,
		document: text(200),
		origin: z.string(),
		/** What did not load, where the browser shows a page of its own in its place. */
		failed: z.optional(url),
	}),
	/** A dialog of the page is open, and was answered by whomever. */
	z.strictObject({
		event: z.literal("dialog_opened"),
		tab,
		kind: text(40),
		message: z.string(),
		/** What a prompt has in it already. */
		offers: z.optional(z.string()),
		/** It was open before anybody listened, and says nobody knows what. */
		earlier: z.optional(z.boolean()),
		of: z.optional(whose),
		/** What it says is not told, for it is of this site, which may not be read. */
		closed: z.optional(z.string()),
	}),
	z.strictObject({ event: z.literal("dialog_closed"), tab, accepted: z.boolean() }),
	/** Nothing is done in the tab from now on: the person has stopped it, or somebody else has it. */
	z.strictObject({ event: z.literal("let_go"), tab }),
	z.strictObject({ event: z.literal("download"), tab, ...download.shape, of: z.optional(whose) }),
	/** The page has asked for files, and nobody else was shown that. */
	z.strictObject({ event: z.literal("file_chooser"), tab, multiple: z.boolean() }),
]);
export type LinkEvent = z.infer<typeof linkEvent>;
