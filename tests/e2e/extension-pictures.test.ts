// Pictures in a person's own browser: zoomed by them, and of a page that has crashed.

import { readPng, Site, stopReins, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningLink, startLink } from "../conformance/links.ts";

const home = new TestHome();
let site: Site;
let link: RunningLink;

beforeAll(async () => {
	site = await Site.start();
	link = await startLink("extension", home, [site.origin]);
});
afterAll(async () => {
	await link?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test("a page that the person has zoomed", async () => {
	const product = await link.session("zoom");
	const box = (top: number) =>
		`<button style="position:absolute;left:100px;top:${top}px;width:40px;height:30px;border:0;background:red">B</button>`;
	const url = site.page("/zoomed", box(60) + box(2_000));
	await product.must("navigate", { url });
	await link.lab?.evaluate(
		`chrome.tabs.query({}).then((tabs) => chrome.tabs.setZoom(tabs.find(({ url }) => url === ${JSON.stringify(url)}).id, 1.5))`,
	);
	const ratio = JSON.parse((await product.must("eval", { expression: "devicePixelRatio" })).text).value;
	expect(ratio).toBe(1.5);
	const take = async (args: Record<string, unknown>) => {
		const { image, text } = await product.must("screenshot", args);
		return { ...readPng(image?.data ?? ""), text };
	};
	const view = await take({});
	expect(view.at(102, 62)).toEqual([255, 0, 0]);
	expect(view.at(138, 88)).toEqual([255, 0, 0]);
	expect(view.at(144, 94)).toEqual([255, 255, 255]);
	const whole = await take({ fullPage: true, maxSide: 4_000 });
	expect(whole.at(102, 2_002)).toEqual([255, 0, 0]);
	const element = await take({ selector: "button:nth-of-type(1)" });
	expect([element.width, element.height]).toEqual([40, 30]);
	expect(element.at(38, 28)).toEqual([255, 0, 0]);
	const labelled = await take({ labels: true });
	// The frame lies on the edge of the button.
	expect(labelled.at(120, 60)).not.toEqual([255, 0, 0]);
	expect(labelled.at(120, 63)).toEqual([255, 0, 0]);
	const asOnScreen = await take({ maxSide: 0 });
	expect(asOnScreen.at(156, 96)).toEqual([255, 0, 0]);
	expect(asOnScreen.text).toMatch(/scale 1.5: multiply picture coordinates by 0.667 for CSS pixels$/m);
	await product.close();
});

test("a page that has crashed is named as such, and a picture comes after it was loaded again", async () => {
	const product = await link.session("crash");
	const url = site.page("/crash", "<p>x</p>");
	await product.must("navigate", { url });
	await product.must("screenshot");
	await link.lab?.killRenderer(url);
	expect((await product.call("screenshot", { fullPage: true })).code).toBe("page_crashed");
	await product.must("reload");
	expect((await product.must("screenshot")).image?.mimeType).toBe("image/png");
	await product.close();
});
