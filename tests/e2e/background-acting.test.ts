// Every action in a tab that is not in front: it works, and no window and no other tab comes to the front.

import { type Product, Screen, Site, stopReins, TestHome } from "@reins/testkit";
import { expect, test } from "vitest";
import type { LinkName } from "../conformance/case.ts";
import { startLink } from "../conformance/links.ts";

const ROUNDS = process.env["REINS_FULL"] ? 10 : 1;

const links: LinkName[] = Screen.available
	? ["managed", "extension", "extension-headed"]
	: ["managed", "extension"];

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
	<button id="later" onclick="setTimeout(() => say('has come'), 150)">Later</button>
	<div style="height:3000px"></div><button id="low" onclick="say('low')">Low</button>
	<script>const say = (word) => { out.textContent = word };</script>`;

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
		for (let round = 0; round < ROUNDS; round += 1) await actEverywhere(product, tabId);
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

async function actEverywhere(product: Product, tabId: string): Promise<void> {
	const must = (tool: string, args: Record<string, unknown>) => product.must(tool, { tabId, ...args });
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
}
