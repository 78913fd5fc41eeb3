// What the frames of a page have asked the browser to open in another tab: of a tab that comes of a middle click, or of
// a click with Control, the browser does not say whose it is.

import type { CdpParams } from "./cdp-session.ts";

const REMEMBERED = 20;

export class NewTabs {
	/** When each address was asked for, the newest last. */
	readonly #asked = new Map<string, number>();

	asked({ url, disposition }: CdpParams): void {
		if (disposition !== "newTab" && disposition !== "newWindow") return;
		this.#asked.delete(String(url));
		this.#asked.set(String(url), performance.now());
		const [oldest] = this.#asked.keys();
		if (this.#asked.size > REMEMBERED && oldest !== undefined) this.#asked.delete(oldest);
	}

	/** When this address was asked for last. */
	askedAt(url: string): number | undefined {
		return this.#asked.get(url);
	}
}
