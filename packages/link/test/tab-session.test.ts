// What is known of a tab when Reins has just come to it: the page that is there, also where it came at that moment.

import { type LinkEvent, ReinsError } from "@reins/protocol";
import { expect, test } from "vitest";
import type { CdpListener, CdpSession } from "../src/cdp-session.ts";
import { TabSession } from "../src/tab-session.ts";

const pageOf = (loaderId: string) => ({
	id: "main",
	loaderId,
	url: `https://${loaderId}.example/`,
	securityOrigin: `https://${loaderId}.example`,
});

/** A browser in which the second page comes right after this many commands; it tells only those who listen. */
class BusyBrowser implements CdpSession {
	#left: number;
	readonly #listeners = new Set<CdpListener>();
	#isTold = false;
	#page = pageOf("first");

	constructor(commands: number) {
		this.#left = commands;
	}

	async send(method: string) {
		if (method === "Page.enable") this.#isTold = true;
		const answer = method === "Page.getFrameTree" ? { frameTree: { frame: this.#page } } : {};
		this.#left -= 1;
		if (this.#left === 0) this.#go();
		return answer;
	}

	#go(): void {
		this.#page = pageOf("second");
		if (this.#isTold) this.tell("Page.frameNavigated", { frame: this.#page });
	}

	listen(listener: CdpListener) {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	tell(...told: Parameters<CdpListener>): void {
		for (const listener of this.#listeners) listener(...told);
	}

	fail(): void {}

	child(): CdpSession {
		throw new Error("It has no frames.");
	}
}

test.each([1, 2, 3, 4, 5, 6, 7])(
	"a page that comes after %i commands is the one that is known",
	async (commands) => {
		const tab = await TabSession.begin(new BusyBrowser(commands), "1", () => {}, { own: true, fresh: true });
		expect(tab.committed.url).toBe("https://second.example/");
	},
);

test("whoever loses a tab knows of no dialog in it any more", async () => {
	const told: LinkEvent[] = [];
	const browser = new BusyBrowser(0);
	const found = { own: true, fresh: true };
	const tab = await TabSession.begin(browser, "1", (event) => told.push(event), found);
	browser.tell("Page.javascriptDialogOpening", {
		type: "alert",
		message: "Stop",
		url: "https://first.example/",
	});
	expect(tab.dialog.open?.kind).toBe("alert");
	tab.end(new ReinsError("killed", "The person has switched Reins off."));
	expect(told.at(-1)).toEqual({ event: "dialog_closed", tab: "1", accepted: false });
});

test("whoever does not get hold of a tab hears nothing of it any more", async () => {
	const told: LinkEvent[] = [];
	const browser = new BusyBrowser(0);
	const { send } = browser;
	browser.send = async (method: string) => {
		if (method === "Page.enable") throw new Error("It does not want to.");
		return send.call(browser, method);
	};
	const begin = () => TabSession.begin(browser, "1", (event) => told.push(event), { own: true, fresh: true });
	await expect(begin()).rejects.toThrow("It does not want to.");
	browser.send = send;
	await begin();
	told.length = 0;
	browser.tell("Page.javascriptDialogOpening", { type: "alert", message: "Stop", url: "" });
	expect(told.map(({ event }) => event)).toEqual(["dialog_opened"]);
});
