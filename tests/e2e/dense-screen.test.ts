// A screen with two pixels for one: pictures still have CSS pixels unless more are asked for.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Product, readPng, Site, stopReins, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const home = new TestHome();
let site: Site;
let product: Product;

beforeAll(async () => {
	site = await Site.start();
	const dense = join(home.path, "dense-chromium");
	const chromium = process.env["REINS_CHROME"] ?? "chromium";
	writeFileSync(dense, `#!/bin/sh\nexec "${chromium}" --force-device-scale-factor=2 "$@"\n`);
	chmodSync(dense, 0o755);
	product = await Product.start({ home, flags: ["--browser", "managed", "--chrome-path", dense] });
	const boxes = [0, 1].map(
		(at) =>
			`<button style="position:absolute;left:100px;top:${100 + at * 2_000}px;width:50px;height:30px;border:0;background:red">B${at}</button>`,
	);
	await product.must("navigate", { url: site.page("/", boxes.join("")) });
});
afterAll(async () => {
	await product?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

const take = async (args: Record<string, unknown>) => {
	const { image, text } = await product.must("screenshot", args);
	return { ...readPng(image?.data ?? ""), text };
};

test("the viewport, in CSS pixels and in those of the screen", async () => {
	const { text } = await product.must("eval", {
		expression: "[devicePixelRatio, document.documentElement.clientWidth]",
	});
	const [ratio, width] = JSON.parse(text).value as [number, number];
	expect(ratio).toBe(2);
	const plain = await take({});
	expect(plain.width).toBe(width);
	expect(plain.at(102, 102)).toEqual([255, 0, 0]);
	expect(plain.at(98, 102)).toEqual([255, 255, 255]);
	const sharp = await take({ maxSide: 0 });
	expect(sharp.at(202, 202)).toEqual([255, 0, 0]);
	expect(sharp.text).toMatch(/scale 2: multiply picture coordinates by 0.5 for CSS pixels$/m);
});

test("an element, the whole page, and labels", async () => {
	const element = await take({ selector: "button:nth-of-type(1)" });
	expect([element.width, element.height]).toEqual([50, 30]);
	const whole = await take({ fullPage: true, maxSide: 4_000 });
	expect(whole.at(102, 2_102)).toEqual([255, 0, 0]);
	const labelled = await take({ labels: true });
	expect(labelled.text).toMatch(/e\d+ button "B0"$/);
	// The frame lies on the edge of the button.
	expect(labelled.at(125, 100)).not.toEqual([255, 0, 0]);
	expect(labelled.at(125, 102)).toEqual([255, 0, 0]);
});
