// What a person can see, in every read: hidden text of each kind is left out, and what only looks suspicious stays.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const SR_ONLY = "position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0,0,0,0)";
const DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=";

/** Kind, markup with the word "secret" in it, and what element_info says of `#x`. */
const HIDDEN: [kind: string, html: string, reason: RegExp][] = [
	["display", '<p id="x" style="display:none">secret</p>', /^hidden$/],
	["hidden attribute", '<p id="x" hidden>secret</p>', /^hidden$/],
	["until-found", '<div hidden="until-found"><p id="x">secret</p></div>', /^hidden \(content-visibility\)$/],
	["visibility", '<p id="x" style="visibility:hidden">secret</p>', /^hidden$/],
	["opacity", '<div style="opacity:0"><p id="x">secret</p></div>', /opacity 0/],
	["opacity near nothing", '<p id="x" style="opacity:.02">secret</p>', /opacity 0/],
	["opacity by two", '<div style="opacity:.2"><p id="x" style="opacity:.2">secret</p></div>', /opacity 0/],
	[
		"content-visibility",
		'<div style="content-visibility:hidden"><p id="x">secret</p></div>',
		/content-visib/,
	],
	["closed details", '<details><summary>More</summary><p id="x">secret</p></details>', /closed <details>/],
	["closed popover", '<div popover id="x">secret</div>', /^hidden$/],
	["closed dialog", '<dialog id="x">secret</dialog>', /^hidden$/],
	["no height", '<div style="height:0;overflow:hidden"><p id="x">secret</p></div>', /^clipped away$/],
	["no width", '<div style="width:0;overflow:hidden"><p id="x">secret</p></div>', /^clipped away$/],
	["sr-only by clip", `<span id="x" style="${SR_ONLY}">secret</span>`, /^clipped away$/],
	[
		"sr-only by its size",
		'<span id="x" style="position:absolute;width:1px;height:1px;overflow:hidden">secret</span>',
		/^clipped away$/,
	],
	[
		"clip alone",
		'<p id="x" style="position:absolute;clip:rect(1px,1px,1px,1px)">secret</p>',
		/^clipped away$/,
	],
	["inset of 50 %", '<p id="x" style="clip-path:inset(50%)">secret</p>', /^clipped away$/],
	["inset of 100 %", '<p id="x" style="clip-path:inset(0 0 100% 0)">secret</p>', /^clipped away$/],
	["circle of nothing", '<p id="x" style="clip-path:circle(0)">secret</p>', /^clipped away$/],
	["polygon of nothing", '<p id="x" style="clip-path:polygon(0 0,0 0,0 0)">secret</p>', /^clipped away$/],
	[
		"past the clip",
		'<div style="height:20px;overflow:hidden"><p style="margin:0;height:40px">seen</p><p id="x">secret</p></div>',
		/^clipped away$/,
	],
	[
		"beside the clip",
		'<div style="width:100px;height:50px;overflow:hidden;position:relative"><p id="x" style="position:absolute;left:200px">secret</p></div>',
		/^clipped away$/,
	],
	["left", '<p id="x" style="position:absolute;left:-9999px">secret</p>', /^off-screen, cannot be/],
	["top", '<p id="x" style="position:absolute;top:-9999px">secret</p>', /^off-screen, cannot be/],
	["relative", '<p id="x" style="position:relative;left:-9999px">secret</p>', /^off-screen, cannot be/],
	["fixed below", '<p id="x" style="position:fixed;top:5000px">secret</p>', /^off-screen, cannot be/],
	[
		"inside of what is far away",
		'<div style="position:absolute;left:-9999px"><p id="x">secret</p></div>',
		/^off-/,
	],
	["translate", '<p id="x" style="transform:translateX(-9999px)">secret</p>', /^off-screen, cannot be/],
	["translate alone", '<p id="x" style="translate:-9999px 0">secret</p>', /^off-screen, cannot be/],
	["text-indent", '<p id="x" style="text-indent:-9999px">secret</p>', /^off-screen, cannot be/],
	["scale", '<p id="x" style="transform:scale(0)">secret</p>', /^(zero size|scaled down)/],
	["scale to a dot", '<p id="x" style="scale:.01">secret</p>', /^scaled down/],
	["font-size 0", '<p id="x" style="font-size:0">secret</p>', /zero size|too small/],
	["font-size 1px", '<p id="x" style="font-size:1px">secret</p>', /^too small to read/],
	["white on white", '<p id="x" style="color:#fff">secret</p>', /^same colour as its background$/],
	["nearly white", '<p id="x" style="color:#fefefe">secret</p>', /^same colour as its background$/],
	[
		"dark on dark",
		'<div style="background:#222"><p><span id="x" style="color:#222">secret</span></p></div>',
		/^same colour as its background$/,
	],
	[
		"another way to write a colour",
		'<div style="background:oklch(0.5 0.1 200)"><p id="x" style="color:oklch(0.5 0.1 200)">secret</p></div>',
		/^same colour as its background$/,
	],
	[
		"through a veil",
		'<div style="background:#fff"><p id="x" style="background:rgba(255,255,255,.5);color:#fff">secret</p></div>',
		/^same colour as its background$/,
	],
	["transparent", '<p id="x" style="color:transparent">secret</p>', /^transparent text$/],
	[
		"transparent fill",
		'<p id="x" style="-webkit-text-fill-color:transparent">secret</p>',
		/^transparent text$/,
	],
	[
		"under a lid",
		'<div style="position:relative"><p id="x">secret</p><div class="lid" style="position:absolute;inset:0;background:#eee"></div></div>',
		/^covered by <div\.lid>$/,
	],
	[
		"under a sheet",
		'<p id="x">secret</p><div class="wall" style="position:fixed;inset:0;background:#fff">Log in</div>',
		/^covered by <div\.wall>$/,
	],
	[
		"behind a background",
		'<div><div class="box" style="background:#ccc"><p id="x" style="position:relative;z-index:-1">secret</p></div></div>',
		/^covered by <div\.box>$/,
	],
];

