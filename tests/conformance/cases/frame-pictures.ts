// Pictures of what is inside of frames.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";
import { takePng } from "../picture-checks.ts";

const TEAL = [0, 128, 128];
const inner =
	'<body style="margin:0"><button style="margin:25px;width:80px;height:40px;border:0;background:teal;color:teal">Inside</button>';

export const framePictureCases = group("frame-pictures", {
	"one element in a frame of another process": async (context) => {
		const { open, must, sister, path } = context;
		const url = sister.page(path(), inner);
		await open(
			`<div style="height:90px"></div><iframe src="${url}" style="border:4px solid;margin-left:60px"></iframe>`,
		);
		const ref = refOf((await must("snapshot")).text, "Inside");
		const picture = await takePng(context, { ref });
		expect([picture.width, picture.height]).toEqual([80, 40]);
		for (const [x, y] of [
			[2, 2],
			[77, 37],
			[40, 20],
		] as const)
			expect(picture.at(x, y)).toEqual(TEAL);
	},
	"one element in a frame below the fold, and scrolled away in it": async (context) => {
		const { open, must, sister, path } = context;
		const url = sister.page(path(), `<div style="height:1500px"></div>${inner}`);
		await open(
			`<div style="height:2500px"></div><iframe src="${url}"></iframe><div style="height:500px"></div>`,
		);
		const ref = refOf((await must("snapshot")).text, "Inside");
		const picture = await takePng(context, { ref });
		expect([picture.width, picture.height]).toEqual([80, 40]);
		expect(picture.at(40, 20)).toEqual(TEAL);
	},
	"labels stand on what is in frames": async (context) => {
		const { open, must, sister, path, serve } = context;
		const url = sister.page(path(), "<button>Inside</button>");
		await open(
			`<button>Outside</button>${`<iframe src="${serve("<a href=#>Near</a>")}"></iframe>`}<iframe src="${url}"></iframe>`,
		);
		const { text } = await must("screenshot", { labels: true });
		expect(text).toMatch(/^e\d+ button "Outside"$/m);
		expect(text).toMatch(/^f\d+e\d+ link "Near"$/m);
		expect(text).toMatch(/^f\d+e\d+ button "Inside"$/m);
		const ref = /^(f\d+e\d+) button "Inside"$/m.exec(text)?.[1];
		expect((await must("get_text", { ref })).text).toBe("Inside");
	},
	"what a frame has scrolled away has no label": async (context) => {
		const { open, must, sister, path } = context;
		const url = sister.page(
			path(),
			`<button>Shown</button><div style="height:2000px"></div><button>Away</button>`,
		);
		await open(`<iframe src="${url}"></iframe>`);
		const { text } = await must("screenshot", { labels: true });
		expect(text).toContain('button "Shown"');
		expect(text).not.toContain('button "Away"');
	},
});
