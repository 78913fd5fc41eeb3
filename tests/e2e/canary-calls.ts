// Calls of every tool on the canary page: those that read it, those that fail there, and those that wait in vain.

import type { Site } from "@reins/testkit";

interface CanaryCall {
	tool: string;
	args: Record<string, unknown>;
	/** The answer would have the secret in it, and so must have its label. */
	shown: boolean;
}

const reads = (tool: string, args: Record<string, unknown> = {}): CanaryCall => ({ tool, args, shown: true });
const calls = (tool: string, args: Record<string, unknown> = {}): CanaryCall => ({
	tool,
	args,
	shown: false,
});

/** In the order in which they are made: the page has the secret already. */
export function canaryCalls(url: string, site: Site, uploads: string): CanaryCall[] {
	const cuts = [2, 5, 9, 14, 20, 26];
	return [
		reads("tabs_list"),
		calls("chrome_status"),
		reads("snapshot"),
		reads("snapshot", { unfold: true, budget: 100_000 }),
		reads("snapshot", { interactive: true, budget: 2_000 }),
		calls("snapshot", { diff: true }),
		calls("snapshot", { ref: "e99999" }),
		reads("find", { selector: "body *", limit: 100 }),
		calls("find", { text: "token" }),
		calls("find", { selector: "[[" }),
		reads("get_text"),
		// The text is cut within the value, before it and behind it.
		...cuts.map((more) => calls("get_text", { selector: "#long", budget: 200 + more })),
		...cuts.map((more) => calls("get_text", { selector: "#long", cursor: 180 + more, budget: 200 })),
		calls("get_text", { selector: "#nothing" }),
		reads("read_as_markdown", { budget: 100_000 }),
		calls("read_as_markdown", { article: true, budget: 300 }),
		calls("screenshot"),
		calls("screenshot", { labels: true, selector: "#named" }),
		reads("element_info", { selector: "#named" }),
		reads("element_info", { selector: "#short" }),
		reads("element_info", { selector: "#echo" }),
		calls("element_info", { selector: "[type=password]" }),
		reads("form_values"),
		reads("outline"),
		reads("extract_links"),
		reads("list_images"),
		reads("read_tables"),
		reads("page_metadata"),
		reads("get_html", { budget: 100_000 }),
		calls("get_html", { selector: "form" }),
		calls("count_elements", { selectors: ["input"] }),
		calls("scroll", { selector: "#named" }),
		calls("scroll", { selector: "#nothing" }),
		reads("eval", { expression: "document.querySelector('#s').value" }),
		reads("eval", { expression: "({ deep: [JSON.stringify({ v: document.title })] })" }),
		calls("eval", { expression: "(() => { throw new Error(document.title) })()" }),
		calls("wait_for", { text: "never there", timeout: 30 }),
		calls("wait_for", { selector: "#echo", state: "hidden", timeout: 30 }),
		calls("wait_for", { gone: "token", timeout: 30 }),
		reads("hover", { selector: "#named" }),
		calls("check", { selector: "#box" }),
		calls("check", { selector: "#named" }),
		calls("press", { key: "Shift" }),
		calls("press", { key: "NoKey" }),
		calls("select_option", { selector: "#choice", options: ["none"] }),
		calls("select_option", { selector: "#choice", options: ["not there"] }),
		calls("drag", { from: { selector: "#heading" }, onto: { selector: "#cell" } }),
		calls("upload", { selector: "#file", paths: [`${uploads}/a.txt`] }),
		calls("upload", { selector: "#file", paths: ["/etc/passwd"] }),
		calls("type", { selector: "#short", text: "other", clear: true }),
		calls("type", { selector: "#named", secret: "canary" }),
		calls("type", { selector: "#s", secret: "nobody's" }),
		calls("type", { selector: "#s", secret: "canary", text: "both" }),
		calls("type", { selector: "#s", secret: "canary", keyEvents: true }),
		calls("fill_form", {
			fields: [
				{ selector: "#short", secret: "canary" },
				{ selector: "#box", value: true },
			],
		}),
		calls("fill_form", { fields: [{ selector: "#box", secret: "canary" }] }),
		calls("fill_form", { fields: [{ selector: "#choice", secret: "canary" }] }),
		reads("click", { selector: "#covered" }),
		reads("click", { name: "twin" }),
		calls("click", { role: "button", name: "nothing of that kind" }),
		reads("click", { selector: "#fail" }),
		reads("click_at", { selector: "#named", x: 2, y: 2 }),
		reads("click", { selector: "#save" }),
		reads("chrome_status"),
		reads("click", { selector: "#other" }),
		reads("tabs_list"),
		reads("batch", {
			steps: [{ tool: "get_text" }, { tool: "wait_for", args: { text: "never there", timeout: 30 } }],
		}),
		reads("batch", {
			steps: [
				{ tool: "type", args: { selector: "#s", secret: "canary", clear: true } },
				{ tool: "find", args: { selector: "#echo" } },
			],
		}),
		reads("click", { selector: "#ask" }),
		reads("get_text"),
		calls("dialog", { accept: true }),
		calls("dialog", { accept: true }),
		reads("click", { selector: "#query" }),
		reads("back"),
		reads("forward"),
		reads("reload"),
		calls("navigate", { url: `${url}?token=${encodeURIComponent("nobody")}` }),
		calls("navigate", { url: `${site.origin}/missing` }),
		calls("stop"),
		calls("tab_new", { url }),
		calls("tab_select", { tabId: "t1" }),
		calls("tab_select", { tabId: "t9999" }),
		calls("tab_close"),
		calls("tab_close", { tabId: "t9999" }),
	];
}
