// Presses land where they are meant when a page is zoomed by the person, on a dense screen, and in frames of it.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Product, refOf, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningLink, startLink } from "../conformance/links.ts";

const home = new TestHome();
const dense = new TestHome();
let site: Site;
let sister: Site;
let link: RunningLink;

beforeAll(async () => {
	[site, sister] = [await Site.start(), await Site.start("sister.localhost")];
	link = await startLink("extension", home, [site.origin, sister.origin]);
});
afterAll(async () => {
	await link?.close();
	await site.stop();
	await sister.stop();
	for (const one of [home, dense]) {
		await stopReins(one);
		await one.empty();
		one.remove();
	}
});

/** Small buttons side by side: what is aimed at wrongly hits another, or nothing. */
const buttons = (name: string) =>
	Array.from(
		{ length: 12 },
		(_, at) =>
			`<button style="position:absolute;left:${20 + (at % 4) * 24}px;top:${20 + Math.floor(at / 4) * 18}px;width:22px;height:16px;padding:0" onclick="this.textContent = 'hit'">${name}${at}</button>`,
	).join("");

/** Beyond what a pinch leaves of the view. */
const far = `<button id="far" style="position:absolute;left:900px;top:600px;width:22px;height:16px;padding:0" onclick="this.textContent = 'hit'">Far</button>`;

function page(path: string): string {
	const inner = sister.page(`${path}-inner`, buttons("I"));
	const frame = `<iframe src="${inner}" style="position:absolute;left:40px;top:1500px;transform:scale(1.2)"></iframe>`;
	// Higher than what can be seen at once.
	const deep = sister.page(
		`${path}-deep`,
		`<div style="height:5000px"></div><button onclick="this.textContent = 'hit'">Deep</button>`,
	);
	const tall = `<iframe src="${deep}" style="position:absolute;left:500px;top:1500px;height:6000px"></iframe>`;
	return site.page(path, `${buttons("B")}${frame}${tall}<div style="height:3000px"></div>`);
}

/** Every third button of page and frame, by ref; then one by a point of a picture. */
async function pressAll(product: Product): Promise<void> {
	const refs = (await product.must("snapshot")).text;
	for (const name of ["B", "I"]) {
		for (const at of [0, 5, 11]) {
			const ref = refOf(refs, `"${name}${at}"`);
			await product.must("click", { ref });
			expect((await product.must("get_text", { ref })).text, `${name}${at}`).toBe("hit");
		}
	}
	const deep = refOf((await product.must("find", { name: "Deep" })).text, "Deep");
	await product.must("click", { ref: deep });
	expect((await product.must("get_text", { ref: deep })).text).toBe("hit");
	const left = (await product.must("snapshot")).text.match(/button "hit"/g);
	expect(left).toHaveLength(7);
	await product.must("scroll", { to: "top" });
	for (const args of [{}, { maxSide: 700 }, { maxSide: 0 }]) {
		const { text } = await product.must("screenshot", args);
		const scale = Number(/scale ([\d.]+)/.exec(text)?.[1] ?? 1);
		const picture = /^picture (\S+)$/m.exec(text)?.[1];
		// The third button of the first row.
		const at = { x: (20 + 2 * 24 + 11) * scale, y: (20 + 8) * scale };
		expect((await product.must("click_at", { picture, ...at })).text).toMatch(/clicked button "(B2|hit)"/);
	}
}

const zooms = process.env["REINS_FULL"] ? [0.5, 1.25, 2] : [1.25];

test.each(zooms)("zoomed by the person: %s", async (zoom) => {
	const product = await link.session(`zoom ${zoom}`);
	const url = page(`/zoom-${zoom}`);
	await product.must("navigate", { url });
	await link.lab?.evaluate(
		`chrome.tabs.query({}).then((tabs) => chrome.tabs.setZoom(tabs.find(({ url }) => url === ${JSON.stringify(url)}).id, ${zoom}))`,
	);
	await until("the page is zoomed", async () => {
		const { text } = await product.must("eval", { expression: "devicePixelRatio" });
		return JSON.parse(text).value === zoom;
	});
	await pressAll(product);
	await product.close();
});

test("pinched by the person", async () => {
	const product = await link.session("pinched");
	const url = page("/pinched");
	await product.must("navigate", { url });
	await link.lab?.command(url, "Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
	const value = async (expression: string) =>
		JSON.parse((await product.must("eval", { expression })).text).value as unknown;
	await until("the page is pinched", async () => (await value("visualViewport.scale")) === 2);
	await value(`document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(far)})`);
	const refs = (await product.must("snapshot")).text;
	for (const name of ["Far", "B0", "B11", "I0", "I11"]) {
		// Pinched away from the corner of the viewport, to the button that is pressed next.
		await product.must("scroll", { to: "bottom" });
		const ref = refOf(refs, `"${name}"`);
		await product.must("scroll", { ref });
		if (name === "Far") expect(await value("visualViewport.offsetLeft")).toBeGreaterThan(100);
		await product.must("click", { ref });
		expect((await product.must("get_text", { ref })).text, name).toBe("hit");
	}
	await product.close();
});

test("on a screen with two pixels for one", async () => {
	const chromium = process.env["REINS_CHROME"] ?? "chromium";
	const program = join(dense.path, "dense-chromium");
	writeFileSync(program, `#!/bin/sh\nexec "${chromium}" --force-device-scale-factor=2 "$@"\n`);
	chmodSync(program, 0o755);
	const flags = ["--browser", "managed", "--chrome-path", program, "--tools", "core,page"];
	const product = await Product.start({ home: dense, flags });
	await product.must("navigate", { url: page("/dense") });
	await pressAll(product);
	await product.close();
});
