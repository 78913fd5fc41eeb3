// A receipt tells of pages that may not be read no more than whose they are.

import type { Acted } from "@reins/driver";
import { describe, expect, it } from "vitest";
import type { ToolContext } from "../src/define.ts";
import { render } from "../src/fence.ts";
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
	seen: [],
	focus: "",
	failed: [],
	errors: [],
	opened: [],
	refused: 0,
	downloads: [],
};

const receipt = (acted: Partial<Acted>) => {
	const [content] = render(renderReceipt(say`clicked`, { ...quiet, ...acted }, context), () => "00000000");
	return content?.type === "text" ? content.text : "";
};

it("says in full where an open page is", () => {
	const url = "https://open.example/a?b=1";
	expect(receipt({ loading: true, url })).toContain(`still loading ${url}`);
	expect(receipt({ opened: [{ tab: "2", url }] })).toContain(`new tab: t2 ${url}`);
	expect(receipt({ opened: [{ tab: "2", url: "about:blank" }] })).toContain("new tab: t2 about:blank");
	expect(receipt({ opened: [{ tab: "2", url, failed: true }] })).toContain(
		`new tab: t2 ${url} (did not load)`,
	);
});

it("names only the origin of a closed one", () => {
	const url = "https://closed.example/reset?token=secret";
	expect(receipt({ loading: true, url }).split("\n")).toContain("still loading https://closed.example");
	expect(receipt({ opened: [{ tab: "2", url }] }).split("\n")).toContain(
		"new tab: t2 https://closed.example",
	);
	expect(receipt({ navigated: true, denied: true, url })).not.toContain("secret");
});

it("says nothing of what a frame that does not answer has made of it", () => {
	expect(receipt({ silent: true })).toContain("what came of it there is not known");
	expect(receipt({ silent: true })).not.toContain("nothing changed");
});

it("tells where a dialog came before all was done", () => {
	const dialog = { kind: "alert", message: "Stop" };
	expect(receipt({ dialog })).toMatch(/answer it with dialog$/m);
	expect(receipt({ dialog, cut: true })).toContain(
		"it came before all of that was done, and the rest was left",
	);
});

it("tells of new tabs that were closed again", () => {
	expect(receipt({})).not.toContain("closed again");
	expect(receipt({ refused: 2 }).split("\n")).toContain(
		"new tabs closed again: 2; pages of a session open at most 20 in a minute",
	);
});

it("names no address that has no origin", () => {
	const url = "data:text/html,secret";
	expect(receipt({ loading: true, url }).split("\n")).toContain("still loading another page");
	expect(receipt({ navigated: true, denied: true, url })).toContain("navigated to another page, which");
});

it("fences what appeared in the words of the page, and names what failed", () => {
	const seen = [{ origin: "https://open.example", lines: ['+ alert "Saved" [e9]'], more: 3 }];
	expect(receipt({ changes: 2, seen }).split("\n").slice(1)).toEqual([
		"the page changed",
		"<page-00000000 https://open.example>",
		'+ alert "Saved" [e9]',
		"… 3 more",
		"</page-00000000>",
	]);
	const failed = [{ url: "https://closed.example/pay?card=1", reason: "HTTP 500" }];
	const told = receipt({ failed, errors: ['TypeError: "x" is none'] });
	expect(told).toContain('failed request: https://closed.example "HTTP 500"');
	expect(told).toContain('script error: "TypeError: \\"x\\" is none"');
});

describe("is short", () => {
	const long = (text: string) => text.repeat(300 / text.length);
	const line = (at: number) => `+ button "${long(`word ${at} `).slice(0, 120)}" [e${at}]`;
	const url = `https://open.example/?${long("q")}`;
	const everything: Partial<Acted> = {
		...{ element: { ref: "e1", role: "button", name: long("label").slice(0, 80) }, changes: 40 },
		...{ navigated: true, url, title: long("title ") },
		opened: Array.from({ length: 20 }, (_, at) => ({ tab: String(at + 2), url })),
		failed: Array.from({ length: 6 }, () => ({ url, reason: long("reason") })),
		errors: Array.from({ length: 6 }, () => long("broken ")),
		seen: Array.from({ length: 4 }, () => ({
			origin: "https://open.example",
			lines: [line(1), line(2), line(3)],
			more: 5,
		})),
	};

	it("however much has happened", () => {
		const text = receipt(everything);
		expect(text.length, text).toBeLessThanOrEqual(600);
		const told = ["navigated to https://open.example/", "new tab: t2 "];
		for (const words of [...told, "failed request: ", "script error: "]) expect(text).toContain(words);
		expect(text).toMatch(/^failed request: .*", 5 more$/m);
		expect(text).toContain("… 19 more new tabs, which tabs_list names");
		expect(text).toContain("more in other frames");
	});

	it("with what was seen in what room is left, and the rest counted", () => {
		const { seen = [] } = everything;
		const text = receipt({ ...everything, navigated: false, opened: [], seen: seen.slice(0, 1) });
		expect(text.length, text).toBeLessThanOrEqual(600);
		expect(text).toMatch(/\[e1\]\n… 7 more\n|\[e2\]\n… 6 more\n/);
	});

	it("and leaves out nothing that fits", () => {
		const text = receipt({
			changes: 2,
			opened: [{ tab: "2", url: `https://open.example/${"p".repeat(90)}` }],
		});
		expect(text).toContain("p".repeat(90));
	});

	it("but for where files lie", () => {
		const path = `/home/ada/${"d".repeat(300)}/file.bin`;
		const download = { id: "1", url, name: "file.bin", state: "done", received: 3, path } as const;
		expect(receipt({ ...everything, downloads: [download] })).toContain(path);
	});
});

it("fields whose lists are open are told, and counted where they are many", () => {
	const told = "shows a list, of which nothing is chosen yet: select_option chooses";
	expect(receipt({ offering: ["e1"] }).split("\n")).toContain(`e1 ${told}`);
	const many = receipt({ offering: Array.from({ length: 100 }, (_, at) => `e${at + 1}`) });
	expect(many).toContain("… 98 more fields that show such lists");
	expect(many.length).toBeLessThanOrEqual(600);
});
