// Every action in a tab that is not in front: it works, and no window and no other tab comes to the front.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, type Product, Screen, Site, stopReins, TestHome, until } from "@reins/testkit";
import { tools } from "@reins/tools";
import { expect, test } from "vitest";
import type { LinkName } from "../conformance/case.ts";
import { startLink, uploadsOf } from "../conformance/links.ts";

const isFull = process.env["REINS_FULL"] !== undefined;
const ROUNDS = isFull ? 10 : 1;

const headless: LinkName[] = ["managed", "extension"];
const headed: LinkName[] = Screen.available ? ["extension-headed"] : [];
/** With a window is the harder way; without one comes in the long run, too. */
const links = isFull || headed.length === 0 ? [...headless, ...headed] : headed;

const page = `<p id="out">none</p>
	<button id="press" onclick="say('clicked')">Press</button>
	<button id="over" onmouseenter="say('hovered')">Over</button>
	<div id="thing" draggable="true" style="width:60px;height:30px" role="button">Thing</div>
	<div id="place" ondragover="event.preventDefault()" ondrop="say('dropped')" style="height:60px" role="region" aria-label="Place">Place</div>
	<label>Name <input id="name"></label><label>Keys <input id="keys"></label>
	<label>Colour <select id="colour"><option>Red<option>Blue</select></label>
	<label><input type="checkbox" id="box"> Agree</label>
	<label>City <input id="city"></label>
	<button id="ask" onclick="say(confirm('Sure?') ? 'sure' : 'unsure')">Ask</button>
	<button id="twice" ondblclick="say('twice')" oncontextmenu="say('menu'); return false">Twice</button>
	<div id="held" style="width:60px;height:30px;background:#ccc" onmousedown="moving = true">Held</div>
	<div id="goal" style="height:40px;background:#eee" onmouseup="if (moving) say('moved')">Goal</div>
	<form action="javascript:say('sent')"><input id="send" aria-label="Send"></form>
	<input type="file" id="file" aria-label="File" onchange="say(this.files[0].name)">
	<div id="zone" style="height:40px;background:#eee" ondragover="event.preventDefault()"
		ondrop="event.preventDefault(); say('dropped ' + event.dataTransfer.files[0].name)">Zone</div>
	<button id="later" onclick="setTimeout(() => say('has come'), 150)">Later</button>
	<div style="height:3000px"></div><button id="low" onclick="say('low')">Low</button>
	<script>let moving = false; const say = (word) => { out.textContent = word };</script>`;

/** What is done to a page or with it; the others only look. What opens, selects and closes tabs is not done behind one. */
const actions = tools
	.filter(({ effect }) => effect !== "read" && effect !== "eval")
	.map(({ name }) => name)
	.filter((name) => !name.startsWith("tab_"));

test.each(links)("every action behind another tab: %s", { timeout: 300_000 }, async (name) => {
	const home = new TestHome();
	const site = await Site.start();
	const link = await startLink(name, home, [site.origin]);
	let product: Product | undefined;
	try {
		product = await link.session("behind");
		const opened = await product.must("tab_new", { url: site.page("/behind", page) });
		const tabId = opened.text.split(" ")[0] as string;
		await product.must("tab_new", {
			url: site.page("/front", "<p>Front</p>"),
			...(!link.lab && { focus: true }),
		});
		const before = link.lab && [await link.lab.activeTab(), await link.lab.focusedWindow()];
		await link.lab?.recordFocus();
		const file = join(uploadsOf(home), "file.txt");
		writeFileSync(file, "words");
		for (let round = 0; round < ROUNDS; round += 1) {
			const used = await actEverywhere(product, tabId, file);
			expect(actions.filter((name) => !used.has(name))).toEqual([]);
		}
		if (!link.lab) return;
		expect(await link.lab.focusChanges()).toEqual([]);
		expect([await link.lab.activeTab(), await link.lab.focusedWindow()]).toEqual(before);
	} finally {
		await product?.close();
		await link.close();
		await site.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	}
});

test.skipIf(!isFull || headed.length === 0)(
	"every action behind another tab of a window of our own, beside that of the person",
	{ timeout: 300_000 },
	async () => {
		const [home, theirHome] = [new TestHome(), new TestHome()];
		const site = await Site.start();
		const screen = await Screen.start();
		const lab = await ChromeLab.start({ home: theirHome, display: screen.display });
		const link = await startLink("managed", home, [site.origin], screen.display);
		let product: Product | undefined;
		try {
			product = await link.session("behind");
			const opened = await product.must("tab_new", { url: site.page("/behind", page) });
			const tabId = opened.text.split(" ")[0] as string;
			await product.must("tab_new", { url: site.page("/front", "<p>Front</p>"), focus: true });
			// The person goes on in their own browser.
			const isTheirs = () =>
				lab.evaluate<boolean>("chrome.windows.getLastFocused().then(({ focused }) => focused)");
			await lab.evaluate(
				"chrome.windows.getLastFocused().then(({ id }) => chrome.windows.update(id, { focused: true }))",
			);
			await until("the person's window has the focus", isTheirs);
			await lab.recordFocus();
			const file = join(uploadsOf(home), "file.txt");
			writeFileSync(file, "words");
			for (let round = 0; round < ROUNDS; round += 1) await actEverywhere(product, tabId, file);
			expect(await lab.focusChanges()).toEqual([]);
			expect(await isTheirs()).toBe(true);
		} finally {
			await product?.close();
			await link.close();
			await lab.close();
			await screen.stop();
			await site.stop();
			for (const each of [home, theirHome]) {
				await stopReins(each);
				await each.empty();
				each.remove();
			}
		}
	},
);

