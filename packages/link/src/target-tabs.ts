// The tabs of one browser context (or of the browser's own), found through CDP targets.
// Popups open in their opener's context, so they belong to the same session by themselves.

import { type LinkEvent, type LinkTab, ReinsError } from "@reins/protocol";
import type { CdpConnection } from "./cdp-connection.ts";
import type { CdpParams } from "./cdp-session.ts";
import { followDownloads } from "./downloads.ts";
import type { Fence } from "./fence.ts";
import type { Gate } from "./gate.ts";
import type { TabHost } from "./tab-host.ts";
import { TabSession } from "./tab-session.ts";
import { whoseFile, whoseIs } from "./whose.ts";

const EMPTY = "about:blank";

interface TargetInfo {
	targetId: string;
	type: string;
	title: string;
	url: string;
	browserContextId?: string;
	openerId?: string;
}

interface Tab {
	info: TargetInfo;
	own: boolean;
	session?: Promise<TabSession>;
	attached?: TabSession;
	/** Ends an attachment that is under way when the tab closes. */
	giveUp?: (error: ReinsError) => void;
	/** The session that the browser announced, and who waits for it. */
	announced?: string;
	whenAnnounced?: (session: string) => void;
}

/** The browser context that the tabs are in, where it is one of our own, and the gate before it. */
export interface Place {
	context?: string;
	gate?: Gate;
	/** Nobody sees the browser's windows. */
	headless?: boolean;
}

export class TargetTabs implements TabHost {
	readonly #connection: CdpConnection;
	readonly #context: string | undefined;
	readonly #fence: Fence;
	readonly #gate: Gate | undefined;
	readonly #isHeadless: boolean;
	readonly #emit: (event: LinkEvent) => void;
	readonly #tabs = new Map<string, Tab>();
	readonly #closing = new Set<string>();
	/** How many tabs are being opened here. */
	#opening = 0;
	readonly #unlisten: () => void;
	#endDownloads = () => {};

	constructor(
		connection: CdpConnection,
		{ context, gate, headless = false }: Place,
		fence: Fence,
		emit: (event: LinkEvent) => void,
	) {
		this.#connection = connection;
		this.#context = context;
		this.#gate = gate;
		this.#isHeadless = headless;
		this.#fence = fence;
		this.#emit = emit;
		this.#unlisten = connection.listen("", (method, params) => this.#receive(method, params));
	}

	/** Learns of the tabs that are there, and what they show. */
	async discover(signal?: AbortSignal): Promise<void> {
		const { targetInfos } = await this.#connection.send("Target.getTargets", {}, "", signal);
		for (const info of targetInfos as TargetInfo[]) {
			const tab = this.#add(info);
			if (tab) tab.info = info;
		}
	}

