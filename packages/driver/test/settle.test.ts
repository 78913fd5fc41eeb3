// What comes of an action, where the browser tells of it later than the page.

import type { Link } from "@reins/link";
import { type LinkEvent, ReinsError, Trace } from "@reins/protocol";
import { expect, it } from "vitest";
import { withReceipt } from "../src/settle.ts";
import { Tab } from "../src/tab.ts";

const PLACE = { frame: undefined, gesture: true };

/** A tab whose documents answer one after the other; `tell` lets its browser say something. */
function tabOf(documents: readonly { leaving: boolean; onSettled?: () => void }[]) {
	const listeners = new Set<(event: LinkEvent) => void>();
	let shown = 0;
	const link = {
		committed: async () => ({ document: `d${shown}`, origin: "http://a.test", url: "http://a.test/" }),
		onEvent: (listener: (event: LinkEvent) => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		call: async (_primitive: string, { fn }: { fn: string }) => {
			const { leaving, onSettled } = documents[shown] ?? { leaving: false };
			if (fn === "settle" && onSettled) setImmediate(onSettled);
			const told = {
				changes: 0,
				lines: [],
				first: [],
				more: 0,
				url: `http://a.test/${shown}`,
				title: "",
				focus: "",
			};
			return { value: fn === "settle" ? { ...told, closing: false, opening: false, leaving } : {} };
		},
	};
	const tell = (phase: "started" | "committed" | "loaded") => {
		if (phase === "committed") shown++;
		const event = { event: "navigation", tab: "1", phase, url: `http://a.test/${shown}` } as LinkEvent;
		for (const listener of listeners) listener(event);
	};
	const tab = new Tab(link as unknown as Link, "1", new AbortController().signal, new Trace());
	return { tab, tell };
}

it("a page that is left is waited for, though the browser begins after the page is quiet", async () => {
	const { tab, tell } = tabOf([
		{
			leaving: true,
			onSettled: () => {
				tell("started");
				setImmediate(() => {
					tell("committed");
					tell("loaded");
				});
			},
		},
		{ leaving: false },
	]);
	const receipt = await withReceipt(tab, PLACE, "d0", async () => {});
	expect(receipt).toMatchObject({ navigated: true, url: "http://a.test/1" });
	expect(receipt.loading).toBeUndefined();
});

it("a page that does not come is still loading, also when the old one had answered before", async () => {
	const { tab, tell } = tabOf([{ leaving: true, onSettled: () => tell("started") }]);
	const receipt = await withReceipt(tab, PLACE, "d0", async () => {});
	expect(receipt).toMatchObject({ loading: true, navigated: false });
});

it("a page that stays is not waited for", async () => {
	const { tab } = tabOf([{ leaving: false }]);
	const receipt = await withReceipt(tab, PLACE, "d0", async () => {});
	expect(receipt).toMatchObject({ navigated: false, url: "http://a.test/0" });
	expect(receipt.loading).toBeUndefined();
});

/** A page at rest with a frame that answers with an error. */
function tabWithFrame(error: ReinsError): Tab {
	const rest = {
		changes: 0,
		lines: [],
		first: [],
		more: 0,
		url: "http://a.test/",
		title: "",
		focus: "iframe",
	};
	const link = {
		committed: async () => ({ document: "d0", origin: "http://a.test", url: "http://a.test/" }),
		onEvent: () => () => {},
		call: async (_primitive: string, { frame }: { frame?: string }) => {
			if (frame !== undefined) throw error;
			return { value: rest };
		},
	};
	return new Tab(link as unknown as Link, "1", new AbortController().signal, new Trace());
}

it("of a frame that does not answer it is not said that nothing changed", async () => {
	const tab = tabWithFrame(new ReinsError("timeout", "It is busy."));
	const receipt = await withReceipt(tab, { ...PLACE, frame: "f1" }, "d0", async () => {});
	expect(receipt).toMatchObject({ changes: 0, silent: true });
});

it("a frame that has gone has changed, and is not waited for", async () => {
	const tab = tabWithFrame(new ReinsError("stale_ref", "It is gone."));
	const receipt = await withReceipt(tab, { ...PLACE, frame: "f1" }, "d0", async () => {});
	expect(receipt.changes).toBe(1);
	expect(receipt.silent).toBeUndefined();
});
