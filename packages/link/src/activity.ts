// What a page does beside its own document while an agent acts in it: requests under way, those that fail, and the
// errors that its scripts report.

import type { LinkEvent, Whose } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { KEEP_NOTHING } from "./fence.ts";
import type { Send } from "./frame-document.ts";
import { whoseIs } from "./whose.ts";

/** What an action can wait for. Streams, pings and pictures say nothing about when it is done. */
const AWAITED: ReadonlySet<unknown> = new Set(["XHR", "Fetch", "Script", "Stylesheet"]);
/** What is told where it fails, too, though nobody waits for it. */
const TOLD: ReadonlySet<unknown> = new Set([...AWAITED, "Document"]);
const MESSAGE = 300;
/** How long scripts are listened to after the last call that wants it: a page can notice that somebody does. */
const LISTENING = 300;

interface Exception {
	executionContextId?: number;
	text?: string;
	exception?: { description?: string };
}

interface Context {
	id: number;
	origin: string;
	auxData?: { frameId?: string };
}

export class Activity {
	readonly #tab: string;
	readonly #emit: (event: LinkEvent) => void;
	readonly #send: Send;
	/** Addresses of what is under way, and which of it is waited for. */
	readonly #pending = new Map<string, string>();
	readonly #awaited = new Set<string>();
	/** Whose scripts run in which context. */
	readonly #contexts = new Map<unknown, Whose>();
	readonly #whose: (frame: string) => Whose;
	/** The fence has the browser tell of requests already. */
	readonly #isFenced: boolean;
	#requests = false;
	#scripts: "unheard" | "replayed" | "heard" = "unheard";
	#rest: ReturnType<typeof setTimeout> | undefined;

	constructor(
		tab: string,
		send: Send,
		emit: (event: LinkEvent) => void,
		whose: (frame: string) => Whose,
		isFenced: boolean,
	) {
		this.#tab = tab;
		this.#isFenced = isFenced;
		this.#whose = whose;
		this.#send = send;
		this.#emit = emit;
	}

	/** What is asked of servers, from now on; a page cannot notice that. */
	followRequests(): void {
		if (this.#requests) return;
		this.#requests = true;
		if (this.#isFenced) return;
		this.#send("Network.enable", KEEP_NOTHING).catch(() => {
			this.#requests = false;
		});
	}

	/** Whether something was just done in the page. */
	get listens(): boolean {
		return this.#scripts !== "unheard";
	}

	/** Requests are followed from the first action on, scripts only around each. */
	follow(): void {
		clearTimeout(this.#rest);
		this.#rest = setTimeout(() => this.stopListening(), LISTENING);
		this.followRequests();
		if (this.#scripts !== "unheard") return;
		this.#scripts = "replayed";
		this.#send("Runtime.enable").then(
			() => {
				if (this.#scripts === "replayed") this.#scripts = "heard";
			},
			() => {
				this.#scripts = "unheard";
			},
		);
	}

	receive(method: string, params: CdpParams): void {
		// The fence is told of them before anybody asks.
		if (!this.#requests && method.startsWith("Network.")) return;
		const id = String(params["requestId"]);
		switch (method) {
			case "Network.requestWillBeSent":
				if (TOLD.has(params["type"])) this.#pending.set(id, (params["request"] as { url: string }).url);
				// A worker's script is of no document, and its end is told to nobody here.
				if (AWAITED.has(params["type"]) && params["loaderId"] !== "") this.#begin(id);
				break;
			case "Network.responseReceived": {
				const { status } = params["response"] as { status: number };
				if (status >= 400) this.#failed(id, `HTTP ${status}`);
				break;
			}
			case "Network.loadingFinished":
				this.#end(id);
				break;
			case "Network.loadingFailed":
				// A page that the browser saves instead, or that another took the place of, did not fail.
				if (params["canceled"] !== true && params["errorText"] !== "net::ERR_ABORTED")
					this.#failed(id, String(params["errorText"]));
				this.#end(id);
				break;
			case "Runtime.exceptionThrown": {
				const { exception, text = "", executionContextId } = params["exceptionDetails"] as Exception;
				this.#error(executionContextId, exception?.description?.split("\n", 1)[0] ?? text);
				break;
			}
			case "Runtime.consoleAPICalled": {
				const said = params["args"] as { value?: unknown; description?: string }[];
				const words = said.map(({ value, description }) => value ?? description).join(" ");
				if (params["type"] === "error") this.#error(params["executionContextId"], words);
				break;
			}
			case "Runtime.executionContextCreated": {
				const { id: context, origin, auxData } = params["context"] as Context;
				const isSite = /^https?:/.test(origin);
				this.#contexts.set(
					context,
					isSite ? whoseIs(undefined, origin) : this.#whose(auxData?.frameId ?? ""),
				);
				break;
			}
			case "Runtime.executionContextsCleared":
				this.#contexts.clear();
				break;
		}
	}

	/** A new document has requests of its own. */
	forget(): void {
		this.#pending.clear();
		if (this.#awaited.size === 0) return;
		this.#awaited.clear();
		this.#emit({ event: "requests", tab: this.#tab, pending: 0 });
	}

	/** The tab is no more. */
	end(): void {
		clearTimeout(this.#rest);
	}

	/** Whoever enables the runtime for itself is told of its contexts only if nobody else has. */
	stopListening(): void {
		clearTimeout(this.#rest);
		if (this.#scripts === "unheard") return;
		this.#scripts = "unheard";
		this.#send("Runtime.disable").catch(() => {
			// The tab is gone.
		});
	}

	#begin(id: string): void {
		this.#awaited.add(id);
		this.#emit({ event: "requests", tab: this.#tab, pending: this.#awaited.size });
	}

	#end(id: string): void {
		this.#pending.delete(id);
		if (this.#awaited.delete(id))
			this.#emit({ event: "requests", tab: this.#tab, pending: this.#awaited.size });
	}

	#failed(id: string, reason: string): void {
		const url = this.#pending.get(id);
		if (url !== undefined) this.#emit({ event: "request_failed", tab: this.#tab, url, reason });
	}

	/** What was said before anybody listened is told again by the browser, and is not about this action. */
	#error(context: unknown, message: string): void {
		if (this.#scripts !== "heard") return;
		const of = this.#contexts.get(context) ?? whoseIs(undefined);
		this.#emit({ event: "page_error", tab: this.#tab, message: message.slice(0, MESSAGE), of });
	}
}
