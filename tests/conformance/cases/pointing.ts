// Pointing: the right place, however the page is scrolled, scaled, turned and put into frames; by element, by a point
// of an element, and by a point of a picture; and drags of both kinds.

import { refOf, until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

/** A small button among others, each of which tells its name. */
const grid = `<script>seen = [];</script>${Array.from(
	{ length: 9 },
	(_, at) =>
		`<button style="position:absolute;left:${(at % 3) * 34}px;top:${Math.floor(at / 3) * 24}px;width:30px;height:20px;padding:0" onclick="seen.push(${at})">B${at}</button>`,
).join("")}`;
const inside = (style: string, around = "") =>
	`${around}<div style="position:relative;width:110px;height:80px;${style}">${grid}</div>`;

async function each({ must, open, value }: CaseContext, body: string): Promise<void> {
	await open(body);
	const { text } = await must("snapshot");
	for (const at of [4, 0, 8]) await must("click", { ref: refOf(text, `"B${at}"`) });
	expect(await value("seen")).toEqual([4, 0, 8]);
}

/** Where a press at a point of a picture of the page lands. */
const points =
	"<script>at = []; addEventListener('click', ({ pageX, pageY }) => at.push([pageX, pageY]));</script>";
const nameIn = (text: string) => /^picture (p\S+)$/m.exec(text)?.[1] ?? `no picture named in: ${text}`;

/** What is moved by mouse, and what is moved by the web's own drag and drop; both tell of it. */
const byMouse = `<div id="from" role="button" style="position:absolute;left:10px;top:10px;width:60px;height:30px;background:#ccc">Thing</div>
	<div id="onto" role="button" style="position:absolute;left:150px;top:80px;width:80px;height:40px;background:#eee">Place</div><p id="out">none</p>
	<script>let held = false; document.querySelector("#from").onmousedown = () => { held = true; };
	document.querySelector("#onto").onmouseup = () => { if (held) out.textContent = "moved"; };</script>`;
const byDrop = `<div id="from" role="button" draggable="true" style="width:60px;height:30px;background:#ccc" ondragstart="event.dataTransfer.setData('text/plain', 'Thing')">Thing</div>
	<div id="onto" role="button" style="margin:20px;height:60px;background:#eee" ondragover="event.preventDefault()" ondrop="event.preventDefault(); out.textContent = event.dataTransfer.getData('text/plain') + ' dropped'">Place</div><p id="out">none</p>`;

/** Gives a call up when the page has heard of its press, and before it goes on. */
async function givenUp(
	{ open, must, call, value, site, path }: CaseContext,
	tool: string,
	args: Record<string, unknown>,
): Promise<void> {
	const back = new AbortController();
	let goOn = () => {};
	const heard = path();
	site.handle(heard, (_request, response) => {
		goOn = () => response.end();
		back.abort();
	});
	await open(`<button id="a">A</button><button id="b">B</button><script>
		ups = [];
		addEventListener("mouseup", ({ target }) => ups.push(target.id));
		a.onmousedown = () => {
			const asked = new XMLHttpRequest();
			asked.open("GET", "${heard}", false);
			asked.send();
		};
	</script>`);
	await expect(call(tool, args, { signal: back.signal })).rejects.toThrow();
	// By its answer the call has been taken back.
	await must("tabs_list");
	goOn();
	await until("it is let go", async () => JSON.stringify(await value("ups")) === '["a"]');
}

/** Drags in a frame, by the refs of what is in it. */
async function dragInFrame(context: CaseContext, frame: string, result: string): Promise<void> {
	const { open, must } = context;
	await open(frame);
	const { text } = await must("snapshot");
	const [from, onto] = [refOf(text, '"Thing"'), refOf(text, '"Place"')];
	expect(from).toMatch(/^f\d+e/);
	const receipt = await must("drag", { from: { ref: from }, onto: { ref: onto } });
	expect(receipt.text).toContain(`dragged button "Thing" [${from}]`);
	expect((await must("snapshot")).text).toContain(result);
}

export const pointingCases = group("pointing", {
	scrolled: (context) =>
		each(context, `<div style="height:1500px"></div>${inside("")}<div style="height:1500px"></div>`),
	"scrolled sideways, in a scroller": (context) =>
		each(
			context,
			`<div style="width:300px;height:150px;overflow:auto">${inside("margin:900px 0 0 1200px")}<div style="width:3000px;height:2000px"></div></div>`,
		),
	scaled: (context) => each(context, inside("transform:scale(1.7);transform-origin:0 0")),
	turned: (context) => each(context, inside("margin:60px;transform:rotate(40deg)")),
	skewed: (context) => each(context, inside("margin:60px;transform:skew(20deg, 10deg)")),
	"in perspective": (context) =>
		each(context, `<div style="perspective:300px">${inside("margin:40px;transform:rotateY(35deg)")}</div>`),
	mirrored: (context) => each(context, inside("transform:scaleX(-1)")),
	"zoomed by CSS": (context) => each(context, inside("zoom:1.6")),
	"zoomed by CSS, as a whole": (context) => each(context, `<style>html { zoom: 1.3 }</style>${inside("")}`),
	"written from right to left": (context) =>
		each(context, `<style>html { direction: rtl } body { width: 3000px }</style>${inside("")}`),
	"a frame in a turned frame in a scaled frame": async (context) => {
		const { open, must, serve, sister, path } = context;
		const inner = sister.page(path(), inside("transform:scale(.9)"));
		const middle = serve(`<iframe src="${inner}" style="margin:20px;transform:rotate(10deg)"></iframe>`);
		const outer = sister.page(
			path(),
			`<iframe src="${middle}" width="380" height="300" style="transform:scale(1.1);transform-origin:0 0"></iframe>`,
		);
		await open(`<div style="height:700px"></div><iframe src="${outer}" width="500" height="400"></iframe>`);
		const { text } = await must("snapshot");
		for (const at of [4, 0, 8]) {
			const ref = refOf(text, `"B${at}"`);
			const receipt = await must("click", { ref });
			expect(receipt.text).toContain(`clicked button "B${at}" [${ref}]`);
			// The button that was pressed has the focus of its document.
			expect((await must("element_info", { ref })).text).toContain("focused");
		}
	},
	"at a point of an element": async ({ open, must, call, value }) => {
		await open(
			`<div id="map" role="application" aria-label="Map" style="position:relative;width:300px;height:200px;margin:30px;background:#ccc" onclick="at.push([event.offsetX, event.offsetY])"></div><script>at = []</script>`,
		);
		await must("click_at", { selector: "#map", x: 12, y: 34 });
		await must("click_at", { role: "application", name: "Map", x: 290, y: 190, clickCount: 2 });
		expect(await value("at")).toEqual([
			[12, 34],
			[290, 190],
			[290, 190],
		]);
		const far = await call("click_at", { selector: "#map", x: 301, y: 10 });
		expect(far.code).toBe("bad_args");
		expect(far.text).toContain("300 × 200");
	},
	"a press that is held": async ({ open, must, value }) => {
		await open(
			`<button style="width:100px;height:40px" onmousedown="from = event.timeStamp" onmouseup="held = event.timeStamp - from">Hold</button><script>held = 0</script>`,
		);
		await must("click_at", { selector: "button", x: 10, y: 10, holdMs: 400 });
		expect(Number(await value("held"))).toBeGreaterThanOrEqual(390);
	},
	"what was pressed is let go where nobody waits for it any more": async (context) => {
		const ways = {
			click_at: { selector: "#a", x: 10, y: 10, holdMs: 10_000 },
			drag: { from: { selector: "#a" }, onto: { selector: "#b" } },
		};
		for (const [tool, args] of Object.entries(ways)) await givenUp(context, tool, args);
	},
	"at a point of a picture of the viewport": async ({ open, must, call, value }) => {
		await open(`${points}<div style="height:4000px;width:900px"></div>`);
		await must("scroll", { y: 600 });
		const whole = nameIn((await must("screenshot")).text);
		await must("click_at", { picture: whole, x: 120, y: 80 });
		expect(await value("at")).toEqual([[120, 680]]);
		const small = (await must("screenshot", { maxSide: 400 })).text;
		const scale = Number(/scale ([\d.]+)/.exec(small)?.[1]);
		await must("click_at", { picture: nameIn(small), x: 50, y: 40 });
		const [, [x, y] = []] = (await value("at")) as number[][];
		expect(Math.abs(Number(x) - 50 / scale)).toBeLessThan(2);
		expect(Math.abs(Number(y) - 600 - 40 / scale)).toBeLessThan(2);
		await must("scroll", { y: 100 });
		const scrolled = await call("click_at", { picture: whole, x: 120, y: 80 });
		expect(scrolled.code).toBe("stale_ref");
		expect(scrolled.text).toContain("scrolled");
		expect((await value("at.length")) as number).toBe(2);
	},
	"at a point of a picture of the page, or of one element": async ({ open, must, value }) => {
		await open(
			`${points}<div style="height:2500px"></div><div id="box" role="img" aria-label="Box" style="width:200px;height:100px;margin-left:50px;background:red"></div><div style="height:800px"></div>`,
		);
		const page = (await must("screenshot", { fullPage: true, maxSide: 0 })).text;
		await must("click_at", { picture: nameIn(page), x: 60, y: 2000 });
		const box = (await must("screenshot", { selector: "#box" })).text;
		await must("click_at", { picture: nameIn(box), x: 150, y: 50 });
		const [whole = [], one = []] = (await value("at")) as number[][];
		expect(whole).toEqual([60, 2000]);
		const corner = (await value(
			"(() => { const { x, y } = box.getBoundingClientRect(); return [x + scrollX, y + scrollY]; })()",
		)) as number[];
		expect([(one[0] ?? 0) - (corner[0] ?? 0), (one[1] ?? 0) - (corner[1] ?? 0)]).toEqual([150, 50]);
	},
	"a picture of another page, and what is no picture": async ({ open, must, call, value }) => {
		await open(points);
		const old = nameIn((await must("screenshot")).text);
		await open(points);
		expect((await call("click_at", { picture: old, x: 5, y: 5 })).code).toBe("stale_ref");
		for (const picture of ["p1", "", "e4", "p0_0_0_v_abc"])
			expect((await call("click_at", { picture, x: 5, y: 5 })).code, picture).toBe("bad_args");
		expect((await call("click_at", { picture: old, ref: "e1", x: 5, y: 5 })).code).toBe("bad_args");
		expect((await call("click_at", { x: 5, y: 5 })).code).toBe("bad_args");
		expect((await call("click_at", { selector: "html", x: -5, y: 5 })).code).toBe("bad_args");
		const out = await call("click_at", { picture: nameIn((await must("screenshot")).text), x: 90_000, y: 5 });
		expect(out.code).toBe("not_found");
		expect(await value("at")).toEqual([]);
	},
	"a point of a picture where a frame is": async ({ open, must, call, sister, path }) => {
		await open(
			`<iframe style="position:absolute;left:0;top:0;border:0" src="${sister.page(path(), "<button>Inside</button>")}"></iframe>`,
		);
		const answer = await call("click_at", { picture: nameIn((await must("screenshot")).text), x: 60, y: 60 });
		expect(answer.code).toBe("not_actionable");
		expect(answer.text).toContain("use the refs of what is in it");
	},
	"what is held while the page goes elsewhere": async ({ must, open, serve }) => {
		const next = serve("<h1>Next</h1>");
		await open(`<button onpointerdown="location = '${next}'">Hold</button>`);
		const { text } = await must("click_at", { selector: "button", x: 5, y: 5, holdMs: 600 });
		expect(text).toContain(`navigated to ${next}`);
		await must("click", { selector: "h1" });
	},
	"a drag by mouse in a frame": (context) =>
		dragInFrame(
			context,
			`<p>Above</p><iframe src="${context.serve(byMouse)}" width="400" height="250"></iframe>`,
			"moved",
		),
	"a drag by mouse in a frame of another process": (context) =>
		dragInFrame(
			context,
			`<p>Above</p><iframe src="${context.sister.page(context.path(), byMouse)}" width="400" height="250" style="transform:scale(1.2);transform-origin:0 0"></iframe>`,
			"moved",
		),
	"a drag and drop in a frame": (context) =>
		dragInFrame(
			context,
			`<p>Above</p><iframe src="${context.serve(byDrop)}" width="400" height="250"></iframe>`,
			"Thing dropped",
		),
	"a drag and drop in a frame of another process": (context) =>
		dragInFrame(
			context,
			`<p>Above</p><iframe src="${context.sister.page(context.path(), byDrop)}" width="400" height="250"></iframe>`,
			"Thing dropped",
		),
	"a drag from a page into a frame is refused": async ({ open, must, call, serve }) => {
		await open(`<button>Out</button><iframe src="${serve("<button>In</button>")}"></iframe>`);
		const { text } = await must("snapshot");
		const answer = await call("drag", {
			from: { ref: refOf(text, '"Out"') },
			onto: { ref: refOf(text, '"In"') },
		});
		expect(answer.code).toBe("unsupported");
	},
	"what has no name is found by its text": async ({ open, must, value }) => {
		await open(`<div onclick="count++">Only a part</div><p>Only a part of it</p><script>count = 0</script>`);
		await must("click", { name: "Only a part" });
		expect(await value("count")).toBe(1);
	},
	"what goes while it is pressed is not called clicked": async ({ open, must, value }) => {
		await open(`<button onmousedown="this.replaceWith(this.cloneNode(true))">Go</button><button onclick="this.remove()">Stop</button>
			<script>count = 0; addEventListener("click", () => count++)</script>`);
		const note = "it was pressed and not clicked";
		const { text } = await must("click", { name: "Go" });
		expect(text).toMatch(/^pressed button "Go"/);
		expect(text).toContain(note);
		expect(await value("count")).toBe(0);
		expect((await must("click", { name: "Stop" })).text).not.toContain(note);
		expect(await value("count")).toBe(1);
	},
	"what moves while it is pressed is not called clicked": async ({ open, must, value }) => {
		// Below the pointer lies another when it is let go; or it was put anew where it stood.
		for (const move of ["append(this)", "insertBefore(this, this.nextSibling)"]) {
			await open(`<div><button onmousedown="this.parentNode.${move}" onclick="count++">One</button><button onclick="count++">Two</button></div>
				<script>count = 0</script>`);
			const { text } = await must("click", { name: "One" });
			expect(text, move).toMatch(/^pressed button "One"/);
			expect(text, move).toContain("it was pressed and not clicked");
			expect(await value("count"), move).toBe(0);
			expect((await must("click", { name: "Two" })).text, move).toMatch(/^clicked button "Two"/);
			expect(await value("count"), move).toBe(1);
		}
	},
	"what goes while it is pressed, and something is asked of a server": async (context) => {
		const { open, must, value, site, path } = context;
		let answer = () => {};
		const slow = site.handle(path(), (_request, response) => {
			answer = () => response.end("late");
		});
		await open(
			`<button onmousedown="fetch('${slow}').then(() => { document.title = 'answered' }); this.replaceWith(this.cloneNode(true))" onclick="count++">Go</button><script>count = 0</script>`,
		);
		const clicked = must("click", { name: "Go" });
		await until("it was asked for", () => site.hits(new URL(slow).pathname) === 1);
		answer();
		expect((await clicked).text).toContain("it was pressed and not clicked");
		expect(await value("count")).toBe(0);
	},
	"a press that takes long, and one that a page keeps for itself, are clicks": async ({
		open,
		must,
		value,
	}) => {
		await open(`<button onclick="count++">Go</button><script>count = 0;
			addEventListener("pointermove", () => { const end = performance.now() + 600; while (performance.now() < end); }, { once: true })</script>`);
		expect((await must("click", { name: "Go" })).text).toMatch(/^clicked button "Go"/);
		expect(await value("count")).toBe(1);
	},
	"documents that a script has opened anew": async ({ open, must, value }) => {
		const write = (target: string) =>
			`const d = ${target}; d.open(); d.write("<button onclick='n++'>Go</button><script>n = 0<\\/script>"); d.close();`;
		await open(
			`<iframe id="f"></iframe><script>${write("document.querySelector('iframe').contentDocument")}</script>`,
		);
		const ref = refOf((await must("snapshot")).text, '"Go"');
		expect((await must("click", { ref })).text).toContain(`clicked button "Go" [${ref}]`);
		expect(await value("document.querySelector('iframe').contentWindow.n")).toBe(1);
		await open("<p>First</p>");
		await value(`(() => { ${write("document")} })()`);
		expect((await must("click", { name: "Go" })).text).toMatch(/^clicked button "Go"/);
		expect(await value("n")).toBe(1);
	},
	"a press that is held in a frame": async ({ open, must, value, serve }) => {
		const inner = serve(`<button>Hold</button><script>seen = [];
			for (const name of ["pointerdown", "pointermove", "pointerup", "click"]) addEventListener(name, (event) => seen.push(name + event.buttons));
			addEventListener("pointerdown", () => parent.document.body.append(Object.assign(document.createElement("div"), { style: "position:fixed;inset:0;background:#8888" })))</script>`);
		await open(`<iframe src="${inner}"></iframe>`);
		const ref = refOf((await must("snapshot")).text, '"Hold"');
		const { text } = await must("click_at", { ref, x: 10, y: 10, holdMs: 200 });
		expect(text).toContain(`clicked button "Hold" [${ref}]`);
		const seen = (await value("document.querySelector('iframe').contentWindow.seen")) as string[];
		expect(seen.slice(seen.indexOf("pointerdown1"))).toEqual(["pointerdown1", "pointerup0", "click0"]);
	},
	"what is drawn anew at the last moment is found by its words again": async ({ open, must, value }) => {
		for (const target of [{ name: "Go" }, { selector: "button" }]) {
			await open(`<button>Go</button><script>count = 0; addEventListener("click", () => count++);
				addEventListener("mousemove", () => { const b = document.querySelector("button"); b.replaceWith(b.cloneNode(true)) }, { once: true })</script>`);
			expect((await must("click", target)).text).toMatch(/^clicked button "Go"/);
			expect(await value("count")).toBe(1);
		}
	},
});
