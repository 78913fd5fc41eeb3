// What was seen, judged and acted on is one document, one tab, one element: never the next one by chance.

import { Product, refOf, Site, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Of a page that is another one every few milliseconds. */
const READS = process.env["REINS_FULL"] ? 150 : 40;

const home = new TestHome();
let site: Site;
let other: Site;
let product: Product;
beforeAll(async () => {
	site = await Site.start();
	other = await Site.start();
	site.page("/one", "<button>Cancel</button>", "<title>One</title>");
	site.page("/two", "<button>Delete all</button>", "<title>Two</title>");
	other.page("/", "<h1>Body of the other</h1>", "<title>Secret title</title>");
	product = await Product.start({ home });
});
afterAll(async () => {
	await product.close();
	await site.stop();
	await other.stop();
	await home.empty();
	home.remove();
});

test("a ref of one page never means something on the next, or in another tab", async () => {
	await product.must("navigate", { url: `${site.origin}/one` });
	const cancel = refOf((await product.must("snapshot")).text, "Cancel");
	await product.must("navigate", { url: `${site.origin}/two` });
	expect((await product.call("click", { ref: cancel })).code).toBe("stale_ref");
	const remove = refOf((await product.must("snapshot")).text, "Delete all");
	expect(remove).not.toBe(cancel);
	await product.must("tab_new", { url: `${site.origin}/one` });
	expect((await product.call("click", { ref: remove })).code).toBe("stale_ref");
	expect(refOf((await product.must("snapshot")).text, "Cancel")).not.toBe(remove);
});

test("a queued call stays with the tab that was current when it came", async () => {
	await product.must("navigate", { url: `${site.origin}/one` });
	const answers = await Promise.all([
		product.call("reload"),
		product.call("click", { selector: "button" }),
		product.call("tab_new", { url: `${site.origin}/two` }),
	]);
	expect(answers[1]?.text).toContain('clicked button "Cancel"');
});

test("a frame that flips between an allowed and a closed site is never read while it is closed", async () => {
	// One that loads frames of closed sites.
	const strict = await Product.start({ home, flags: ["--allow", site.origin] });
	const flip = (to: string, text: string) =>
		`<p>${text}</p><script>setTimeout(() => location.replace("${to}"), 15)</script>`;
	site.page("/flip", flip(`${other.origin}/flip`, "open text"), "<title>Open</title>");
	other.page("/flip", flip(`${site.origin}/flip`, "closed text"), "<title>Closed</title>");
	await strict.must("navigate", { url: site.page("/flipping", `<iframe src="/flip"></iframe>`) });
	const texts: string[] = [];
	for (let count = 0; count < READS; count++) {
		texts.push(
			(await strict.call(count % 2 ? "get_text" : "snapshot")).text,
			(await strict.must("tabs_list")).text,
		);
	}
	expect(texts.join("\n")).not.toMatch(/closed text|Closed/);
	expect(texts.join("\n")).toContain("open text");
	expect(other.hits("/flip")).toBeGreaterThan(0);
	await strict.close();
});

test("a click that leads to a closed site tells its origin and no more", async () => {
	const strict = await Product.start({
		home,
		flags: ["--policy", "strict", "--allow", site.origin, "--enable-mutations"],
	});
	const url = site.page("/leave", `<a href="${other.origin}/?private=1">Go</a>`);
	await strict.must("navigate", { url });
	const clicked = await strict.must("click", { selector: "a" });
	expect(clicked.text).toContain(`${other.origin} was not loaded: this session may not go there`);
	const listed = (await strict.must("tabs_list")).text;
	expect(clicked.text + listed).not.toMatch(/Secret|private/);
	expect((await strict.call("get_text")).code).toBe("restricted_url");
	await strict.must("navigate", { url });
	await strict.close();
});

test("a click that closes its own tab is done, and says so", async () => {
	site.page("/opener", `<button onclick="window.open('/closer')">Open</button>`);
	site.page("/closer", `<button onclick="navigator.sendBeacon('/paid'); window.close()">Pay</button>`);
	await product.must("navigate", { url: `${site.origin}/opener` });
	const opened = /new tab: (t\d+)/.exec((await product.must("click", { selector: "button" })).text)?.[1];
	expect((await product.must("click", { selector: "button", tabId: opened })).text).toContain(
		"the tab closed",
	);
	await until("the beacon has come", () => site.hits("/paid") === 1);
});

test("a click on a link whose server does not answer ends in time", async () => {
	const url = site.page("/slow-link", `<a href="/never">Go</a>`);
	site.handle("/never", () => {});
	await product.must("navigate", { url });
	const clicked = await product.must("click", { selector: "a" });
	expect(clicked.text).toMatch(/still loading .*\/never/);
	await product.must("navigate", { url });
});

test("calls at once after the browser's death share one new browser, which leaves with its session", async () => {
	await product.must("navigate", { url: `${site.origin}/one` });
	process.kill(home.browsers()[0] as number, "SIGKILL");
	await until("the death is noticed", () => home.log().includes('"event":"browser_gone"'));
	const answers = await Promise.all(
		Array.from({ length: 6 }, () => product.call("tab_new", { url: `${site.origin}/one` })),
	);
	expect(answers.filter(({ code }) => code === undefined).length).toBeGreaterThan(0);
	await product.must("navigate", { url: `${site.origin}/two` });
	expect(home.browsers()).toHaveLength(1);
});

test("a picture of what has no size is refused by name", async () => {
	const url = site.page(
		"/empty",
		`<div id="none"></div><div id="wide" style="width:30000px;height:10px">x</div>`,
	);
	await product.must("navigate", { url });
	expect((await product.call("screenshot", { selector: "#none" })).code).toBe("not_actionable");
	expect((await product.must("screenshot", { selector: "#wide" })).text).toMatch(
		/^1568 × 1 pixels of 30000 × /,
	);
});
