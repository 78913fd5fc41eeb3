// Which things get a label, where its text stands, and a page that a wide picture leaves as it was.

import { describe, expect, it } from "vitest";
import { type Pixels, placeTexts } from "../src/label-places.ts";
import { usePage } from "./chromium.ts";

const page = usePage();
const labels = async (within?: { x: number; y: number; width: number; height: number }) =>
	(await page().call("labels", within ? { within } : {})).items;
const names = async (within?: Parameters<typeof labels>[0]) => (await labels(within)).map(({ name }) => name);

describe("labels", () => {
	it("have boxes in CSS pixels of the page", async () => {
		await page().open(
			'<body style="margin:0;height:3000px"><button style="position:absolute;left:100px;top:700px;width:60px;height:40px">A</button>',
		);
		await page().evaluate("scrollTo(0, 500)");
		const { items, scroll } = await page().call("labels", {});
		expect(items).toEqual([
			{ ref: "e1", role: "button", name: "A", box: { x: 100, y: 700, width: 60, height: 40 } },
		]);
		expect(scroll).toEqual({ x: 0, y: 500 });
	});

	it("are for a part of the page where one is given", async () => {
		await page().open('<button>Top</button><div style="height:3000px"></div><button>Low</button>');
		expect(await names()).toEqual(["Top"]);
		expect(await names({ x: 0, y: 2_000, width: 800, height: 2_000 })).toEqual(["Low"]);
		expect(await names({ x: 0, y: 0, width: 800, height: 4_000 })).toEqual(["Top", "Low"]);
		const { code } = await page().failure("labels", { within: { x: 0 } as never });
		expect(code).toBe("bad_args");
	});

	it("are cut where a scrolling box cuts what they name", async () => {
		await page().open(
			`<div style="position:absolute;left:0;top:0;width:100px;height:50px;overflow:hidden">
				<button style="position:absolute;left:20px;top:20px;width:300px;height:100px">A</button></div>`,
		);
		expect((await labels())[0]?.box).toEqual({ x: 20, y: 20, width: 80, height: 30 });
	});

	it("are not cut by a box that what they name is not positioned in", async () => {
		await page().open(
			`<div style="width:50px;height:50px;overflow:hidden">
				<button style="position:absolute;left:100px;top:200px;width:60px;height:40px">Absolute</button>
				<button style="position:fixed;left:300px;top:200px;width:60px;height:40px">Fixed</button></div>`,
		);
		expect(await names()).toEqual(["Absolute", "Fixed"]);
	});

	it("of a link that wraps are on one of its lines", async () => {
		await page().open(
			'<div style="width:200px;font:16px monospace">xxxxxxxxxxxxxxxx <a href="#">yy yyyyyyyyyyyyyyyyy</a></div>',
		);
		const { height, width } = (await labels())[0]?.box ?? { height: 0, width: 0 };
		expect(height).toBeLessThan(25);
		expect(width).toBeGreaterThan(100);
	});

	it("are for what looks as if it could be clicked, once", async () => {
		await page().open(
			`<div style="cursor:pointer;width:100px;height:20px">Card <span>inside</span></div>
			<button><span tabindex="0">Word</span></button><p>Text</p><iframe width="50" height="50"></iframe>`,
		);
		expect(await names()).toEqual(["Card inside", "Word"]);
	});

	it("of an icon without words are called by its tooltip", async () => {
		await page().open(
			'<span title="Delete" style="cursor:pointer; display:inline-block; width:20px; height:20px"></span>',
		);
		expect(await names()).toEqual(["Delete"]);
	});

	it("leave the values of fields out", async () => {
		await page().open('<textarea>secret words</textarea><input value="secret words">');
		expect(await names()).toEqual(["", ""]);
	});

	it("cost a long page little", async () => {
		const row = "<tr><td>1</td><td><a href='#'>Open</a></td><td><button>Delete</button></td></tr>";
		await page().open(`<table>${row.repeat(5_000)}</table>`);
		expect((await labels()).length).toBeGreaterThan(20);
		const cost = await page().cost(() => labels());
		console.log(`labels among ${5_000 * 6} elements: ${cost.toFixed()} ms of the main thread`);
		expect(cost).toBeLessThan(300);
	});
});

