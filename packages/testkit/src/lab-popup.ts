// The extension's popup in the hands of a test. The worker takes no orders from a page that is being debugged,
// so the lab lets go of the page and speaks to it from another page of the extension.

import type { ExtensionPage } from "./extension-page.ts";

/** What of the popup's state the tests look at; its contract is packages/extension/src/popup-contract.ts. */
export interface PopupState {
	connection: "connected" | "connecting" | "error" | "key_changed" | "off";
	killed: boolean;
	userDetached: boolean;
	disconnected: boolean;
	name: string;
	hops: { name: string; state: string; detail: string; fix?: string }[];
	sessions: { session: string; label: string; tabs: { tab: number; url: string; own: boolean }[] }[];
	sites: { origin: string; level: string }[];
}

/** `askedAt`: when the popup sent its request, in the time of the clock. */
export type PopupAnswer = { askedAt: number } & (
	| { ok: true; state: PopupState }
	| { ok: false; message: string }
);

export class LabPopup {
	readonly #page: ExtensionPage;
	readonly #from: ExtensionPage;

	private constructor(page: ExtensionPage, from: ExtensionPage) {
		this.#page = page;
		this.#from = from;
	}

	static async open(page: ExtensionPage, from: ExtensionPage): Promise<LabPopup> {
		await page.evaluate(`
			globalThis.lab = new BroadcastChannel("lab");
			lab.onmessage = async ({ data: { id, request } }) => {
				if (!request) return;
				const askedAt = Date.now();
				const answer = await chrome.runtime.sendMessage(request)
					.catch((error) => ({ ok: false, message: String(error) }));
				lab.postMessage({ id, answer: { ...answer, askedAt } });
			};`);
		await page.detach();
		return new LabPopup(page, from);
	}

	ask(request: Record<string, unknown>): Promise<PopupAnswer> {
		return this.#from.call<PopupAnswer>(
			`(request) => new Promise((resolve) => {
				const id = crypto.randomUUID();
				const lab = new BroadcastChannel("lab");
				lab.onmessage = ({ data }) => {
					if (data.id !== id || !("answer" in data)) return;
					lab.close();
					resolve(data.answer);
				};
				lab.postMessage({ id, request });
			})`,
			request,
		);
	}

	close(): Promise<void> {
		return this.#page.close();
	}
}
