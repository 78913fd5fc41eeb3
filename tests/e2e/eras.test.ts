// Clients of all revisions of MCP list the tools and use them; every one of them in a real browser.

import { eras, Product, refOf, Site, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formPage } from "./form-page.ts";

const toolNames = [
	"chrome_status",
	"tabs_list",
	"tab_new",
	"tab_select",
	"tab_close",
	"navigate",
	"back",
	"forward",
	"reload",
	"snapshot",
	"find",
	"get_text",
	"read_as_markdown",
	"screenshot",
	"click",
	"type",
	"press",
	"select_option",
	"fill_form",
	"scroll",
	"wait_for",
	"dialog",
	"batch",
	"eval",
];

const readerNames = [
	"chrome_status",
	"tabs_list",
	"snapshot",
	"find",
	"get_text",
	"read_as_markdown",
	"screenshot",
	"scroll",
	"wait_for",
];

const pageToolNames = [
	"click_at",
	"stop",
	"hover",
	"drag",
	"upload",
	"check",
	"outline",
	"extract_links",
	"list_images",
	"read_tables",
	"form_values",
	"element_info",
	"count_elements",
	"page_metadata",
	"get_html",
];

let site: Site;
beforeAll(async () => {
	site = await Site.start();
});
afterAll(() => site.stop());

/** In which every tool is used: of the tools themselves all are alike. */
const whole: readonly string[] = process.env["REINS_FULL"] ? eras : eras.slice(-1);