	/** Tells from now on what pages save: into this directory, or where the browser puts it. */
	async followDownloads(directory: string | undefined): Promise<void> {
		this.#endDownloads = await followDownloads(this.#connection, {
			context: this.#context,
			directory,
			tabOf: (frame) => this.#tabOf(frame),
			whose: (frame, url) => whoseFile(this.#tabs.get(this.#tabOf(frame) ?? "")?.attached, url, frame),
			emit: this.#emit,
		});
	}

	/** In a context of our own whatever is saved is ours, even where its tab is gone already. */
	#tabOf(frame: string): string | undefined {
		for (const [id, { own, attached }] of this.#tabs) {
			if (own && (id === frame || attached?.frames.known(frame))) return id;
		}
		return this.#context === undefined ? undefined : "";
	}

	/** Asks the browser, since titles change without an event. */
	async list(all: boolean, signal: AbortSignal): Promise<LinkTab[]> {
		await this.discover(signal);
		return [...this.#tabs.values()].filter((tab) => all || tab.own).map(describe);
	}

	async open(focus: boolean, signal: AbortSignal): Promise<LinkTab> {
		const id = await this.#create(focus, signal);
		const tab = this.#tabs.get(id) ?? this.#add({ targetId: id, type: "page", title: "", url: EMPTY });
		if (!tab) throw new ReinsError("internal", "The browser opened something that is not a tab.");
		tab.own = true;
		return describe(tab);
	}

	async #create(focus: boolean, signal: AbortSignal): Promise<string> {
		const where = { background: !focus, ...(this.#context && { browserContextId: this.#context }) };
		this.#opening += 1;
		try {
			const made = await this.#connection.send("Target.createTarget", { url: EMPTY, ...where }, "", signal);
			return String(made["targetId"]);
		} finally {
			this.#opening -= 1;
		}
	}

	async close(id: string, signal?: AbortSignal): Promise<void> {
		this.#require(id);
		this.#closing.add(id);
		await this.#connection.send("Target.closeTarget", { targetId: id }, "", signal);
		this.#remove(id);
	}

	async activate(id: string, signal: AbortSignal): Promise<void> {
		this.#require(id);
		await this.#connection.send("Target.activateTarget", { targetId: id }, "", signal);
	}

	session(id: string): Promise<TabSession> {
		const tab = this.#require(id);
		tab.session ??= this.#attach(id, tab);
		return tab.session;
	}

	async #attach(id: string, tab: Tab): Promise<TabSession> {
		const closed = new Promise<never>((_resolve, reject) => {
			tab.giveUp = reject;
		});
		try {
			tab.attached = await Promise.race([this.#begin(id, tab), closed]);
			return tab.attached;
		} catch (error) {
			delete tab.session;
			throw this.#tabs.has(id) ? error : gone(tab);
		}
	}

	async #begin(id: string, tab: Tab): Promise<TabSession> {
		const held = this.#context !== undefined;
		const session = this.#connection.session(await (held ? announced(tab) : this.#attachTo(id)));
		// In a context of our own, what no page opened we did.
		const fresh = held && tab.info.openerId === undefined;
		// Nothing lies over a window that nobody sees, nor over its only tab.
		const isInFront = () => held && this.#isHeadless && this.#tabs.size === 1 && this.#closing.size === 0;
		const found = { own: tab.own, fresh, fence: this.#fence, isInFront, tellsAllFrames: held };
		const beginning = TabSession.begin(session, id, this.#emit, found);
		if (held)
			session.send("Runtime.runIfWaitingForDebugger").catch(() => {
				// The tab has gone meanwhile.
			});
		return beginning;
	}

	async #attachTo(id: string): Promise<string> {
		const { sessionId } = await this.#connection.send("Target.attachToTarget", {
			targetId: id,
			flatten: true,
		});
		return String(sessionId);
	}

	/** Lets go of every tab; those of a context of our own are closed with it. */
	async release(): Promise<void> {
		this.#unlisten();
		this.#endDownloads();
		for (const tab of this.#tabs.values()) {
			tab.attached?.end(new ReinsError("tab_gone", "The session has ended."));
		}
		const tabs = [...this.#tabs.keys()];
		this.#tabs.clear();
		if (this.#context && !this.#connection.closed) {
			await this.#connection.send("Target.disposeBrowserContext", { browserContextId: this.#context });
		}
		for (const tab of tabs) this.#gate?.forget(tab);
	}

	#require(id: string): Tab {
		const tab = this.#tabs.get(id);
		if (!tab) throw new ReinsError("tab_gone", "The tab was closed.");
		return tab;
	}

	#receive(method: string, params: CdpParams): void {
		if (method === "Target.targetCreated") this.#add(params["targetInfo"] as TargetInfo);
		else if (method === "Target.attachedToTarget") {
			const tab = this.#add(params["targetInfo"] as TargetInfo);
			if (tab) announce(tab, String(params["sessionId"]));
		} else if (method === "Target.targetDestroyed") {
			this.#remove(String(params["targetId"]));
			this.#closing.delete(String(params["targetId"]));
		} else if (method === "Target.detachedFromTarget") {
			this.#connection.failSession(
				String(params["sessionId"]),
				new ReinsError("tab_gone", "The tab was closed.", { data: { interrupted: true } }),
			);
		} else if (method === "Target.targetInfoChanged") {
			const info = params["targetInfo"] as TargetInfo;
			const tab = this.#tabs.get(info.targetId);
			if (tab) tab.info = info;
		}
	}

	#add(info: TargetInfo): Tab | undefined {
		const elsewhere =
			this.#context !== undefined &&
			info.browserContextId !== undefined &&
			info.browserContextId !== this.#context;
		// A tab that is being closed is listed by the browser for a while yet.
		if (info.type !== "page" || elsewhere || this.#closing.has(info.targetId)) return undefined;
		const known = this.#tabs.get(info.targetId);
		if (known) return known;
		const opener = info.openerId === undefined ? undefined : this.#tabs.get(info.openerId);
		const tab: Tab = { info, own: this.#context !== undefined || opener?.own === true };
		this.#tabs.set(info.targetId, tab);
		for (const { attached } of this.#tabs.values()) attached?.painting.mayBeBehind();
		// A tab that the person opens is no business of ours.
		if (!tab.own) return tab;
		this.#gate?.guard(info.targetId, this.#fence);
		this.#tell(info);
		// At once, so that a dialog of a popup finds somebody to answer it; unanswered it would block its opener too.
		this.session(info.targetId).catch(() => {
			// Whoever uses the tab will be told.
		});
		return tab;
	}

	/** Tells of a tab that a page has opened; the browser announces what is opened here before it answers. */
	#tell({ targetId: tab, url, openerId }: TargetInfo): void {
		const opener = openerId ?? this.#whoAskedFor(url);
		if (opener === undefined && url === EMPTY && this.#opening > 0) return;
		this.#emit({ event: "tab_opened", tab, url, ...(opener !== undefined && { opener }) });
	}

	/** Of tabs that the browser opens itself, as for a middle click on a link, it names no opener. */
	#whoAskedFor(url: string): string | undefined {
		let last = 0;
		let opener: string | undefined;
		for (const [id, { attached }] of this.#tabs) {
			const at = attached?.frames.newTabs.askedAt(url) ?? 0;
			if (at > last) [last, opener] = [at, id];
		}
		return opener;
	}

	#remove(id: string): void {
		const tab = this.#tabs.get(id);
		if (!tab) return;
		this.#tabs.delete(id);
		this.#gate?.forget(id);
		tab.attached?.end(gone(tab));
		tab.giveUp?.(gone(tab));
		this.#emit({ event: "tab_closed", tab: id, url: tab.info.url });
	}
}

function announce(tab: Tab, session: string): void {
	tab.announced = session;
	tab.whenAnnounced?.(session);
}

async function announced(tab: Tab): Promise<string> {
	if (tab.announced !== undefined) return tab.announced;
	return new Promise((resolve) => {
		tab.whenAnnounced = resolve;
	});
}

function gone(tab: Tab): ReinsError {
	// Not by its whole address: it may be one that nobody may read.
	const { url } = whoseIs(undefined, tab.info.url);
	return new ReinsError(
		"tab_gone",
		`The tab was closed${url === "data:" ? "" : `; it last showed ${url}`}.`,
		{
			data: { interrupted: true },
		},
	);
}

function describe(tab: Tab): LinkTab {
	const { targetId, title, url } = tab.info;
	const shown = tab.attached?.committed.url ?? url;
	return {
		tab: targetId,
		url: shown,
		// The title must be that of the page whose URL stands beside it, for by that it is judged.
		title: shown === url ? title : "",
		own: tab.own,
		crashed: tab.attached?.crashed ?? false,
		discarded: false,
	};
}
