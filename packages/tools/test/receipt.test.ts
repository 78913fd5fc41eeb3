// A receipt tells of pages that may not be read no more than whose they are.

import type { Acted } from "@reins/driver";
import { expect, it } from "vitest";
import type { ToolContext } from "../src/define.ts";
import { renderReceipt } from "../src/render.ts";
import { say } from "../src/words.ts";

const context = {
	handle: (tab: string) => `t${tab}`,
	mayRead: (url: string) => url.startsWith("https://open.example/") || url === "about:blank",
} as ToolContext;

const quiet: Acted = {
	element: { ref: "e1", role: "link", name: "Go" },
	url: "https://open.example/",
	title: "",
	navigated: false,
	changes: 0,
	focus: "",
	dialogs: [],
	opened: [],
};

const receipt = (acted: Partial<Acted>) => renderReceipt(say`clicked`, { ...quiet, ...acted }, context);

it("says in full where an open page is", () => {
	const url = "https://open.example/a?b=1";
	expect(receipt({ loading: true, url })).toContain(`still loading ${url}`);
	expect(receipt({ opened: [{ tab: "2", url }] })).toContain(`new tab: t2 ${url}`);
	expect(receipt({ opened: [{ tab: "2", url: "about:blank" }] })).toContain("new tab: t2 about:blank");
});

it("names only the origin of a closed one", () => {
	const url = "https://closed.example/reset?token=secret";
	expect(receipt({ loading: true, url }).split("\n")).toContain("still loading https://closed.example");
	expect(receipt({ opened: [{ tab: "2", url }] }).split("\n")).toContain(
		"new tab: t2 https://closed.example",
	);
	expect(receipt({ navigated: true, denied: true, url })).not.toContain("secret");
});

it("names no address that has no origin", () => {
	const url = "data:text/html,secret";
	expect(receipt({ loading: true, url }).split("\n")).toContain("still loading another page");
	expect(receipt({ navigated: true, denied: true, url })).toContain("navigated to another page, which");
});
