// A Link over CDP: one row for every primitive. A primitive without a row does not compile.

import {
	type Arrival,
	isWrite,
	type KitFunction,
	type KitResult,
	kitEffects,
	type LinkEvent,
	type LinkTab,
	onAbort,
	orAborted,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	parseUrl,
	ReinsError,
	type Trace,
} from "@reins/protocol";
import { BusyPages } from "./busy-page.ts";
import { capture } from "./capture.ts";
import { aimedAt, takesInput } from "./delivery.ts";
import { ARRIVING, Dialogs, type OpenDialog } from "./dialogs.ts";
import { drag } from "./drag.ts";
import { dropFiles } from "./dropped-files.ts";
import { evaluate } from "./evaluate.ts";
import { listFrames } from "./frames.ts";
import { setFiles } from "./given-files.ts";
import { dispatchInput } from "./input.ts";
import { callKit } from "./kit-call.ts";
import { askBeforeGoing } from "./leaving.ts";
import type { CallOptions, CommittedDocument, Link } from "./link.ts";
import { go, history, isBetween, landed, reload, stop, takenOver } from "./navigation.ts";
import { unlessPrinting } from "./print-preview.ts";
import { RefNumbers } from "./ref-numbers.ts";
import { isKeptByDialog, mayShareProcess } from "./silent-page.ts";
import type { TabHost } from "./tab-host.ts";

type Handlers = {
	[P in Primitive]: (
		params: PrimitiveParams<P>,
		signal: AbortSignal,
		/** To be called when the browser has got all of a gesture. */
		onSent: () => void,
	) => Promise<PrimitiveResult<P>>;
};

/** Functions of the kit that wait for the page to move or to be still. */
const needsPainting: ReadonlySet<string> = new Set<KitFunction>([
	"locate",
	"locateAt",
	"box",
	"fill",
	"settle",
	"scroll",
]);

/** What leads elsewhere has waits of its own. */
const leads: ReadonlySet<Primitive> = new Set<Primitive>([
	...(["nav.go", "nav.history", "nav.reload", "nav.stop"] as const),
]);

const EVAL_SILENCE = 25_000;

/** Those that a page must answer. */
const asksPage: ReadonlySet<Primitive> = new Set<Primitive>([
	...leads,
	...(["frames", "page.call", "input.dispatch", "input.drag", "capture", "eval"] as const),
	...(["files.set", "files.drop"] as const),
]);

/** How often a word is said again that came between two pages. */
const TRIES = 3;

export class CdpLink implements Link {
	readonly #tabs: TabHost;
	readonly #listeners = new Set<(event: LinkEvent) => void>();
	readonly #handlers: Handlers;
	readonly #dialogs = new Dialogs();
	readonly #busy = new BusyPages();

	/** `host` gets what to tell events to. */
	constructor(host: (emit: (event: LinkEvent) => void) => TabHost, numbers = new RefNumbers()) {
		this.#tabs = host((event) => this.#emit(event));
		this.#handlers = handlersOver(this.#tabs, numbers, this.#dialogs);
	}