/** Everything that the reads for text say. */
async function reads(): Promise<Record<string, string>> {
	return {
		getText: (await page().call("getText", {})).text,
		snapshot: await page().snapshot(),
		interactive: await page().snapshot({ interactive: true }),
		markdown: (await page().call("markdown", {})).text,
		find: (await page().call("find", { text: "secret" })).items.map(({ name }) => name || "found").join(),
	};
}

describe("hidden text", () => {
	it.each(HIDDEN)("%s is in no read", async (_, html) => {
		await page().open(`<p>before</p>${html}<p>after</p>`);
		for (const [name, text] of Object.entries(await reads())) expect(text, name).not.toMatch(/secret|found/);
	});

	it.each(HIDDEN)("%s is said why", async (_, html, reason) => {
		await page().open(`<p>before</p>${html}<p>after</p>`);
		const info = await page().call("inspect", { target: { selector: "#x" } });
		expect(info.visible).toBe(false);
		expect(info.reason).toMatch(reason);
	});

	it.each(["template", "noscript", "script", "style"])("of <%s> is in no read", async (tag) => {
		await page().open(`<p>before</p><${tag}>/* secret */</${tag}>`);
		for (const [name, text] of Object.entries(await reads())) expect(text, name).not.toContain("secret");
	});

	it("is left out of the lists, too", async () => {
		await page().open(`<style>.far { position: absolute; left: -9999px }</style>
			<h2>Plain <span style="${SR_ONLY}">secret</span></h2><h2 class="far">secret</h2>
			<a href="/a" class="far">secret</a><a href="/b" style="color:#fff">secret</a><a href="/c">Seen</a>
			<table><tr><th>A</th></tr><tr><td>one <i style="font-size:0">secret</i></td></tr></table>`);
		const outline = await page().call("outline", {});
		const links = await page().call("links", {});
		const tables = await page().call("tables", {});
		expect(outline.items.map(({ name }) => name)).toEqual(["Plain"]);
		expect(links.items.map(({ text }) => text)).toEqual(["Seen"]);
		expect(tables.items.map(({ cells }) => cells)).toEqual([["A"], ["one"]]);
	});

	it.each([4, 5, 6, 7, 15, 16])(
		"is found out where a rule counts to the one that it hides: %d",
		async (at) => {
			const words = Array.from({ length: 40 }, (_, index) => `<p>word${index + 1}.</p>`).join("");
			await page().open(`<style>p:nth-of-type(${at}) { color: #fff }</style>${words}`);
			for (const { text } of [await page().call("getText", {}), await page().call("markdown", {})]) {
				expect(text).not.toContain(`word${at}.`);
				expect(text).toContain(`word${at + 1}.`);
			}
			expect(await page().snapshot()).not.toContain(`word${at}.`);
		},
	);

	it("is found out where a rule asks for an attribute", async () => {
		const words = Array.from(
			{ length: 40 },
			(_, index) => `<p ${index === 20 ? "data-x" : "lang"}>word${index}.</p>`,
		);
		await page().open(`<style>p[data-x] { color: #fff }</style>${words.join("")}`);
		expect((await page().call("getText", {})).text).not.toContain("word20.");
	});

	it("is found out among many of its kind, wherever it begins", async () => {
		const rows = Array.from({ length: 60 }, (_, at) => `<p class="r">row ${at}</p>`);
		await page().open(`<style>.r:nth-child(n+30) { color: #fff }</style><div>${rows.join("")}</div>`);
		const { text } = await page().call("getText", {});
		expect(text).toContain("row 28");
		expect(text).not.toMatch(/row (3[89]|[45]\d)/);
	});
});

