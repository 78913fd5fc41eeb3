// One attached tab: what it shows (committed document, load phases, frames).
//
// Life: 1. attach, 2. follow commits and load phases, 3. detached, closed or crashed: every open command ends
// with a named error.

import { type LinkEvent, ReinsError, type Trace, within } from "@reins/protocol";
import { Activity } from "./activity.ts";
import type { CdpParams, CdpSession } from "./cdp-session.ts";
import type { Fence } from "./fence.ts";
import { FileChooser } from "./file-chooser.ts";
import type { FoundTab } from "./found-tab.ts";
import { FrameDocument, type FrameInfo, kitForNewDocuments, type Send } from "./frame-document.ts";
import { type FrameNode, FrameTree } from "./frame-tree.ts";
import { letGo } from "./let-go.ts";
import type { CommittedDocument } from "./link.ts";
import { LoadProgress } from "./load-progress.ts";
import { type ContextInfo, MainContext } from "./main-context.ts";
import { Painting } from "./painting.ts";
import { keepsDialog } from "./silent-page.ts";
import { type Dialog, TabDialog } from "./tab-dialog.ts";
import { TracedSession, type Tracing } from "./traced-session.ts";
import { whoseIs } from "./whose.ts";

/** Nobody is there to answer a preview, and until it is answered the page's script stands still. */
const NO_PRINTING = "globalThis.print = (() => {}).bind()";

/** How long a tab that a page has opened may be nowhere. */
const OPENING = 5_000;

export class TabSession {
	readonly tab: string;
	/** What a drag carries that the page has begun while drags are taken over. */
	dragged: unknown;
	/** The page was about to be left and did not answer, though its script was to be ended. */
	silent = false;
	/** A preview may come when its pages print; in a tab of our own none does. */
	mayPrint = false;
	/** Whether a dialog is open in any tab: pages of one process stand still together. */
	isAsked = () => this.dialog.open !== undefined;
	/** The page had crashed before, and the tab is empty now. */
	foundCrashed = false;
	/** The page has answered, and can be used: later than the tab itself where a dialog is in the way. */
	ready: Promise<void> = Promise.resolve();
	readonly #session: CdpSession;
	readonly #tracing: Tracing = { trace: undefined };
	readonly #emit: (event: LinkEvent) => void;
	readonly #unlisten: () => void;
	readonly #waiters = new Set<() => void>();
	readonly #main: FrameDocument;
	readonly frames: FrameTree;
	readonly load = new LoadProgress();
	readonly chooser: FileChooser;
	readonly painting: Painting;
	readonly #activity: Activity;
	readonly dialog: TabDialog;
	readonly #fence: Fence | undefined;
	readonly #context: MainContext;
	#failure: ReinsError | undefined;