	async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		{ signal, trace }: CallOptions,
	): Promise<PrimitiveResult<P>> {
		trace?.mark(`link:${primitive}`);
		if (trace && asksPage.has(primitive)) this.#note((params as { tab: string }).tab, trace);
		try {
			// Whatever a process owes an answer to, a call that is given up is over.
			return await orAborted(this.#answered(primitive, params, signal), signal);
		} finally {
			trace?.mark(`link:${primitive}:done`);
		}
	}

	/** A page with an open dialog answers nothing; a gesture that opens one is done, where all of it was sent by then. */
	async #answered<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		signal: AbortSignal,
	): Promise<PrimitiveResult<P>> {
		if (!asksPage.has(primitive)) return this.#handlers[primitive](params, signal, () => {});
		const { tab } = params as { tab: string };
		this.#dialogs.requireNone(tab);
		if (primitive.startsWith("input.") || primitive === "files.drop")
			return this.#gesture(primitive, tab, params, signal);
		const work = () => this.#handlers[primitive](params, signal, () => {});
		if (!leads.has(primitive)) {
			const asked = this.#unlessBusy(primitive, params, work());
			return this.#dialogs.during(tab, asked, (dialogs) => this.#keeping(tab, dialogs));
		}
		return this.#arrival(tab, (params as { url?: string }).url, work, signal);
	}

	/** What the browser refuses while another page comes is asked again when that is there, unless a dialog keeps it. */
	async #arrival<T>(
		tab: string,
		url: string | undefined,
		work: () => Promise<T>,
		signal: AbortSignal,
	): Promise<T> {
		const during = <R>(asked: Promise<R>) => {
			const keeping = async (dialogs: readonly OpenDialog[]) => {
				const { committed, load } = await this.#tabs.session(tab);
				return keepingArrival(dialogs, url, committed.url, load.to);
			};
			return this.#dialogs.during(tab, asked, keeping, ARRIVING);
		};
		for (let tries = 0; ; tries += 1) {
			try {
				return await during(work());
			} catch (error) {
				if (!isBetween(error) || tries === TRIES) throw error;
			}
			await during(this.#tabs.session(tab).then((session) => takenOver(session, signal)));
		}
	}

	async #keeping(tab: string, dialogs: readonly OpenDialog[]): Promise<OpenDialog | undefined> {
		const session = await this.#tabs.session(tab);
		return (await isKeptByDialog((method, params) => session.send(method, params))) ? dialogs[0] : undefined;
	}

	/** The rest of a gesture that a dialog broke off is not done when that is answered: others are at work by then. */
	async #gesture<P extends Primitive>(
		primitive: P,
		tab: string,
		params: PrimitiveParams<P>,
		signal: AbortSignal,
	): Promise<PrimitiveResult<P>> {
		const off = new AbortController();
		const stop = onAbort(signal, () => off.abort(signal.reason));
		let isSent = false;
		const onSent = () => {
			isSent = true;
		};
		try {
			const work = this.#unlessBusy(primitive, params, this.#handlers[primitive](params, off.signal, onSent));
			return await this.#dialogs.during(tab, work, (dialogs) => this.#keeping(tab, dialogs));
		} catch (error) {
			off.abort(error);
			if (isSent && this.#dialogs.isOpen(tab)) return {} as PrimitiveResult<P>;
			throw error;
		} finally {
			stop();
		}
	}

	#unlessBusy<T>(primitive: Primitive, params: object, work: Promise<T>): Promise<T> {
		const { tab, frame } = params as { tab: string; frame?: string };
		// A script of the caller's own may compute for as long as the call may take.
		const patience = primitive === "eval" ? EVAL_SILENCE : undefined;
		const find = () => this.#tabs.session(tab);
		return this.#busy.during({ tab, frame, patience }, find, unlessPrinting(frame, find, work));
	}

	#note(tab: string, trace: Trace): void {
		this.#tabs.session(tab).then(
			(session) => session.note(trace),
			() => {
				// The call itself says why.
			},
		);
	}

	async committed(tab: string, signal: AbortSignal, frame?: string): Promise<CommittedDocument> {
		const session = await this.#tabs.session(tab);
		if (frame !== undefined) return session.frames.named(frame).committed;
		const shown = await session.arrived(signal);
		const asker = session.dialog.open?.of;
		return asker ? { ...shown, asker } : shown;
	}

	onEvent(listener: (event: LinkEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	close(): Promise<void> {
		return this.#tabs.release();
	}

	#emit(event: LinkEvent): void {
		this.#dialogs.receive(event);
		for (const listener of [...this.#listeners]) listener(event);
	}
}

/** A page that is on its way answers nothing: what it waits for may be a dialog of where it comes from or goes. */
function keepingArrival(
	dialogs: readonly OpenDialog[],
	...places: (string | undefined)[]
): OpenDialog | undefined {
	return dialogs.find(({ of }) => places.some((place) => mayShareProcess(place, of?.url)));
}

function handlersOver(tabs: TabHost, numbers: RefNumbers, dialogs: Dialogs): Handlers {
	const session = async (id: string) => {
		const found = await tabs.session(id);
		found.isAsked = () => dialogs.anyOpen;
		await found.ready;
		if (found.foundCrashed) {
			found.foundCrashed = false;
			throw new ReinsError("page_crashed", "The page had crashed; the tab is empty now.", {
				hint: "Call navigate.",
			});
		}
		return found;
	};
	// Where something new is loaded it does not matter what became of the old.
	const anySession = async (id: string) => {
		const found = await tabs.session(id);
		found.isAsked = () => dialogs.anyOpen;
		await found.ready;
		found.foundCrashed = false;
		return found;
	};
	return {
		"tabs.list": async ({ all }, signal) =>
			(await tabs.list(all, signal)).map((row) => (dialogs.isOpen(row.tab) ? { ...row, dialog: true } : row)),
		"tabs.open": ({ url, focus }, signal) => openTab(tabs, dialogs, url, focus, signal),
		"tabs.close": async ({ tab }, signal) => {
			await tabs.close(tab, signal);
			return {};
		},
		"tabs.activate": async ({ tab }, signal) => {
			await tabs.activate(tab, signal);
			return {};
		},
		"nav.go": async ({ tab, url, waitUntil }, signal) =>
			leaving(tabs, tab, () =>
				arriving(tabs, tab, url, signal, async () => go(await anySession(tab), url, waitUntil, signal)),
			),
		"nav.history": async ({ tab, delta, waitUntil }, signal) =>
			history(await session(tab), delta, waitUntil, signal),
		"nav.stop": async ({ tab }, signal) => stop(await session(tab), signal),
		"nav.reload": async ({ tab, waitUntil }, signal) => reload(await session(tab), waitUntil, signal),
		frames: async (params, signal) => listFrames(await session(params.tab), params, numbers, signal),
		"page.call": async ({ tab, frame, ...call }, signal) => {
			const found = await session(tab);
			if (needsPainting.has(call.fn)) found.painting.keep();
			const aims = call.fn === "locate" || call.fn === "locateAt";
			// What was not drawn yet stands still, and moves when the press comes. The page itself is asked by its own kit.
			if (aims && frame !== undefined) await takesInput(found.main, signal);
			// Before an action and not with it: a busy page may hear of the gesture before it hears that somebody listens.
			const isBegun = call.fn === "watch" || call.args["watch"] !== undefined || call.fn === "settle";
			if (isBegun || isWrite(kitEffects[call.fn as KitFunction])) found.followActivity(found.frame(frame));
			else if (call.fn === "waitFor") found.followRequests();
			const value = await callKit(found.frame(frame), call, numbers, signal);
			if (aims && frame === undefined) aimedAt(found.main, call.document);
			const { held } = call.fn === "settle" ? (value as KitResult<"settle">) : {};
			if (held !== undefined && frame === undefined) askBeforeGoing(found, held);
			return { value };
		},
		"input.dispatch": async ({ tab, ...input }, signal, onSent) => {
			const found = await session(tab);
			found.painting.keep();
			found.followActivity(found.frame(input.frame));
			await dispatchInput(found, input, numbers, signal, onSent);
			return {};
		},
		"input.drag": async ({ tab, ...input }, signal, onSent) => {
			const found = await session(tab);
			found.painting.keep();
			found.followActivity();
			return drag(found, input, signal, onSent);
		},
		"files.set": async ({ tab, ...given }, signal) => {
			const found = await session(tab);
			found.followActivity();
			return setFiles(found, given, numbers, signal);
		},
		"files.drop": async ({ tab, ...given }, signal, onSent) => {
			const found = await session(tab);
			found.painting.keep();
			found.followActivity();
			await dropFiles(found, given, signal, onSent);
			return {};
		},
		"dialog.answer": async ({ tab, accept, text }) => (await tabs.session(tab)).dialog.answer(accept, text),
		capture: async (params, signal) => capture(await session(params.tab), params, numbers, signal),
		eval: async ({ tab, document, expression, awaitPromise }, signal) =>
			evaluate(await session(tab), document, expression, awaitPromise, signal),
	};
}

/** A page that lets nobody in cannot be left by its own means either: then the host leads the tab away first. */
async function leaving<T>(tabs: TabHost, tab: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const closed = error instanceof ReinsError && error.code === "restricted_url";
		if (!tabs.leave || !closed || error.data?.["interrupted"]) throw error;
		await tabs.leave(tab);
		return work();
	}
}

/**
 * Some pages take the debugger off for a moment when they come, such as the browser's own viewers: where the tab
 * then shows what was asked for, it has come.
 */
async function arriving(
	tabs: TabHost,
	tab: string,
	url: string,
	signal: AbortSignal,
	work: () => Promise<Arrival>,
): Promise<Arrival> {
	try {
		return await work();
	} catch (error) {
		const interrupted = error instanceof ReinsError && error.data?.["interrupted"] === true;
		if (!interrupted || error.code !== "worker_restarting") throw error;
		const shown = await landed(await tabs.session(tab), signal);
		if (shown.url !== parseUrl(url)?.href) throw error;
		return shown;
	}
}

async function openTab(
	tabs: TabHost,
	dialogs: Dialogs,
	url: string,
	focus: boolean,
	signal: AbortSignal,
): Promise<LinkTab> {
	const opened = await tabs.open(focus, signal);
	if (url === "about:blank") return opened;
	try {
		const coming = arriving(tabs, opened.tab, url, signal, async () =>
			go(await tabs.session(opened.tab), url, "load", signal),
		);
		const keeping = async (open: readonly OpenDialog[]) => keepingArrival(open, url);
		const arrival = await dialogs.during(opened.tab, coming, keeping, ARRIVING);
		return { ...opened, url: arrival.url, title: arrival.title };
	} catch (error) {
		// Its page has come so far that it asks something.
		if (dialogs.isOpen(opened.tab)) return { ...opened, url, dialog: true };
		await tabs.close(opened.tab).catch(() => {
			// It closed itself.
		});
		throw error;
	}
}
