// Frames of other processes in the person's own browser: they outlive the worker that attached to them, and one
// that dies takes nothing with it.

import { ChromeLab, type Product, refOf, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent } from "./extension-setup.ts";

const home = new TestHome();
let site: Site;
let far: Site;
let lab: ChromeLab;
let product: Product;
let inner: string;
beforeAll(async () => {
	[site, far] = [await Site.start(), await Site.start("far.localhost")];
	inner = far.page("/inner", `<button onclick="this.textContent = 'Pressed'">Press</button>`);
	lab = await ChromeLab.start({ home });
	for (const { origin } of [site, far]) await lab.allow(origin, "script");
	await lab.connected();
	product = await agent(home, [site.origin, far.origin]);
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await site.stop();
	await far.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test("after the death of the worker frames are read and acted in again", async () => {
	const url = site.page("/outer", `<h1>Outer</h1><iframe src="${inner}"></iframe>`);
	await product.must("navigate", { url });
	const before = (await product.must("snapshot")).text;
	expect(before).toContain('button "Press"');
	await lab.killWorker();
	const after = (await product.must("snapshot")).text;
	expect(refOf(after, "Outer")).toBe(refOf(before, "Outer"));
	await product.must("click", { ref: refOf(after, "Press") });
	expect((await product.must("get_text")).text).toContain("Pressed");
	// A name from before may be stale, and never another's.
	const old = await product.call("get_text", { ref: refOf(before, "Press") });
	expect(old.code ?? old.text).toMatch(/^(stale_ref|Pressed)$/);
});

test("a frame whose process dies leaves the page as it is, and comes back when it loads again", async () => {
	const url = site.page("/around", `<h1>Around</h1><iframe id="frame" src="${inner}?again"></iframe>`);
	await product.must("navigate", { url });
	expect((await product.must("snapshot")).text).toContain('button "Press"');
	await lab.killRenderer(`${inner}?again`);
	const { text } = await product.must("snapshot");
	expect(text).toContain('heading "Around"');
	expect(text).not.toContain("Press");
	await product.must("eval", { expression: "document.querySelector('#frame').src += '&more'; 1" });
	await until("the frame is read again", async () => (await product.must("snapshot")).text.includes("Press"));
});