	private constructor(session: CdpSession, tab: string, emit: (event: LinkEvent) => void, found: FoundTab) {
		this.tab = tab;
		this.#fence = found.own ? found.fence : undefined;
		this.#session = new TracedSession(session, this.#tracing);
		this.#emit = emit;
		const send: Send = (method, params, signal) => this.send(method, params, signal);
		this.#main = new FrameDocument("", send);
		this.painting = new Painting(send, found.isInFront);
		this.frames = new FrameTree(this.#session, this.#main, this.#fence, found.tellsAllFrames);
		this.chooser = new FileChooser(tab, emit);
		this.dialog = new TabDialog(tab, send, (event) => {
			emit(event);
			this.wake();
		});
		this.frames.onFileChooser = (params) => this.chooser.opened(params);
		const whose = (frame: string) => whoseIs(this.frames.known(frame));
		this.#context = new MainContext(this, () => this.#activity.stopListening());
		this.#activity = new Activity(tab, send, emit, whose, this.#fence !== undefined);
		this.#unlisten = this.#session.listen((method, params) => this.#receive(method, params));
	}

	/** Follows a tab that CDP is attached to. */
	static async begin(
		session: CdpSession,
		tab: string,
		emit: (event: LinkEvent) => void,
		found: FoundTab,
	): Promise<TabSession> {
		const attached = new TabSession(session, tab, emit, found);
		attached.ready = attached.#prepare(found.own);
		try {
			if (found.adopted) attached.#letGo();
			await (found.fresh ? attached.ready : attached.#answering(found.underWay));
		} catch (error) {
			// Whoever tries again must not be told of everything twice.
			attached.end(new ReinsError("tab_gone", "The tab could not be used."));
			throw error;
		}
		return attached;
	}

	async #prepare(own: boolean): Promise<void> {
		try {
			await Promise.all([this.send("Inspector.enable"), this.#setUp(own)]);
		} catch (error) {
			if (!this.crashed || !own) throw error;
			await this.#empty();
		}
		// It was in the way until now.
		if (this.dialog.open?.earlier) this.dialog.gone(false);
	}

	/** Until the page has answered, or it is known that a dialog keeps it from doing so. */
	async #answering(underWay: FoundTab["underWay"]): Promise<void> {
		const answered = new AbortController();
		const end = () => answered.abort();
		this.ready.then(end, end);
		const send: Send = (method, params) => this.send(method, params);
		const isUnderWay = async () => (await this.#isNowhere()) || (await underWay?.()) === true;
		void keepsDialog(send, answered.signal, isUnderWay).then((found) => {
			if (found && !this.dialog.open) this.dialog.opens({ kind: "dialog", message: "", earlier: true });
		});
		const dialog = this.until(() => this.dialog.open, answered.signal);
		await Promise.race([this.ready, dialog.then(() => this.#place()).catch(() => this.ready)]);
	}

	/** Whether nothing has come yet into a tab that a page has opened. */
	async #isNowhere(): Promise<boolean> {
		return (await this.#address().catch(() => undefined)) === "";
	}

	async #place(): Promise<void> {
		const url = await this.#address();
		if (this.committed.document === "" && url) this.#main.moved(url);
	}

	/** Where the tab is, from the browser and not from the page. */
	async #address(): Promise<string | undefined> {
		const { entries, currentIndex } = await this.send("Page.getNavigationHistory");
		return (entries as { url: string }[])[Number(currentIndex)]?.url;
	}

	#letGo(): void {
		for (const [method, params] of letGo("left"))
			this.send(method, params).catch(() => {
				// The tab is gone.
			});
	}

	// A tab that crashed before it was attached to answers nothing until something is loaded in it.
	async #empty(): Promise<void> {
		this.foundCrashed = true;
		await this.send("Page.navigate", { url: "about:blank" });
		await this.#setUp(true);
	}

	async #setUp(own: boolean): Promise<void> {
		// Told of changes before it is asked what there is: no page is missed that comes in between.
		const [, tree] = await Promise.all([
			this.send("Page.enable"),
			this.send("Page.getFrameTree"),
			this.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
			this.send("Page.addScriptToEvaluateOnNewDocument", kitForNewDocuments()),
			own ? this.send("Page.addScriptToEvaluateOnNewDocument", { source: NO_PRINTING }) : undefined,
			this.#fence?.raise((...sent) => this.send(...sent)),
			this.frames.fence(),
		]);
		const node = tree["frameTree"] as FrameNode;
		// What was there before is no news: after the worker's death an action goes on in it.
		if (this.committed.document === "") this.#meet(node.frame);
		// Tells how far the document has come already; before the document is known it would tell nobody.
		await this.send("Page.setLifecycleEventsEnabled", { enabled: true });
	}

	get committed(): CommittedDocument {
		return this.#main.committed;
	}

	/** The same, once the page has come that the tab was opened for; one that is slow is not waited for to the end. */
	async arrived(signal: AbortSignal): Promise<CommittedDocument> {
		if (!this.#main.loading) return this.committed;
		const come = this.until(() => (this.#main.loading ? undefined : this.committed), within(signal, OPENING));
		return come.catch((error) => {
			if (error instanceof ReinsError || signal.aborted) throw error;
			return this.committed;
		});
	}

	/** What the fence has kept from loading, where the tab shows that. */
	get refused(): string | undefined {
		const { failed } = this.#main;
		return failed !== undefined && this.#fence?.mayLoad(failed) === false ? failed : undefined;
	}

	get crashed(): boolean {
		return this.#failure?.code === "page_crashed";
	}

	/** From now on messages to the browser are noted there. */
	note(trace: Trace): void {
		this.#tracing.trace = trace;
	}

	send(method: string, params: CdpParams = {}, signal?: AbortSignal): Promise<CdpParams> {
		// Loading something gives a crashed tab a new process.
		if (this.crashed && (method === "Page.reload" || method === "Page.navigate")) this.#failure = undefined;
		if (this.#failure) return Promise.reject(this.#failure);
		return this.#session.send(method, params, signal);
	}

	/** Resolves once `done` answers something, asking again after every change of this tab. */
	async until<T>(done: () => T | undefined, signal: AbortSignal): Promise<T> {
		for (;;) {
			signal.throwIfAborted();
			if (this.#failure) throw this.#failure;
			const value = done();
			if (value !== undefined) return value;
			await this.#change(signal);
		}
	}

	/** Those who wait for something ask again whether it is so. */
	wake(): void {
		const waiters = [...this.#waiters];
		this.#waiters.clear();
		for (const waiter of waiters) waiter();
	}

	/** The frame of the page itself. */
	get main(): FrameDocument {
		if (this.#failure) throw this.#failure;
		return this.#main;
	}

	/** A frame by the name that refs give it; the main frame where there is none. */
	frame(name: string | undefined): FrameDocument {
		return name === undefined ? this.main : this.frames.named(name);
	}

	/** The page's own context in this document, by a name that no other context ever has. */
	mainContext(document: string, signal: AbortSignal): Promise<string> {
		this.requireDocument(document);
		return this.#context.in(document, signal);
	}

	/** What was judged for one document must not happen in another. */
	requireDocument(document: string): void {
		if (this.#failure) throw this.#failure;
		this.#main.require(document);
	}

	/** Something is done here: what the page asks its servers and its user for, and what fails in it, is told. */
	followActivity(frame = this.#main): void {
		this.chooser.follow(frame);
		this.#activity.follow();
	}

	followRequests(): void {
		this.#activity.followRequests();
	}

	/** The tab is no more; everything that waits ends with this error. */
	end(error: ReinsError): void {
		this.#fail(error);
		this.#unlisten();
	}

	#fail(error: ReinsError): void {
		this.painting.end();
		this.#activity.end();
		this.chooser.end();
		this.dialog.lose();
		this.#failure = error;
		this.#session.fail(error);
		this.frames.fail(error);
		this.wake();
	}

	#receive(method: string, params: CdpParams): void {
		this.frames.receive(method, params);
		this.#activity.receive(method, params);
		switch (method) {
			case "Page.frameNavigated": {
				const frame = params["frame"] as FrameInfo;
				if (!frame.parentId) this.#commit(frame, params["type"] === "BackForwardCacheRestore");
				break;
			}
			case "Page.navigatedWithinDocument":
				if (params["frameId"] !== this.#main.id) break;
				this.#main.moved(String(params["url"]));
				this.load.moved(params["navigationType"], this.committed.url);
				this.#show();
				this.#navigation("committed");
				break;
			case "Page.frameStartedNavigating":
				if (params["frameId"] !== this.#main.id) break;
				this.load.begin(params["navigationType"], String(params["url"]));
				this.#navigation("started", String(params["url"]));
				break;
			case "Page.frameStoppedLoading":
				if (params["frameId"] !== this.#main.id) break;
				this.load.end();
				this.#navigation("stopped");
				break;
			case "Runtime.executionContextCreated": {
				this.#context.told(params["context"] as ContextInfo, this.#main.id);
				this.wake();
				break;
			}
			case "Page.lifecycleEvent":
				this.#lifecycle(params);
				break;
			case "Page.screencastFrame":
				this.painting.acknowledge(params["sessionId"]);
				break;
			case "Page.javascriptDialogOpening":
				this.dialog.opens(this.#dialogOf(params));
				break;
			case "Page.javascriptDialogClosed":
				this.dialog.gone(params["result"] === true);
				break;
			case "Input.dragIntercepted":
				this.dragged = params["data"];
				break;
			case "Inspector.targetCrashed":
				this.#emit({ event: "tab_crashed", tab: this.tab });
				this.#fail(new ReinsError("page_crashed", "The page's process crashed."));
				break;
		}
	}

	#dialogOf({ type, message, defaultPrompt, frameId, url }: CdpParams): Dialog {
		const offers = type === "prompt" && defaultPrompt ? { offers: String(defaultPrompt) } : {};
		const said = { kind: String(type), message: String(message), ...offers };
		return type === "beforeunload"
			? said
			: { ...said, of: whoseIs(this.frames.known(String(frameId)), String(url)) };
	}

	#commit(frame: FrameInfo, restored: boolean): void {
		this.#meet(frame, restored);
		this.#navigation("committed");
	}

	#meet(frame: FrameInfo, restored = false): void {
		// A tab that a page has opened is nowhere until what it was opened for comes.
		this.#main.loading = frame.url === "" || frame.url === ":";
		this.#main.commit(this.#main.loading ? { ...frame, url: "about:blank" } : frame);
		this.#activity.forget();
		this.chooser.forget();
		this.dialog.forget();
		this.#show();
		this.load.commit(frame.loaderId, this.committed.url, restored);
		if (this.#activity.listens) this.#main.prepareKit();
		this.#context.forget();
		this.wake();
	}

	#show(): void {
		const { committed, failed } = this.#main;
		this.#emit({ event: "shows", tab: this.tab, ...committed, ...(failed !== undefined && { failed }) });
	}

	#lifecycle(params: CdpParams): void {
		if (params["frameId"] !== this.#main.id || params["loaderId"] !== this.committed.document) return;
		const phase = this.load.heard(params["name"]);
		if (phase) this.#navigation(phase);
		else this.wake();
	}

	#navigation(
		phase: "started" | "committed" | "ready" | "loaded" | "stopped",
		url = this.committed.url,
	): void {
		this.#emit({ event: "navigation", tab: this.tab, phase, url });
		this.wake();
	}

	#change(signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			const abort = () => {
				this.#waiters.delete(wake);
				reject(signal.reason);
			};
			const wake = () => {
				signal.removeEventListener("abort", abort);
				resolve();
			};
			this.#waiters.add(wake);
			signal.addEventListener("abort", abort, { once: true });
		});
	}
}
