// What a page does beside its own document while an agent acts in it: requests under way, those that fail, and the
// errors that its scripts report. Followed from the first action in a tab on.

import type { LinkEvent } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import type { Send } from "./frame-document.ts";

/** What an action can wait for. Streams, pings and pictures say nothing about when it is done. */
const AWAITED: ReadonlySet<unknown> = new Set(["XHR", "Fetch", "Script", "Stylesheet"]);
const MESSAGE = 300;

export class Activity {
	readonly #tab: string;
	readonly #emit: (event: LinkEvent) => void;
	readonly #pending = new Map<string, string>();
	#following: "no" | "beginning" | "yes" = "no";

	constructor(tab: string, emit: (event: LinkEvent) => void) {
		this.#tab = tab;
		this.#emit = emit;
	}

	/** The browser keeps nothing for us: bodies are not asked for. */
	follow(send: Send): void {
		if (this.#following !== "no") return;
		this.#following = "beginning";
		const began = Promise.all([
			send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
			send("Console.enable"),
		]);
		began.then(
			() => {
				this.#following = "yes";
			},
			() => {
				this.#following = "no";
			},
		);
	}

	receive(method: string, params: CdpParams): void {
		const id = String(params["requestId"]);
		switch (method) {
			case "Network.requestWillBeSent":
				if (AWAITED.has(params["type"])) this.#begin(id, (params["request"] as { url: string }).url);
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
				if (params["canceled"] !== true) this.#failed(id, String(params["errorText"]));
				this.#end(id);
				break;
			case "Console.messageAdded":
				this.#console(params["message"] as { level: string; source: string; text: string });
				break;
		}
	}

	/** A new document has requests of its own. */
	forget(): void {
		this.#pending.clear();
	}

	#begin(id: string, url: string): void {
		this.#pending.set(id, url);
		this.#emit({ event: "requests", tab: this.#tab, pending: this.#pending.size });
	}

	#end(id: string): void {
		if (this.#pending.delete(id))
			this.#emit({ event: "requests", tab: this.#tab, pending: this.#pending.size });
	}

	#failed(id: string, reason: string): void {
		const url = this.#pending.get(id);
		if (url !== undefined) this.#emit({ event: "request_failed", tab: this.#tab, url, reason });
	}

	/** What was said before anybody followed is told again by the browser, and is not about this action. */
	#console({ level, source, text }: { level: string; source: string; text: string }): void {
		if (this.#following !== "yes" || level !== "error" || source === "network") return;
		this.#emit({ event: "page_error", tab: this.#tab, message: text.slice(0, MESSAGE) });
	}
}