/** Answers the names of the tools that it used. */
async function actEverywhere(product: Product, tabId: string, file: string): Promise<Set<string>> {
	const used = new Set<string>();
	const must = (tool: string, args: Record<string, unknown>) => {
		used.add(tool);
		return product.must(tool, { tabId, ...args });
	};
	const out = async () => (await must("get_text", { selector: "#out" })).text;
	const value = async (expression: string) => {
		const { text } = await must("eval", { expression });
		return (JSON.parse(text) as { value: unknown }).value;
	};
	await must("reload", {});
	await must("click", { selector: "#press" });
	expect(await out()).toBe("clicked");
	await must("hover", { selector: "#over" });
	expect(await out()).toBe("hovered");
	await must("drag", { from: { selector: "#thing" }, onto: { selector: "#place" } });
	expect(await out()).toBe("dropped");
	await must("type", { selector: "#name", text: "Ada" });
	await must("type", { selector: "#keys", text: "Ada", keyEvents: true });
	expect(await value("[document.querySelector('#name').value, keys.value]")).toEqual(["Ada", "Ada"]);
	await must("press", { key: "Control+A" });
	await must("press", { key: "Delete" });
	expect(await value("keys.value")).toBe("");
	await must("select_option", { selector: "#colour", options: ["Blue"] });
	await must("check", { selector: "#box", checked: true });
	await must("fill_form", { fields: [{ label: "City", value: "Rome" }] });
	expect(await value("[colour.value, box.checked, city.value]")).toEqual(["Blue", true, "Rome"]);
	await must("scroll", { to: "bottom" });
	expect(await value("scrollY > 1000")).toBe(true);
	await must("click", { selector: "#low" });
	expect(await out()).toBe("low");
	await must("click", { selector: "#later" });
	await must("wait_for", { text: "has come" });
	expect((await must("click", { selector: "#ask" })).text).toContain("Sure?");
	await must("dialog", { accept: true });
	expect(await out()).toBe("sure");
	await must("scroll", { to: "top" });
	await must("scroll", { selector: "#low" });
	expect(await value("low.getBoundingClientRect().top < innerHeight")).toBe(true);
	await must("click", { selector: "#twice", clickCount: 2 });
	expect(await out()).toBe("twice");
	await must("click", { selector: "#twice", button: "right" });
	expect(await out()).toBe("menu");
	await must("drag", { from: { selector: "#held" }, onto: { selector: "#goal" } });
	expect(await out()).toBe("moved");
	await must("type", { selector: "#send", text: "x", pressEnter: true });
	await must("wait_for", { text: "sent" });
	await must("click_at", { selector: "#press", x: 5, y: 5, holdMs: 50 });
	expect(await out()).toBe("clicked");
	await must("scroll", { to: "top" });
	const picture = /^picture (\S+)$/m.exec((await must("screenshot", { maxSide: 0 })).text)?.[1];
	const { x, y } = (await value("(({ x, y }) => ({ x, y }))(later.getBoundingClientRect())")) as Point;
	const ratio = (await value("devicePixelRatio")) as number;
	await must("click_at", { picture, x: (x + 5) * ratio, y: (y + 5) * ratio });
	await must("wait_for", { text: "has come" });
	await must("upload", { selector: "#file", paths: [file] });
	await must("wait_for", { text: "file.txt" });
	await must("click", { selector: "#press" });
	expect((await must("click", { selector: "#file" })).text).toContain("file chooser open");
	await must("upload", { paths: [file] });
	await must("wait_for", { text: "file.txt" });
	await must("upload", { selector: "#zone", paths: [file], drop: true });
	await must("wait_for", { text: "dropped file.txt" });
	const steps = [
		{ tool: "type", args: { selector: "#city", text: "Bonn", clear: true, tabId } },
		{ tool: "click", args: { selector: "#press", tabId } },
	];
	used.add("batch");
	await product.must("batch", { steps });
	expect([await out(), await value("city.value")]).toEqual(["clicked", "Bonn"]);
	const here = (await value("location.href")) as string;
	expect((await must("navigate", { url: `${here}?next` })).text).toContain("?next");
	expect((await must("back", {})).text).not.toContain("?next");
	expect((await must("forward", {})).text).toContain("?next");
	await must("stop", {});
	await must("navigate", { url: here });
	return used;
}

interface Point {
	x: number;
	y: number;
}
