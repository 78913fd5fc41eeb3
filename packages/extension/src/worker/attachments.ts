// The tabs that the debugger is attached to, as sessions of CDP.

import { type CdpListener, type CdpParams, type CdpSession, letGo } from "@reins/link";
import { ReinsError } from "@reins/protocol";
import * as chromeDebugger from "../adapters/debugger.ts";

/** How long a command that found no debugger waits for the reason. */
const REASON = 500;
export const DIALOG = "Page.javascriptDialogOpening";
const MOUSE = "Input.dispatchMouseEvent";
/** How long a page may take to hear that a button is let go. */
const RELEASE = 300;
const DIALOG_GONE = "Page.javascriptDialogClosed";

export class Attachments {
	readonly #sessions = new Map<number, DebuggerSession>();
	/** Dialogs that opened in tabs which an earlier worker attached to, and which this one has not used yet. */
	readonly #missed = new Map<number, CdpParams>();
	/** What is let go of in tabs before the debugger leaves them. */
	readonly #lettingGo = new Map<number, Promise<unknown>>();
	/** A tab was found without its debugger, and Chrome has not said so. */
	onVanished: (tab: number) => void = () => {};

	/** `adopted`: an earlier worker has attached to it, and may have died in the middle of something. */
	async attach(tab: number): Promise<{ session: CdpSession; adopted: boolean }> {
		const adopted = await chromeDebugger.attach(tab);
		const session = new DebuggerSession(tab, () => this.onVanished(tab));
		this.#sessions.set(tab, session);
		const dialog = this.#missed.get(tab);
		this.#missed.delete(tab);
		// Whoever attached listens by then.
		if (dialog) setTimeout(() => session.receive(DIALOG, dialog));
		return { session, adopted };
	}

	async detach(tab: number): Promise<void> {
		this.lost(tab);
		await this.#lettingGo.get(tab);
		await chromeDebugger.detach(tab);
	}

	/** Nobody speaks to the tab any more. What is pressed there would stay so, and a person could press nothing. */
	lost(tab: number): void {
		const release = this.#sessions.get(tab)?.release ?? [];
		this.#sessions.delete(tab);
		if (release.length === 0) return;
		const sent = release.map(([method, params]) =>
			chromeDebugger.send(tab, method, params).catch(() => {
				// Chrome has detached by itself, or nothing was dragged.
			}),
		);
		const released = Promise.race([
			Promise.all(sent),
			new Promise((resolve) => setTimeout(resolve, RELEASE)),
		]);
		this.#lettingGo.set(
			tab,
			released.finally(() => this.#lettingGo.delete(tab)),
		);
	}

	/** False where nobody listens to this tab; `frame` is the session of a frame in another process. */
	receive(tab: number, method: string, params: CdpParams, frame?: string): boolean {
		const session = this.#sessions.get(tab);
		if (!session && method === DIALOG) this.#missed.set(tab, params);
		else if (!session && method === DIALOG_GONE) this.#missed.delete(tab);
		session?.receive(method, params, frame);
		return session !== undefined;
	}

	/** Lets go of whatever an earlier worker held and nobody needs: `needed` says which tabs stay. */
	async detachOthers(needed: (tab: number) => boolean): Promise<void> {
		const attached = await chromeDebugger.attachedTabs();
		await Promise.all(attached.filter((tab) => !needed(tab)).map((tab) => this.detach(tab)));
	}
}

class DebuggerSession implements CdpSession {
	readonly #tab: number;
	readonly #vanished: () => void;
	readonly #listeners = new Set<CdpListener>();
	readonly #open = new Set<(error: Error) => void>();
	/** Of a frame in another process; the tab's own has none. */
	readonly #id: string | undefined;
	/** Sessions of the tab's frames by their ids, known to all of them. */
	readonly #frames: Map<string, DebuggerSession>;
	/** The button that is pressed. */
	#pressed: unknown;

	constructor(tab: number, vanished: () => void, id?: string, frames = new Map<string, DebuggerSession>()) {
		this.#tab = tab;
		this.#vanished = vanished;
		this.#id = id;
		this.#frames = frames;
	}

	send(method: string, params: CdpParams = {}, signal?: AbortSignal): Promise<CdpParams> {
		if (signal?.aborted) return Promise.reject(signal.reason);
		if (method === MOUSE && params["type"] !== "mouseMoved") {
			this.#pressed = params["type"] === "mousePressed" ? params["button"] : undefined;
		}
		return new Promise((resolve, reject) => {
			const abort = () => settle(() => reject(signal?.reason));
			const fail = (error: Error) => settle(() => reject(error));
			const settle = (then: () => void) => {
				this.#open.delete(fail);
				signal?.removeEventListener("abort", abort);
				then();
			};
			const unheard = () => {
				if (!this.#open.has(fail)) return;
				fail(detached());
				this.#vanished();
			};
			this.#open.add(fail);
			signal?.addEventListener("abort", abort, { once: true });
			chromeDebugger.send(this.#tab, method, params, this.#id).then(
				(result) => settle(() => resolve(result)),
				(error: Error) => {
					// Chrome says a moment later that it has detached, and then it is found out why.
					if (error instanceof chromeDebugger.NotAttached) setTimeout(unheard, REASON);
					else fail(error);
				},
			);
		});
	}

	/** What lets go of all that is held there. */
	get release(): ReturnType<typeof letGo> {
		return this.#pressed === undefined ? [] : letGo(this.#pressed);
	}

	listen(listener: CdpListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	fail(error: Error): void {
		for (const fail of [...this.#open]) fail(error);
	}

	child(id: string): DebuggerSession {
		const child = this.#frames.get(id) ?? new DebuggerSession(this.#tab, this.#vanished, id, this.#frames);
		this.#frames.set(id, child);
		return child;
	}

	receive(method: string, params: CdpParams, frame?: string): void {
		if (frame !== undefined) {
			this.#frames.get(frame)?.receive(method, params);
			return;
		}
		for (const listener of [...this.#listeners]) listener(method, params);
		if (method === "Target.detachedFromTarget") this.#frames.delete(String(params["sessionId"]));
	}
}

/** What was under way may have been done: Chrome sends commands on before it answers. */
function detached(): ReinsError {
	return new ReinsError("worker_restarting", "Chrome took the debugger off this tab during the call.", {
		data: { interrupted: true },
	});
}
