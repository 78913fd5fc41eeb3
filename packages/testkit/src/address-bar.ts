// A plain Chromium that is asked how it reads addresses. No name leads anywhere in it: nothing is ever loaded.

import { join } from "node:path";
import { ChromeProcess } from "./chrome-process.ts";
import { ExtensionPage } from "./extension-page.ts";
import type { TestHome } from "./home.ts";

interface Frame {
	url: string;
	unreachableUrl?: string;
}

export class AddressBar {
	readonly #chrome: ChromeProcess;
	readonly #page: ExtensionPage;

	private constructor(chrome: ChromeProcess, page: ExtensionPage) {
		this.#chrome = chrome;
		this.#page = page;
	}

	static async start(home: TestHome): Promise<AddressBar> {
		const chrome = await ChromeProcess.start({
			userDataDir: join(home.labBrowsers, "addresses"),
			extensions: [],
			env: home.env,
			headed: false,
			flags: ["--host-resolver-rules=MAP * ~NOTFOUND"],
		});
		return new AddressBar(chrome, await ExtensionPage.open(chrome.pipe, "about:blank"));
	}

	/** The origins that a page would say these are of; "" where one is no address. */
	origins(texts: readonly string[]): Promise<string[]> {
		return this.#page.call<string[]>(
			`(texts) => texts.map((text) => { try { return new URL(text).origin } catch { return "" } })`,
			texts,
		);
	}

	/** Goes there, and answers what the browser then says that it could not load. */
	async goes(url: string): Promise<string> {
		await this.#page.send("Page.navigate", { url });
		const { frameTree } = await this.#page.send<{ frameTree: { frame: Frame } }>("Page.getFrameTree");
		return frameTree.frame.unreachableUrl ?? frameTree.frame.url;
	}

	stop(): Promise<void> {
		return this.#chrome.close();
	}
}
