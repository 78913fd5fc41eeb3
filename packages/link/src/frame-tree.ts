// The frames of a tab. Those of the tab's own process are told on its session; those of other processes have
// sessions of their own, which are attached to when such a frame is first asked for and stay until it goes.

import { ReinsError } from "@reins/protocol";
import type { CdpParams, CdpSession } from "./cdp-session.ts";
import type { Fence } from "./fence.ts";
import { documentReplaced, FrameDocument, type FrameInfo } from "./frame-document.ts";
import { NewTabs } from "./new-tabs.ts";

export interface FrameNode {
	frame: FrameInfo;
	childFrames?: FrameNode[];
}

/** A CDP session and the frames that are told on it. */
interface Process {
	session: CdpSession;
	/** Frames that have left it: an answer that was under way meanwhile still lists them. */
	left: Set<string>;
	/** Child sessions are on their way, or have come. */
	attaching?: Promise<void>;
}

interface Known {
	document: FrameDocument;
	process: Process;
	parent: FrameDocument;
}

interface Child {
	process: Process;
	/** Resolves once the frame at its top is known. */
	ready: Promise<void>;
	top: string;
	unlisten(): void;
}

/** Only frames: the workers of a page are nobody's to attach to. */
const ONLY_FRAMES = [{ type: "iframe", exclude: false }, { exclude: true }];

export class FrameTree {
	readonly #main: FrameDocument;
	readonly #root: Process;
	readonly #fence: Fence | undefined;
	readonly #tellsAll: boolean;
	readonly #known = new Map<string, Known>();
	/** Frames that were put into the page, by their CDP ids. */
	readonly #inside = new Set<string>();
	/** The same, of the page that is shown now; whether those are all. */
	readonly #shown = new Set<string>();
	#allShown = false;
	/** Child sessions by their id. */
	readonly #children = new Map<string, Child>();
	readonly newTabs = new NewTabs();
	/** A page of this tab has asked for files. */
	onFileChooser: (params: CdpParams) => void = () => {};

	constructor(session: CdpSession, main: FrameDocument, fence: Fence | undefined, tellsAll = false) {
		this.#root = { session, left: new Set() };
		this.#main = main;
		this.#fence = fence;
		this.#tellsAll = tellsAll;
	}