/** What must stay: the word "seen" in every read for text. */
const SEEN: [kind: string, html: string][] = [
	["white on a dark box", '<div style="background:#123"><p style="color:#fff">seen</p></div>'],
	[
		"white on a background picture",
		`<div style="background-image:url(${DOT})"><p style="color:#fff">seen</p></div>`,
	],
	["white on a gradient", '<p style="color:#fff;background:linear-gradient(#000,#333)">seen</p>'],
	[
		"white over a picture beside it",
		`<div style="position:relative"><img src="${DOT}" width="300" height="100"><p style="position:absolute;top:5px;left:5px;color:#fff">seen</p></div>`,
	],
	[
		"white over a video behind the page",
		'<video style="position:fixed;inset:0;width:100%;height:100%;z-index:-1"></video><h2 style="color:#fff">seen</h2>',
	],
	[
		"white on what is hung before its box",
		'<style>#h::before{content:"";position:absolute;inset:0;background:#000;z-index:-1}</style><div id="h" style="position:relative;z-index:0"><p style="color:#fff">seen</p></div>',
	],
	[
		"white over a box of another",
		'<div style="position:absolute;top:0;left:0;width:400px;height:300px;background:#024"></div><p style="position:relative;color:#fff">seen</p>',
	],
	["white with a shadow", '<p style="color:#fff;text-shadow:0 0 3px #000">seen</p>'],
	["white with an outline", '<p style="color:#fff;-webkit-text-stroke:1px #000">seen</p>'],
	[
		"gradient text",
		'<p style="background:linear-gradient(red,blue);-webkit-background-clip:text;background-clip:text;color:transparent">seen</p>',
	],
	[
		"gradient text of a word in it",
		'<p style="background:linear-gradient(red,blue);background-clip:text;-webkit-text-fill-color:transparent"><b>seen</b></p>',
	],
	[
		"dark on see-through over colour",
		'<div style="background:#ffd"><p style="background:#fff0">seen</p></div>',
	],
	["scrolled out", '<div style="height:50px;overflow:auto"><p style="height:900px">top</p><p>seen</p></div>'],
	[
		"in a body that scrolls by itself",
		'<style>html{overflow:hidden;height:100%}body{overflow:auto;height:100%}</style><p style="height:3000px"></p><p style="position:relative">seen</p>',
	],
	["far below", '<p style="position:absolute;top:9000px">seen</p>'],
	["far right of a page that scrolls", '<p style="position:absolute;left:5000px">seen</p>'],
	[
		"in a scroller, beside its window",
		'<div style="width:100px;overflow-x:auto;position:relative;height:60px"><p style="position:absolute;left:900px">seen</p></div>',
	],
	[
		"in a scroller from right to left",
		'<div dir="rtl" style="width:100px;overflow-x:auto;position:relative;height:60px"><p style="position:absolute;right:900px">seen</p></div>',
	],
	[
		"above in a scroller that is turned around",
		'<div style="display:flex;flex-direction:column-reverse;height:60px;overflow:auto"><p style="flex:none;height:900px">last</p><p style="position:relative">seen</p></div>',
	],
	["pulled by a margin", '<p style="margin-left:300px"><span style="margin-left:-200px">seen</span></p>'],
	[
		"brought back",
		'<div style="position:absolute;left:-9999px;width:200px"><p style="position:absolute;left:10049px;width:100px">seen</p></div>',
	],
	[
		"brought back by a transform",
		'<p style="position:absolute;left:-500px;transform:translateX(600px)">seen</p>',
	],
	["inside of a clip", '<div style="width:200px;height:80px;overflow:hidden"><p>seen</p></div>'],
	[
		"cut short with dots",
		'<div style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">seen and more than fits</div>',
	],
	[
		"out of a clip that does not hold it",
		'<div style="position:relative"><div style="height:5px;overflow:hidden"><p style="margin:0;height:2px"></p><p style="position:absolute;top:40px;left:10px">seen</p></div></div>',
	],
	["clipped in part", '<p style="clip-path:inset(0 10% 0 0)">seen</p>'],
	["half transparent", '<p style="opacity:.4">seen</p>'],
	["small", '<p style="font-size:6px">seen</p>'],
	[
		"small letters of a large drawing",
		'<svg viewBox="0 0 10 10" width="400" height="400"><text y="5" font-size="1">seen</text></svg>',
	],
	["scaled", '<p style="transform:scale(.5)">seen</p>'],
	["indented a little", '<p style="text-indent:-20px;padding-left:20px">seen</p>'],
	["under a glass", '<p>seen</p><div style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div>'],
	[
		"under a bar that stays",
		'<div style="position:fixed;top:0;left:0;right:0;height:60px;background:#fff">Bar</div><p>seen</p>',
	],
	["on a sheet", '<p>page</p><div style="position:fixed;inset:0;background:#fff"><p>seen</p></div>'],
	[
		"over a sheet",
		'<div style="position:fixed;inset:0;background:#fff"></div><div style="position:fixed;z-index:2;top:50px;left:50px">seen</div>',
	],
	[
		"before a sheet behind the page",
		'<div style="position:fixed;inset:0;background:#fff;z-index:-1"></div><p style="width:200px">seen</p>',
	],
	[
		"before a lid that is not there yet",
		'<div style="position:relative"><p>seen</p><div style="position:absolute;inset:0;background:#eee;opacity:0"></div></div>',
	],
	["visible again", '<div style="visibility:hidden">no<p style="visibility:visible">seen</p></div>'],
	["without a box", '<div style="display:contents"><p>seen</p></div>'],
	["in a table that is moved", '<table style="position:relative;left:20px"><tr><td>seen</td></tr></table>'],
];

