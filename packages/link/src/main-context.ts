// The page's own context in the document that a tab shows, in which scripts of the caller run. The browser tells of it
// once, when it is asked to tell of contexts at all.

import type { CdpParams } from "./cdp-session.ts";

export interface ContextInfo {
	uniqueId: string;
	auxData?: { isDefault?: boolean; frameId?: string };
}

interface Host {
	send(method: string, params?: CdpParams, signal?: AbortSignal): Promise<CdpParams>;
	until<T>(done: () => T | undefined, signal: AbortSignal): Promise<T>;
	requireDocument(document: string): void;
}

export class MainContext {
	readonly #tab: Host;
	readonly #onAsk: () => void;
	#found: { document: string; context: Promise<string> } | undefined;
	#told: string | undefined;

	/** `onAsk`: nobody else is told of contexts from then on. */
	constructor(tab: Host, onAsk: () => void) {
		this.#tab = tab;
		this.#onAsk = onAsk;
	}

	/** By a name that no other context ever has. */
	in(document: string, signal: AbortSignal): Promise<string> {
		if (this.#found?.document === document) return this.#found.context;
		const context = this.#find(document, signal);
		this.#found = { document, context };
		context.catch(() => {
			if (this.#found?.context === context) this.#found = undefined;
		});
		return context;
	}

	/** Another document has come. */
	forget(): void {
		this.#found = undefined;
	}

	told(context: ContextInfo, mainFrame: string): void {
		const { isDefault, frameId } = context.auxData ?? {};
		if (isDefault && frameId === mainFrame) this.#told = context.uniqueId;
	}

	async #find(document: string, signal: AbortSignal): Promise<string> {
		this.#told = undefined;
		this.#onAsk();
		const off = () =>
			this.#tab.send("Runtime.disable").catch(() => {
				// The tab is gone.
			});
		// Who was told before is not told again: an earlier worker of the extension may have asked.
		void off();
		await this.#tab.send("Runtime.enable", {}, signal);
		try {
			return await this.#tab.until(() => {
				this.#tab.requireDocument(document);
				return this.#told;
			}, signal);
		} finally {
			void off();
		}
	}
}