describe("the texts of labels", () => {
	const size = { width: 20, height: 12 };
	const blank = (): Pixels => ({
		width: 300,
		height: 200,
		data: new Uint8ClampedArray(300 * 200 * 4).fill(255),
	});
	const inked = (x: number, y: number, width: number, height: number): Pixels => {
		const pixels = blank();
		for (let row = y; row < y + height; row += 1) {
			for (let column = x; column < x + width; column += 2)
				pixels.data.fill(0, (row * 300 + column) * 4, (row * 300 + column) * 4 + 3);
		}
		return pixels;
	};
	const overlap = (one: { x: number; y: number }, other: { x: number; y: number }) =>
		Math.abs(one.x - other.x) < size.width && Math.abs(one.y - other.y) < size.height;

	it("stand above what they name", () => {
		expect(placeTexts([{ x: 100, y: 100, width: 60, height: 20 }], [size], blank())).toEqual([
			{ ...size, x: 100, y: 88 },
		]);
	});

	it("stay in the picture", () => {
		for (const box of [
			{ x: 0, y: 0, width: 60, height: 20 },
			{ x: 280, y: 185, width: 20, height: 15 },
			{ x: 0, y: 0, width: 300, height: 200 },
		]) {
			const [at] = placeTexts([box], [size], blank());
			expect(at && at.x >= 0 && at.y >= 0 && at.x + 20 <= 300 && at.y + 12 <= 200).toBe(true);
		}
	});

	it("do not hide what is written there", () => {
		expect(placeTexts([{ x: 100, y: 100, width: 60, height: 20 }], [size], inked(90, 80, 80, 18))[0]).toEqual(
			{ ...size, x: 80, y: 104 },
		);
	});

	it("do not hide each other", () => {
		const boxes = Array.from({ length: 6 }, (_, at) => ({ x: 100, y: 30 + at * 20, width: 60, height: 20 }));
		const places = placeTexts(
			boxes,
			boxes.map(() => size),
			blank(),
		);
		for (const [index, one] of places.entries()) {
			for (const other of places.slice(index + 1)) expect(overlap(one, other)).toBe(false);
		}
	});

	it("lie on their own thing rather than on another", () => {
		const boxes = [100, 130, 160].map((x) => ({ x, y: 0, width: 30, height: 200 }));
		for (const [index, at] of placeTexts(
			boxes,
			boxes.map(() => size),
			blank(),
		).entries()) {
			if (index === 1) expect(at.x >= 130 && at.x + 20 <= 160).toBe(true);
		}
	});
});

describe("a wide picture", () => {
	const wide = async () => {
		await page().call("beginWidePicture", {});
		await page().send("Page.captureScreenshot", {
			clip: { x: 0, y: 0, width: 700, height: 3_000, scale: 0.2 },
			captureBeyondViewport: true,
		});
		await page().call("endWidePicture", {});
	};

	it("leaves size, place and scrollbars, and the page hears of no resize", async () => {
		await page().open('<div style="height:3000px"></div>');
		await page().evaluate(
			`scrollTo(0, 2000); globalThis.sizes = []; addEventListener("resize", () => sizes.push(innerWidth))`,
		);
		const look = "[innerWidth, innerHeight, document.documentElement.clientWidth, scrollY].join()";
		const before = await page().evaluate(look);
		for (let round = 0; round < 5; round += 1) await wide();
		expect(await page().evaluate(look)).toBe(before);
		expect(await page().evaluate("sizes.join()")).toBe("");
		expect(await page().evaluate("document.getAnimations().length")).toBe(0);
	});

	it("does not keep a real resize from the page", async () => {
		await page().open("<p>x</p>");
		await page().evaluate(`globalThis.sizes = []; addEventListener("resize", () => sizes.push(innerWidth))`);
		await page().call("beginWidePicture", {});
		await page().send("Emulation.setDeviceMetricsOverride", {
			width: 500,
			height: 400,
			deviceScaleFactor: 0,
			mobile: false,
		});
		await page().evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
		await page().call("endWidePicture", {});
		await page().send("Emulation.clearDeviceMetricsOverride");
		expect(await page().evaluate("sizes[0]")).toBe(500);
	});

	it("that nobody ends is over by itself, and leaves the page where it was scrolled to since", async () => {
		await page().open('<div style="height:3000px"></div>');
		await page().evaluate(`globalThis.heard = 0; addEventListener("resize", () => { heard += 1; })`);
		const look = `dispatchEvent(new Event("resize")); [heard, document.getAnimations().length, scrollY].join()`;
		await page().call("beginWidePicture", {});
		await page().evaluate("scrollTo(0, 500)");
		expect(await page().evaluate(look)).toBe("0,1,500");
		// Fifteen seconds that the browser does not wait for.
		const over = page().evaluate("new Promise((done) => setTimeout(done, 15_001))");
		await page().send("Emulation.setVirtualTimePolicy", { policy: "advance", budget: 16_000 });
		await over;
		expect(await page().evaluate(look)).toBe("1,0,500");
	});
});