describe("text that only looks suspicious", () => {
	it.each(SEEN)("%s is read", async (_, html) => {
		await page().open(`<div>${html}</div>`);
		expect((await page().call("getText", {})).text, "getText").toContain("seen");
		expect(await page().snapshot(), "snapshot").toContain("seen");
		expect((await page().call("markdown", {})).text, "markdown").toContain("seen");
		expect((await page().call("find", { text: "seen" })).items, "find").toHaveLength(1);
	});
});

describe("words that style sheets write into what is empty", () => {
	it("are read, where they are words and can be seen", async () => {
		await page().open(`<style>.new::before { content: "New " } .new::after { content: "today" } .dot::before { content: "•" }
			.faint::before { content: "faint"; opacity: 0 } .tiny::after { content: "tiny"; font-size: 0 }
			.clear::before { content: "clear"; color: transparent } .away::before { content: "away"; position: absolute; left: -9999px }
			.none::before { content: "none"; display: none }</style>
			<p>Tea <b class="new"></b></p><p>a<i></i>b <b class="dot"></b><b class="faint"></b><b class="tiny"></b><b class="clear"></b><b class="away"></b><b class="none"></b></p>`);
		expect(await page().snapshot()).toBe('- text "Tea New today"\n- text "ab"');
		expect((await page().call("getText", {})).text).toBe("Tea New today\n\nab");
	});
});