	/** Where frames are fenced, each is met before anything is loaded in it. */
	async fence(): Promise<void> {
		if (this.#fence?.raiseInFrame) await this.#attachChildren(this.#root);
	}

	named(name: string): FrameDocument {
		for (const { document } of this.#known.values()) if (document.name === name) return document;
		throw new ReinsError("stale_ref", `The frame ${name} is not there any more.`, {
			hint: "Call snapshot.",
			data: { frame: name },
		});
	}

	/** A frame by its CDP id, where it is known to be in this tab; the page itself where none is named. */
	known(id = this.#main.id): FrameDocument | undefined {
		return id === this.#main.id ? this.#main : this.#known.get(id)?.document;
	}

	/**
	 * Whether the tab shows documents, hidden ones too, that are not known to be of the same origin as this one: what
	 * was judged for one says nothing of them.
	 */
	hasOthers(frame: FrameDocument): boolean {
		const { origin } = frame.committed;
		const isOwn = (other: FrameDocument | undefined) =>
			other === frame || (other?.committed.origin === origin && /^https?:/.test(origin));
		return !this.#allShown || !isOwn(this.#main) || [...this.#shown].some((id) => !isOwn(this.known(id)));
	}

	/** Whether the page is known to have no frame at all: whatever is pressed goes to the page itself. */
	get isAlone(): boolean {
		return this.#tellsAll && this.#allShown && this.#shown.size === 0;
	}

	/** What the fence has kept a frame from loading, where it shows that. */
	refused({ failed }: FrameDocument): string | undefined {
		return failed !== undefined && this.#fence?.mayFrame?.(failed) === false ? failed : undefined;
	}

	/** The frame around a frame. */
	parentOf(frame: FrameDocument): FrameDocument {
		return this.#known.get(frame.id)?.parent ?? this.#main;
	}

	/** The outermost frame of the process that the frame's element lives in. */
	outermostAround(frame: FrameDocument): FrameDocument {
		return this.outermostOf(this.parentOf(frame));
	}

	/** The outermost frame of the frame's own process. */
	outermostOf(frame: FrameDocument): FrameDocument {
		let at = frame;
		while (at !== this.#main && !this.isOutermost(at)) at = this.parentOf(at);
		return at;
	}

	/** Whether another process has the frame's element. */
	isOutermost(frame: FrameDocument): boolean {
		return this.#processOf(frame) !== this.#processOf(this.parentOf(frame));
	}

	/** The frame that an element of `parent` shows, known by its CDP id. */
	async find(id: string, parent: FrameDocument): Promise<FrameDocument | undefined> {
		const process = this.#processOf(parent);
		if (!this.#isKnown(id)) await this.#learn(process, parent);
		if (!this.#isKnown(id)) await this.#attachChildren(process);
		const child = [...this.#children.values()].find(({ top }) => top === id);
		await child?.ready;
		// A page that came back from the cache has its frames again, though they were forgotten with it.
		if (child && !this.#isKnown(id)) await this.#meet(child.process);
		return this.#known.get(id)?.document;
	}

	/** Something was told on the session of a process; the tab's own passes what it hears. */
	receive(method: string, params: CdpParams, process = this.#root): void {
		const isFrame = (id: string) => process !== this.#root || this.#isInside(id);
		this.#fence?.receive?.((...sent) => process.session.send(...sent), method, params, isFrame);
		switch (method) {
			case "Page.frameNavigated": {
				const frame = params["frame"] as FrameInfo;
				process.left.delete(frame.id);
				if (frame.parentId !== undefined) this.#commit(frame, process);
				else {
					this.#forgetInside(this.#main);
					if (process === this.#root) this.#showAnew(params["type"] === "BackForwardCacheRestore");
				}
				break;
			}
			case "Page.frameRequestedNavigation":
				this.newTabs.asked(params);
				break;
			case "Page.fileChooserOpened":
				this.onFileChooser(params);
				break;
			case "Page.frameAttached":
				this.#inside.add(String(params["frameId"]));
				if (process === this.#root) this.#shown.add(String(params["frameId"]));
				process.left.delete(String(params["frameId"]));
				break;
			case "Page.navigatedWithinDocument":
				this.#known.get(String(params["frameId"]))?.document.moved(String(params["url"]));
				break;
			case "Page.frameDetached":
				process.left.add(String(params["frameId"]));
				if (params["reason"] !== "swap") {
					this.#inside.delete(String(params["frameId"]));
					if (process === this.#root) this.#shown.delete(String(params["frameId"]));
				}
				// A frame that moves to another process is told of there.
				if (this.#known.get(String(params["frameId"]))?.process === process)
					this.#forget(String(params["frameId"]));
				break;
			case "Target.attachedToTarget":
				this.#attached(params, process);
				break;
			case "Target.detachedFromTarget":
				this.#detached(String(params["sessionId"]));
				break;
		}
	}

	/** A page that comes back from the cache has its frames already, and nobody tells of them. */
	#showAnew(restored: boolean): void {
		this.#shown.clear();
		this.#allShown = !restored;
	}

	/** The tab is no more. */
	fail(error: ReinsError): void {
		for (const { process, unlisten } of this.#children.values()) {
			unlisten();
			process.session.fail(error);
		}
		this.#children.clear();
	}

	/** Whether this is a frame in the page, and not the page itself. */
	#isInside(id: string): boolean {
		return this.#inside.has(id) || this.#known.has(id);
	}

	#isKnown(id: string): boolean {
		return (this.#known.get(id)?.document.committed.document ?? "") !== "";
	}

	#processOf(frame: FrameDocument): Process {
		return this.#known.get(frame.id)?.process ?? this.#root;
	}

	/** Asks for the frames of a process; those that never navigated are told in no other way. */
	async #learn(process: Process, asking: FrameDocument): Promise<void> {
		const { frameTree } = await asking.send("Page.getFrameTree");
		this.#add(frameTree as FrameNode, process);
	}

	#add({ frame, childFrames = [] }: FrameNode, process: Process): void {
		if (process.left.has(frame.id)) return;
		if (frame.parentId !== undefined) this.#commit(frame, process);
		for (const child of childFrames) this.#add(child, process);
	}

	#commit(info: FrameInfo, process: Process): void {
		const known = this.#known.get(info.id);
		const parent = this.#known.get(info.parentId ?? "")?.document ?? this.#main;
		const document = known?.process === process ? known.document : frameOf(process, info.id);
		if (known && known.document !== document) known.document.leave();
		const isNew = document.committed.document !== info.loaderId;
		this.#known.set(info.id, { document, process, parent });
		document.loading = info.url === "";
		document.commit(info.url === "" || info.url.startsWith("about:") ? ofParent(info, parent) : info);
		if (isNew) this.#forgetInside(document);
	}

	#forget(id: string): void {
		const known = this.#known.get(id);
		this.#known.delete(id);
		if (!known) return;
		known.document.leave();
		this.#forgetInside(known.document);
	}

	#forgetInside(outer: FrameDocument): void {
		for (const [id, { parent }] of [...this.#known]) if (parent === outer) this.#forget(id);
	}

	/**
	 * Off and on again: sessions that an earlier worker of the extension attached are not told of a second time.
	 * The browser tells of the children before it answers.
	 */
	#attachChildren(process: Process): Promise<void> {
		process.attaching ??= this.#autoAttach(process).catch((error) => {
			delete process.attaching;
			throw error;
		});
		return process.attaching;
	}

	async #autoAttach({ session }: Process): Promise<void> {
		const how = { waitForDebuggerOnStart: this.#fence?.raiseInFrame !== undefined, flatten: true };
		await session.send("Target.setAutoAttach", { ...how, autoAttach: false });
		await session.send("Target.setAutoAttach", { ...how, autoAttach: true, filter: ONLY_FRAMES });
	}

	#attached(params: CdpParams, parent: Process): void {
		const id = String(params["sessionId"]);
		const { targetId, type } = params["targetInfo"] as { targetId: string; type: string };
		if (type !== "iframe") return;
		const process: Process = { session: parent.session.child(id), left: new Set() };
		const unlisten = process.session.listen((method, told) => this.receive(method, told, process));
		const ready = this.#welcome(process).catch(() => {
			// It went before it was known.
		});
		this.#children.set(id, { process, ready, top: targetId, unlisten });
	}

	async #welcome(process: Process): Promise<void> {
		await Promise.all([this.#meet(process), this.#hold(process)]);
	}

	/** A frame that waits is let go once it is fenced, and those in it will be. */
	async #hold(process: Process): Promise<void> {
		const { session } = process;
		if (!this.#fence?.raiseInFrame) return;
		await Promise.all([
			this.#fence.raiseInFrame((...sent) => session.send(...sent)),
			this.#attachChildren(process),
		]);
		await session.send("Runtime.runIfWaitingForDebugger");
	}

	async #meet(process: Process): Promise<void> {
		const { session } = process;
		// Told of changes before it is asked what there is: none is missed in between.
		const [, , { frameTree }] = await Promise.all([
			session.send("Page.enable"),
			// Else its documents never have the focus in a tab that is not in front.
			session.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
			session.send("Page.getFrameTree"),
		]);
		this.#add(frameTree as FrameNode, process);
	}

	#detached(id: string): void {
		const child = this.#children.get(id);
		if (!child) return;
		this.#children.delete(id);
		child.unlisten();
		child.process.session.fail(documentReplaced(true));
		for (const [frame, { process }] of [...this.#known]) if (process === child.process) this.#forget(frame);
	}
}

/** A document without an address of its own belongs to whoever made it: the page around it. */
function ofParent(info: FrameInfo, parent: FrameDocument): FrameInfo {
	return { ...info, url: "about:blank", securityOrigin: parent.committed.origin };
}

function frameOf({ session }: Process, id: string): FrameDocument {
	return new FrameDocument(id, (method, params, signal) => session.send(method, params, signal));
}