describe.each(eras)("a client of %s", (era) => {
	const home = new TestHome();
	let product: Product;
	let url: string;

	beforeAll(async () => {
		product = await Product.start({ home, era });
		url = site.page("/form", formPage, "<title>Sign up</title>");
		site.page("/other", "<h1>Other</h1>", "<title>Other</title>");
		site.handle("/welcome", (_request, response, body) => {
			const name = new URLSearchParams(body).get("name");
			response
				.writeHead(200, { "content-type": "text/html" })
				.end(`<title>Welcome</title><h1>Welcome, ${name}</h1>`);
		});
	});
	afterAll(async () => {
		await product.close();
		await home.empty();
		home.remove();
	});

	test("lists the tools without a broker, within 10 KB", async () => {
		const { tools } = await product.client.listTools();
		expect(tools.map((tool) => tool.name)).toEqual(toolNames);
		for (const tool of tools) {
			expect(tool.title, tool.name).toBeTruthy();
			expect(tool.description?.length, tool.name).toBeLessThan(260);
		}
		// Without the hint a tool changes things: so the protocol has it.
		const readers = tools.filter((tool) => tool.annotations?.readOnlyHint).map((tool) => tool.name);
		expect(readers).toEqual(readerNames);
		expect(JSON.stringify(tools).length).toBeLessThan(10_240);
		expect(home.brokers()).toEqual([]);
	});

	test("is known by its name, and asks", async () => {
		const status = JSON.parse((await product.must("chrome_status")).text);
		expect(status).toMatchObject({ ready: true, policy: "sandbox", session: "test client" });
		expect((await product.call("snapshot", { strange: 1 })).code).toBe("bad_args");
	});

	test.runIf(whole.includes(era))("uses every tool", async () => {
		expect((await product.must("tabs_list")).text).toBe("no tabs");

		const arrived = await product.must("navigate", { url });
		expect(arrived.text).toMatch(/^t\d+: .*\/form \(HTTP 200\)\ntitle: "Sign up"$/);
		const tab = arrived.text.split(":")[0] as string;

		const { text: seen } = await product.must("snapshot");
		expect(seen).toContain('- heading "Sign up" [');
		expect(seen).toContain('- button "Not now" [');
		expect(seen).not.toContain("hush-hush");

		const typed = await product.must("type", { ref: refOf(seen, 'textbox "Name"'), text: "Ada" });
		expect(typed.text).toContain('typed into textbox "Name"');
		await product.must("type", { selector: "[name=mail]", text: "ada@example.org" });
		const agreed = await product.must("click", { ref: refOf(seen, "checkbox") });
		expect(agreed.text).toContain("the page changed");
		const filled = (await product.must("snapshot")).text;
		expect(filled).toContain(`- textbox "Name" [${refOf(seen, 'textbox "Name"')}]`);
		expect(filled).toMatch(/textbox "Name" .*= "Ada"/);
		expect(filled).toMatch(/checkbox "I agree" \[\w+\] checked/);

		expect((await product.must("click", { ref: refOf(seen, '"Press"') })).text).toContain("the page changed");
		expect((await product.must("get_text", { selector: "#note" })).text).toBe("Pressed.");
		expect((await product.must("click", { ref: refOf(seen, '"Idle"') })).text).toContain("nothing changed");
		expect((await product.must("click", { ref: refOf(seen, '"Say hello"') })).text).toContain(
			'dialog_open: alert "Hello from the page"',
		);
		expect((await product.call("snapshot")).code).toBe("dialog_open");
		expect((await product.must("dialog", { accept: true })).text).toContain("accepted alert");

		const form = { fields: [{ label: "Mail", value: "bo@example.org" }] };
		expect((await product.must("fill_form", form)).text).toContain("filled in 1 field");
		expect((await product.must("select_option", { label: "Gait", options: ["Trot"] })).text).toContain(
			"Trot",
		);
		expect((await product.must("press", { key: "Tab" })).text).toContain("pressed Tab");
		expect((await product.must("scroll", { to: "bottom" })).text).toContain("pixels");
		expect((await product.must("wait_for", { text: "Pressed.", url: "/form" })).text).toContain("so it is");
		const steps = [
			{ tool: "type", args: { selector: "[name=mail]", text: "ada@example.org", clear: true } },
			{ tool: "get_text", args: { selector: "h1" } },
		];
		expect((await product.must("batch", { steps })).text).toMatch(/1\. type\n.*2\. get_text\n.*Sign up/s);

		const value = JSON.parse((await product.must("eval", { expression: "document.title.length" })).text);
		expect(value).toEqual({ ok: true, value: 7, type: "number", truncated: false });
		const thrown = JSON.parse((await product.must("eval", { expression: "null.x" })).text);
		expect(thrown.ok).toBe(false);

		const picture = await product.must("screenshot");
		expect(picture.image?.mimeType).toBe("image/png");
		expect(
			Buffer.from(picture.image?.data ?? "", "base64")
				.subarray(1, 4)
				.toString(),
		).toBe("PNG");
		expect((await product.must("screenshot", { ref: refOf(seen, '"Press"') })).text).toMatch(/^\d+ × \d+/);

		const submitted = await product.must("click", { ref: refOf(seen, '"Create account"') });
		expect(submitted.text).toContain("navigated to");
		expect((await product.must("get_text")).text).toContain("Welcome, Ada");
		expect((await product.must("back")).text).toContain("/form");
		expect((await product.must("forward")).text).toContain("/welcome");
		expect((await product.must("navigate", { url })).text).toContain("/form");
		expect((await product.must("reload")).text).toContain("/form");

		const popped = await product.must("click", { selector: "a" });
		expect(popped.text).toMatch(/new tab: t\d+ .*\/other/);
		const opened = (await product.must("tab_new", { url: `${site.origin}/other` })).text.split(
			" ",
		)[0] as string;
		expect(opened).not.toBe(tab);
		expect((await product.must("tab_select", { tabId: tab })).text).toContain("(current)");
		expect((await product.must("tabs_list")).text.split("\n")).toHaveLength(3);
		expect((await product.must("tab_close", { tabId: opened })).text).toBe(`closed ${opened}`);
		expect((await product.call("snapshot", { tabId: opened })).code).toBe("tab_gone");
		expect(product.stderr).toBe("");
	});
});

test("other toolsets are listed and served where they are asked for, and named where they are not", async () => {
	const home = new TestHome();
	const url = site.page("/links", '<a href="/other">Other</a>');
	const plain = await Product.start({ home });
	const more = await Product.start({ home, flags: ["--tools", "page, core"] });
	try {
		const { tools } = await more.client.listTools();
		expect(tools.map((tool) => tool.name)).toEqual([...toolNames, ...pageToolNames]);
		await more.must("navigate", { url });
		expect((await more.must("extract_links")).text).toContain("/other");
		const refused = await plain.call("extract_links");
		expect(refused.code).toBe("unknown_tool");
		expect(refused.error?.hint).toContain("--tools core,page");
	} finally {
		await plain.close();
		await more.close();
		await home.empty();
		home.remove();
	}
});
