// screenshot: what is in the picture is measured, not believed.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import type { CaseContext } from "../case.ts";
import { group } from "../case.ts";

/** Width and height from the header of a PNG. */
function pngSize(image: { data: string; mimeType: string } | undefined): { width: number; height: number } {
	const bytes = Buffer.from(image?.data ?? "", "base64");
	expect(image?.mimeType).toBe("image/png");
	expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
	return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

async function scale({ value }: CaseContext): Promise<number> {
	return (await value("devicePixelRatio")) as number;
}

export const pictureCases = group("pictures", {
	"the viewport, as large as it is": async (context) => {
		const { must, open, value } = context;
		await open("<h1>Picture</h1>");
		const { image, text } = await must("screenshot");
		const size = pngSize(image);
		const ratio = await scale(context);
		expect(size.width).toBe(Math.round(((await value("innerWidth")) as number) * ratio));
		expect(text).toMatch(/^\d+ × \d+ CSS pixels$/);
	},
	"one element by selector": async (context) => {
		const { must, open } = context;
		await open('<div id="box" style="width:120px;height:45px;background:teal"></div>');
		const { image, text } = await must("screenshot", { selector: "#box" });
		const ratio = await scale(context);
		expect(pngSize(image)).toEqual({ width: 120 * ratio, height: 45 * ratio });
		expect(text).toMatch(/^120 × 45/);
	},
	"one element by ref, below the fold": async (context) => {
		const { must, open } = context;
		await open(
			'<div style="height:3000px"></div><button style="width:200px;height:50px;border:0">Low</button>',
		);
		const ref = refOf((await must("snapshot")).text, "Low");
		const ratio = await scale(context);
		expect(pngSize((await must("screenshot", { ref })).image)).toEqual({
			width: 200 * ratio,
			height: 50 * ratio,
		});
	},
	"the whole page": async (context) => {
		const { must, open } = context;
		await open(
			'<div style="height:2500px;background:linear-gradient(red,blue)"></div>',
			"<style>body{margin:0}</style>",
		);
		const { image, text } = await must("screenshot", { fullPage: true });
		expect(pngSize(image).height).toBe(2_500 * (await scale(context)));
		expect(text).toMatch(/× 2500 CSS pixels$/);
	},
	"a page that is too high is cut, and says so": async ({ must, open }) => {
		await open('<div style="height:20000px"></div>', "<style>body{margin:0}</style>");
		expect((await must("screenshot", { fullPage: true })).text).toMatch(/× 16384 .*20000 high/);
	},
	"what has no size or is not there": async ({ call, open }) => {
		await open('<div id="none"></div>');
		expect((await call("screenshot", { selector: "#none" })).code).toBe("not_actionable");
		expect((await call("screenshot", { selector: "#missing" })).code).toBe("not_found");
	},
	"a tab in the background": async (context) => {
		const { must, newTab, serve } = context;
		const back = await newTab(serve('<div style="width:80px;height:30px" id="box">x</div>'));
		await newTab(serve("<p>front</p>"));
		const { image } = await must("screenshot", { tabId: back, selector: "#box" });
		const ratio = await scale(context);
		expect(pngSize(image)).toEqual({ width: 80 * ratio, height: 30 * ratio });
	},
	"ten pictures in a row": async ({ must, open }) => {
		await open("<h1>Again</h1>");
		for (let count = 0; count < 10; count++) pngSize((await must("screenshot")).image);
	},
});
