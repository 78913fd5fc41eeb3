// screenshot: what is in the picture is measured, not believed.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";
import {
	expectNear,
	LOOK,
	NOTICE,
	pngOf,
	seenByPage,
	stripeAt,
	striped,
	stripes,
	takePng,
} from "../picture-checks.ts";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const GREEN = [0, 128, 0];
const WHITE = [255, 255, 255];

const block = (id: string, colour: string, style: string) =>
	`<div id="${id}" style="position:absolute;background:${colour};${style}"></div>`;

/** As a photograph: no two pixels alike. */
const noise = `<canvas id="noise" width="600" height="400"></canvas><script>
	const pen = noise.getContext("2d"), picture = pen.createImageData(600, 400);
	for (let at = 0, seed = 1; at < picture.data.length; at += 1) {
		seed = (seed * 16807) % 2147483647;
		picture.data[at] = at % 4 === 3 ? 255 : 128 + 90 * Math.sin(at / 900) + (seed % 30);
	}
	pen.putImageData(picture, 0, 0);
</script>`;

export const pictureCases = group("pictures", {
	"the viewport, as large as it is": async (context) => {
		await context.open(block("a", "red", "left:100px;top:50px;width:30px;height:20px"));
		const picture = await takePng(context);
		expect(picture.width).toBe(await context.value("innerWidth"));
		expect(picture.height).toBe(await context.value("innerHeight"));
		expect(picture.text.split("\n")[0]).toBe(`${picture.width} × ${picture.height} CSS pixels`);
		expect(picture.at(101, 51)).toEqual(RED);
		expect(picture.at(128, 68)).toEqual(RED);
		expect(picture.at(99, 51)).toEqual(WHITE);
		expect(picture.at(101, 71)).toEqual(WHITE);
	},
	"one element by selector": async (context) => {
		await context.open(block("box", "teal", "left:300px;top:7px;width:120px;height:45px"));
		const picture = await takePng(context, { selector: "#box" });
		expect([picture.width, picture.height]).toEqual([120, 45]);
		expect(picture.text).toMatch(/^120 × 45 CSS pixels$/m);
		for (const [x, y] of [
			[0, 0],
			[119, 44],
			[60, 20],
		] as const)
			expect(picture.at(x, y)).toEqual([0, 128, 128]);
	},
	"one element by ref, below the fold": async (context) => {
		const { must, open } = context;
		await open(
			'<div style="height:3000px"></div><button style="width:200px;height:50px;border:0;background:green">Low</button>',
		);
		const ref = refOf((await must("snapshot")).text, "Low");
		const picture = await takePng(context, { ref });
		expect([picture.width, picture.height]).toEqual([200, 50]);
		expect(picture.at(2, 2)).toEqual(GREEN);
	},
	"an element larger than the viewport": async (context) => {
		await context.open(`<div id="tall">${stripes(14)}</div>`, striped);
		const picture = await takePng(context, { selector: "#tall" });
		expect(picture.height).toBe(1_400);
		for (const y of [50, 750, 1_350]) expect(picture.at(10, y)).toEqual(stripeAt(y));
	},
	"an element that was scrolled out of its box": async (context) => {
		await context.open(
			`<div style="height:100px;width:200px;overflow:auto"><div style="height:400px"></div>
			<div id="deep" style="height:40px;background:blue"></div></div>`,
		);
		const picture = await takePng(context, { selector: "#deep" });
		expect(picture.height).toBe(40);
		expect(picture.at(5, 5)).toEqual(BLUE);
		expect(picture.at(5, 35)).toEqual(BLUE);
	},
	"a turned element, with all of its corners": async (context) => {
		await context.open(
			block("a", "red", "left:200px;top:200px;width:100px;height:100px;transform:rotate(45deg)"),
		);
		const picture = await takePng(context, { selector: "#a" });
		expect(picture.width).toBe(142);
		expect(picture.at(71, 71)).toEqual(RED);
		expect(picture.at(71, 4)).toEqual(RED);
		expect(picture.at(3, 3)).toEqual(WHITE);
	},
	"a page that was scrolled to the right": async (context) => {
		await context.open(
			`${block("a", "red", "left:3000px;top:10px;width:50px;height:50px")}<div style="width:5000px;height:1px"></div>`,
		);
		await context.value("scrollTo(2900, 0)");
		expect((await takePng(context)).at(110, 30)).toEqual(RED);
		expect((await takePng(context, { selector: "#a" })).at(25, 25)).toEqual(RED);
		const whole = await takePng(context, { fullPage: true });
		expect(whole.width).toBe(1_568);
		expectNear(whole.at(Math.round((3_025 * 1_568) / 5_000), Math.round((35 * 1_568) / 5_000)), RED, 40);
		expect(await context.value("scrollX")).toBe(2_900);
	},
	"a page with a zoom of its own": async (context) => {
		await context.open(
			block("a", "red", "left:100px;top:100px;width:40px;height:40px"),
			"<style>html{zoom:1.5}</style>",
		);
		const picture = await takePng(context, { selector: "#a" });
		expect([picture.width, picture.height]).toEqual([60, 60]);
		expect(picture.at(1, 1)).toEqual(RED);
		expect(picture.at(58, 58)).toEqual(RED);
	},
	"the whole page, scaled, with its scale": async (context) => {
		await context.open(stripes(25), striped);
		const picture = await takePng(context, { fullPage: true });
		expect(picture.height).toBe(1_568);
		expect(picture.text).toMatch(
			/^\d+ × 1568 pixels of \d+ × 2500 CSS pixels; scale 0.627: multiply picture coordinates by 1.59 for CSS pixels$/m,
		);
		const scale = 1_568 / 2_500;
		for (const y of [50, 1_250, 2_450]) expectNear(picture.at(10, Math.round(y * scale)), stripeAt(y));
	},
	"scaled to a longest side": async (context) => {
		await context.open(block("a", "red", "left:400px;top:200px;width:100px;height:100px"));
		const picture = await takePng(context, { maxSide: 320 });
		expect(Math.max(picture.width, picture.height)).toBe(320);
		const [, by = "0"] = /multiply picture coordinates by ([\d.]+)/.exec(picture.text) ?? [];
		expectNear(picture.at(Math.round(450 / Number(by)), Math.round(250 / Number(by))), RED);
		expectNear(picture.at(Math.round(380 / Number(by)), Math.round(250 / Number(by))), WHITE);
	},
	"not scaled on request": async (context) => {
		await context.open(stripes(25), striped);
		const picture = await takePng(context, { fullPage: true, maxSide: 0 });
		expect(picture.height).toBe(2_500 * ((await context.value("devicePixelRatio")) as number));
	},
	"a page of 40,000 pixels, part by part": async (context) => {
		await context.open(stripes(400), striped);
		let from = 0;
		let pictures = 0;
		for (let next: string | undefined = "0"; next !== undefined && pictures < 10; pictures += 1) {
			from = Number(next);
			const picture = await takePng(context, { from });
			expect(picture.height).toBeLessThanOrEqual(1_568);
			const [, shown = ""] = /of \d+ × (\d+) CSS pixels; scale/.exec(picture.text) ?? [];
			for (const part of [0.02, 0.5, 0.98]) {
				const y = Math.floor((from + Number(shown) * part) / 100) * 100 + 50;
				const line = Math.round(((y - from) * picture.height) / Number(shown));
				if (line >= 0 && line < picture.height) expectNear(picture.at(10, line), stripeAt(y), 12);
			}
			[, next] = /of 40000: go on with from: (\d+)$/m.exec(picture.text) ?? [];
			if (next === undefined) expect(picture.text).toMatch(/to 40000, the end of the page$/m);
		}
		expect(pictures).toBe(7);
		expect((await context.call("screenshot", { from: 40_000 })).error?.message).toMatch(/only 40000/);
	},
	"unscaled parts of a long page": async (context) => {
		await context.open(stripes(200), striped);
		const ratio = (await context.value("devicePixelRatio")) as number;
		const picture = await takePng(context, { fullPage: true, maxSide: 0 });
		expect(picture.height).toBe(8_192);
		expect(picture.text).toMatch(/shows 0 to \d+ of 20000: go on with from: \d+/);
		expect(picture.at(10, 8_150)).toEqual(stripeAt(8_150 / ratio));
	},
	"what is fixed stands where the person has it": async (context) => {
		await context.open(
			`<div style="position:fixed;top:0;left:0;width:100%;height:30px;background:red"></div>${stripes(20)}`,
			striped,
		);
		await context.value("scrollTo(0, 500)");
		const view = await takePng(context);
		expect(view.at(10, 15)).toEqual(RED);
		expect(view.at(10, 50)).toEqual(stripeAt(550));
		const whole = await takePng(context, { fullPage: true, maxSide: 2_000 });
		expect(whole.at(10, 515)).toEqual(RED);
		expect(whole.at(10, 15)).toEqual(stripeAt(15));
	},
	"JPEG and WebP": async (context) => {
		const { must, open } = context;
		await open(block("a", "blue", "left:0;top:0;width:200px;height:100px"));
		for (const format of ["jpeg", "webp"]) {
			const { image } = await must("screenshot", { selector: "#a", format });
			expect(image?.mimeType).toBe(`image/${format}`);
			const seen = await seenByPage(context, image, [[100, 50]]);
			expect([seen.width, seen.height]).toEqual([200, 100]);
			expectNear(seen.colours[0] ?? [], BLUE, 6);
		}
	},
	"JPEG and WebP of a photograph are a fraction of its PNG": async ({ must, open }) => {
		await open(noise);
		const bytes = async (args: Record<string, unknown>) =>
			(await must("screenshot", { selector: "#noise", ...args })).image?.data.length ?? 0;
		const png = await bytes({});
		expect(await bytes({ format: "jpeg" })).toBeLessThan(png / 3);
		expect(await bytes({ format: "webp" })).toBeLessThan(png / 3);
		expect(await bytes({ format: "jpeg", quality: 20 })).toBeLessThan(
			(await bytes({ format: "jpeg", quality: 95 })) / 2,
		);
	},
	"arguments that make no sense": async ({ call, open }) => {
		await open('<p id="p">x</p>');
		for (const args of [
			{ quality: 50 },
			{ format: "jpeg", quality: 0 },
			{ format: "webp", quality: 101 },
			{ format: "gif" },
			{ maxSide: -1 },
			{ maxSide: 10_000 },
			{ maxSide: 100.5 },
			{ from: -1 },
			{ from: 100_000 },
			{ fullPage: true, selector: "#p" },
			{ from: 0, ref: "e1" },
		]) {
			expect((await call("screenshot", args)).code, JSON.stringify(args)).toBe("bad_args");
		}
	},
	"what has no size, is hidden, lies outside of the page or is not there": async ({ call, open }) => {
		await open(
			`<div id="none"></div><div id="hidden" style="visibility:hidden">x</div>
			${block("outside", "red", "left:-500px;top:0;width:100px;height:100px")}`,
		);
		for (const id of ["none", "hidden", "outside"]) {
			expect((await call("screenshot", { selector: `#${id}` })).code, id).toBe("not_actionable");
		}
		expect((await call("screenshot", { selector: "#outside" })).error?.message).toMatch(
			/outside of the page/,
		);
		expect((await call("screenshot", { selector: "#missing" })).code).toBe("not_found");
	},
	"the page notices nothing": async (context) => {
		const { must, open, value } = context;
		await open(`<input id="field" autofocus><div id="tall">${stripes(30)}</div><script>${NOTICE}</script>`);
		// The browser scrolls to what it gives the focus.
		await must("wait_for", { function: "document.activeElement === field" });
		await value("scrollTo(0, 300)");
		await value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
		await value("void (noticed.length = 0)");
		const before = await value(LOOK);
		for (const args of [
			{},
			{ maxSide: 300 },
			{ selector: "#tall" },
			{ fullPage: true },
			{ fullPage: true, labels: true },
			{ fullPage: true },
			{ from: 1_000 },
			{ labels: true },
		]) {
			await must("screenshot", args);
			// The element is scrolled to, which is what a person would do.
			if ("selector" in args) await value("scrollTo(0, 300)");
			await value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
			const noticed = ((await value("noticed.splice(0)")) as string[]).filter(
				(what) => !("selector" in args && what === "scroll"),
			);
			expect(noticed, JSON.stringify(args)).toEqual([]);
			expect(await value(LOOK), JSON.stringify(args)).toBe(before);
		}
	},
	"a tab in the background, every kind of picture": async (context) => {
		const { must, newTab, serve } = context;
		const back = await newTab(
			serve(
				`${block("box", "red", "left:300px;top:0;width:80px;height:30px")}<button>Act</button>${stripes(30)}`,
				striped,
			),
		);
		await newTab(serve("<p>front</p>"));
		for (let round = 0; round < 3; round += 1) {
			const element = pngOf((await must("screenshot", { tabId: back, selector: "#box" })).image);
			expect([element.width, element.height]).toEqual([80, 30]);
			expect(element.at(40, 15)).toEqual(RED);
			const whole = pngOf((await must("screenshot", { tabId: back, fullPage: true })).image);
			expect(whole.height).toBe(1_568);
			expect((await must("screenshot", { tabId: back, labels: true })).text).toMatch(/e\d+ button "Act"/);
		}
	},
	"ten pictures in a row": async (context) => {
		await context.open("<h1>Again</h1>");
		for (let count = 0; count < 10; count++) expect((await takePng(context)).width).toBeGreaterThan(100);
	},
	"a PDF": async ({ call, must, site, path }) => {
		const url = site.handle(path(), (_request, response) => {
			response.writeHead(200, { "content-type": "application/pdf" });
			response.end(PDF);
		});
		await must("navigate", { url });
		expect((await must("screenshot")).image?.data.length).toBeGreaterThan(100);
		expect((await call("screenshot", { labels: true })).code).toBe("unsupported");
	},
});

const PDF = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Root 1 0 R>>`;