describe("a sheet over the page", () => {
	it("is told beside the snapshot", async () => {
		await page().open(
			'<p>page</p><div role="alert" style="position:fixed;inset:0;background:#fff">Log in</div>',
		);
		expect(await page().call("snapshot", {})).toMatchObject({
			text: '- alert "Log in" [e1]',
			behind: "alert",
		});
	});

	it("does not hide what the browser draws over everything", async () => {
		await page().open(`<div style="position:relative;transform:translateX(0);height:5px;overflow:hidden">
			<dialog id="d">on top</dialog></div><div style="position:fixed;inset:0;background:#fff"></div>`);
		await page().evaluate('document.querySelector("#d").showModal()');
		expect((await page().call("getText", {})).text).toBe("on top");
	});
});

describe("controls", () => {
	it("are named by what only assistive technology reads", async () => {
		await page().open(`
			<button><svg width="9" height="9"></svg><span style="${SR_ONLY}">Close</span></button>
			<button style="font-size:0;width:20px;height:20px;background:url(${DOT})">Menu</button>
			<a href="#" style="display:block;width:40px;height:40px;text-indent:-9999px;background:url(${DOT})">Home</a>
			<style>.icon { text-indent: -9999px; position: relative; width: 40px; height: 20px; border: 0; background: none }
				.icon::before { content: ""; position: absolute; inset: 0; background: url(${DOT}) }</style>
			<button class="icon">Bold</button>
		`);
		const text = await page().snapshot();
		for (const name of ['button "Close"', 'button "Menu"', 'link "Home"', 'button "Bold"'])
			expect(text).toContain(name);
		expect((await page().call("getText", {})).text).toBe("");
	});

	it("that are drawn by a label stay, wherever they are put themselves", async () => {
		await page().open(`
			<label><input type="checkbox" style="${SR_ONLY}"> News</label>
			<label for="r">Red</label><input id="r" type="radio" style="position:absolute;left:-9999px">
			<input type="checkbox" style="opacity:0" aria-label="Glass">`);
		const text = await page().snapshot();
		for (const name of ['checkbox "News"', 'radio "Red"', 'checkbox "Glass"']) expect(text).toContain(name);
	});

	it("that nobody can see are left out: traps for robots, and links that come with the focus", async () => {
		await page().open(`
			<div style="position:absolute;left:-9999px"><label>Website <input name="url"></label></div>
			<a href="#m" style="position:absolute;top:-100px">Skip</a><input aria-label="Name">`);
		expect(await page().snapshot()).toBe('- textbox "Name" [e1]');
	});
});

describe("what assistive technology is spared", () => {
	it("is read as text, and stands in a snapshot where its stand-in is out of sight", async () => {
		await page().open(`<p aria-hidden="true">Star</p>
			<p><span style="${SR_ONLY}">12 dollars</span><span aria-hidden="true">$12</span></p>`);
		expect((await page().call("getText", {})).text).toBe("Star\n\n$12");
		const text = await page().snapshot();
		expect(text).toContain("$12");
		expect(text).not.toMatch(/Star|dollars/);
	});
});
