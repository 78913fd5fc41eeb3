// The policy's place in a link: every primitive passes here and is judged on the document that is committed at
// that moment. The broker has one with the person's file and flags, the extension another with the sites that
// the person allowed in the browser.

import {
	type Effect,
	effectOf,
	type FrameRow,
	type LinkEvent,
	type LinkTab,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	parseUrl,
	primitives,
	ReinsError,
	type Scope,
	type Whose,
} from "@reins/protocol";
import { unread } from "./dialogs.ts";
import type { CallOptions, CommittedDocument, Link } from "./link.ts";
import { LinkAround } from "./link-around.ts";

/** Throws where this may not be done there. */
export type Judge = (effect: Effect, url: string, circumstances: { scope: Scope; origin?: string }) => void;

export class JudgedLink extends LinkAround {
	readonly #require: Judge;

	constructor(inner: Link, judge: Judge) {
		super(inner);
		this.#require = judge;
	}

	override async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		const effect = effectOf(primitive, params);
		const asker = await this.#judge(primitive, effect, params, options);
		const result = await this.inner.call(primitive, params, options).catch((error) => {
			throw this.#toldError(error);
		});
		const site = primitive === "dialog.answer" && this.#closed(asker);
		if (site) return { ...(result as object), message: "", closed: site } as PrimitiveResult<P>;
		if (primitive === "frames")
			return (result as FrameRow[]).map((row) => this.#judgeFrame(row)) as PrimitiveResult<P>;
		if (effect === "navigate") {
			const { tab } = { ...params, ...(primitive === "tabs.open" ? (result as LinkTab) : {}) } as {
				tab: string;
			};
			await this.#judgeArrival(primitive, tab, options);
		}
		return result;
	}

	/** Where a frame is that may not be read is told to nobody. */
	// @guard frame-address
	override async committed(tab: string, signal: AbortSignal, frame?: string): Promise<CommittedDocument> {
		const shown = await this.inner.committed(tab, signal, frame);
		if (frame !== undefined) this.#require("read", shown.url, { scope: "document", origin: shown.origin });
		return shown;
	}

	/** What documents say of themselves is told where they may be read. */
	override onEvent(listener: (event: LinkEvent) => void): () => void {
		return this.inner.onEvent((event) => {
			const told = this.#told(event);
			if (told) listener(told);
		});
	}

	#told(event: LinkEvent): LinkEvent | undefined {
		const site = "of" in event && this.#closed(event.of);
		if (!site) return event;
		// That the page waits must be known.
		if (event.event !== "dialog_opened") return undefined;
		const { offers: _, ...more } = event;
		return { ...more, message: "", closed: site };
	}

	#toldError(error: unknown): unknown {
		if (!(error instanceof ReinsError) || error.code !== "dialog_open") return error;
		const site = this.#closed(error.data?.["of"] as Whose | undefined);
		return site ? unread(error, site) : error;
	}

	/** The site of a document that may not be read. */
	#closed(of: Whose | undefined): string | undefined {
		if (!of) return undefined;
		try {
			this.#require("read", of.url, { scope: "document", origin: of.origin });
			return undefined;
		} catch {
			return of.origin === "null" ? "another site" : of.origin;
		}
	}

	/** Answers whose dialog is open. */
	// @guard judge-before
	async #judge<P extends Primitive>(
		primitive: P,
		effect: Effect,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<Whose | undefined> {
		const { scope } = primitives[primitive];
		let asker: Whose | undefined;
		if (scope === "document") {
			const aim = params as { tab: string; frame?: string; document?: string };
			const { url, origin, document, ...more } = await this.inner.committed(
				aim.tab,
				options.signal,
				aim.frame,
			);
			if (!isErrorPage(url)) this.#require(effect, url, { scope, origin });
			// It is nobody's: what leads away from it is judged by where it leads.
			else if (aways.has(primitive)) this.#require(effect, "about:blank", { scope });
			else throw errorPage();
			asker = more.asker;
			if (asker && primitive === "dialog.answer")
				this.#judgeAnswer(asker, params as PrimitiveParams<"dialog.answer">);
			// What is judged and what is done must be the same document; the link holds on to it from here.
			requireSame(aim.document, document);
		} else this.#require(effect, scope === "argument" ? (params as { url: string }).url : "", { scope });
		options.trace?.mark("policy");
		return asker;
	}

	/** To say no to a document is open to whoever may act in its page, or nobody could go on there. */
	#judgeAnswer({ url, origin }: Whose, { accept, text }: PrimitiveParams<"dialog.answer">): void {
		if (!accept && text === undefined) return;
		try {
			this.#require("act", url, { scope: "document", origin });
		} catch (error) {
			if (!(error instanceof ReinsError)) throw error;
			const { code, message, data } = error;
			throw new ReinsError(code, `${message} The dialog is of a frame of this site.`, {
				hint: "Call dialog with accept false and no text, or ask the person to answer it in the browser.",
				...(data && { data }),
			});
		}
	}

	/** Of a frame that may not be read, only whose it is is told. */
	// @guard frames-told
	#judgeFrame(row: FrameRow): FrameRow {
		const { ref, url, origin, reason } = row;
		if (url === undefined || reason === "denied" || reason === "refused") return row;
		if (isErrorPage(url)) return { ref, reason: "failed" };
		try {
			this.#require("read", url, { scope: "document", ...(origin !== undefined && { origin }) });
			return row;
		} catch {
			const parsed = parseUrl(url);
			return { ref, url: parsed ? siteOf(parsed) : "", reason: "denied" };
		}
	}

	/** A redirect or the history may have led somewhere else than what was asked for. */
	// @guard judge-after
	async #judgeArrival(primitive: Primitive, tab: string, { signal }: CallOptions): Promise<void> {
		if (primitives[primitive].scope === "session") return;
		const { url, origin } = await this.inner.committed(tab, signal);
		try {
			this.#require("read", url, { scope: "document", origin });
		} catch (error) {
			if (primitive === "tabs.open") await this.inner.call("tabs.close", { tab }, { signal });
			throw afterwards(error);
		}
	}
}

/** What works where the page has not come. */
const aways: ReadonlySet<Primitive> = new Set(["nav.history", "nav.reload"]);

/** The browser shows a page of its own in place of one that did not come. */
function isErrorPage(url: string): boolean {
	return url.startsWith("chrome-error:");
}

function errorPage(): ReinsError {
	return new ReinsError("restricted_url", "The page did not load; the browser shows an error of its own.", {
		hint: "Call navigate, back or reload.",
	});
}

// @guard same-document
function requireSame(meant: string | undefined, committed: string): void {
	if (meant !== undefined && meant !== committed) throw replaced();
}

function siteOf({ origin, protocol }: URL): string {
	return origin === "null" ? protocol : origin;
}

function replaced(): ReinsError {
	return new ReinsError("stale_ref", "The page was replaced by another.", { data: { replaced: true } });
}

/** The way there was gone; only the place is refused. */
function afterwards(error: unknown): unknown {
	if (!(error instanceof ReinsError)) return error;
	const { code, message, hint, data } = error;
	return new ReinsError(code, message, { hint, cause: error, data: { ...data, interrupted: true } });
}
