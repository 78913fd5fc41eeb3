// Every kind of bad input gets its own code and a hint, and the server goes on.

import { Product, Site, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const home = new TestHome();
let site: Site;
let product: Product;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Here</h1><button>One</button><button>Two</button>");
	product = await Product.start({ home });
	await product.must("navigate", { url: `${site.origin}/` });
});
afterAll(async () => {
	await product.close();
	await site.stop();
	await home.empty();
	home.remove();
});

test.each<[string, Record<string, unknown>, string]>([
	["no_tool", {}, "unknown_tool"],
	["navigate", {}, "bad_args"],
	["navigate", { url: 7 }, "bad_args"],
	["navigate", { url: "http://127.0.0.1/", speed: "fast" }, "bad_args"],
	["navigate", { url: "http://127.0.0.1/", waitUntil: "never" }, "bad_args"],
	["navigate", { url: "nonsense" }, "bad_url"],
	["navigate", { url: "http://" }, "bad_url"],
	["navigate", { url: "file:///etc/passwd" }, "restricted_url"],
	["navigate", { url: "javascript:alert(1)" }, "restricted_url"],
	["navigate", { url: "chrome://settings" }, "restricted_url"],
	["navigate", { url: "data:text/html,hi" }, "restricted_url"],
	["navigate", { url: "http://169.254.169.254/" }, "policy_denied"],
	["navigate", { url: "http://127.0.0.1:1/" }, "navigation_failed"],
	["navigate", { url: "http://nowhere.invalid/" }, "navigation_failed"],
	["tab_new", { url: "file:///etc/passwd" }, "restricted_url"],
	["snapshot", { tabId: "t999999" }, "no_such_tab"],
	["snapshot", { tabId: "nonsense" }, "no_such_tab"],
	["snapshot", { tabId: 3 }, "bad_args"],
	["snapshot", { ref: "e9999" }, "stale_ref"],
	["snapshot", { budget: 1e300 }, "bad_args"],
	["click", {}, "bad_args"],
	["click", { ref: "e1", selector: "h1" }, "bad_args"],
	["click", { selector: "!!" }, "bad_selector"],
	["click", { selector: "video" }, "not_found"],
	["click", { selector: "button" }, "ambiguous"],
	["click", { ref: "e9999" }, "stale_ref"],
	["click", { ref: "nonsense" }, "bad_args"],
	["click", { selector: "button:first-of-type", clickCount: 9 }, "bad_args"],
	["type", { selector: "h1", text: "x" }, "not_actionable"],
	["type", { selector: "h1" }, "bad_args"],
	["type", { selector: "h1", text: "x", __proto__x: 1 }, "bad_args"],
	["eval", {}, "bad_args"],
	["tab_select", { tabId: "t0" }, "no_such_tab"],
])("%s %j answers %s", async (tool, args, code) => {
	// A failed load leaves an error page behind, which cannot be read.
	if (tool !== "navigate") await product.must("navigate", { url: `${site.origin}/` });
	const answer = await product.call(tool, args);
	expect(answer.code, answer.text).toBe(code);
	expect(answer.error?.hint).toBeTruthy();
	expect(answer.text).toContain(code);
	expect((await product.must("tabs_list")).text).toMatch(/^t\d+/);
});

test("a selector that matches several names them with their refs", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	const answer = await product.call("click", { selector: "button" });
	expect(answer.text).toMatch(/button "One" \[e\d+\]/);
	expect(answer.text).toMatch(/button "Two" \[e\d+\]/);
});

test("half a surrogate pair in a page's text does not cost the connection", async () => {
	site.handle("/odd", (_request, response) => {
		response.writeHead(200, { "content-type": "text/html" });
		response.end("<p id=p></p><script>p.textContent = 'a\\ud800b'</script>");
	});
	await product.must("navigate", { url: `${site.origin}/odd` });
	expect((await product.must("get_text")).text).toBe("ab");
});

test("a message of several megabytes goes both ways", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	const long = "x".repeat(3_000_000);
	const sent = await product.must("eval", { expression: `"${long}".length` });
	expect(JSON.parse(sent.text).value).toBe(3_000_000);
	site.page("/long", `<p>${long}</p>`);
	await product.must("navigate", { url: `${site.origin}/long` });
	const read = await product.must("get_text", { budget: 4_000_000 });
	expect(read.text.length).toBe(3_000_000);
});
