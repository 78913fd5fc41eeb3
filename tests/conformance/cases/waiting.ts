// Waiting for more than what is on the page, and scrolling on until a text is there.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

/** A list in a scroller of its own that brings ten more lines whenever its end is reached, up to `count`. */
const growing = (count: number, delay: number) => `<div id="list" style="height: 200px; overflow: auto"></div>
	<script>
		let lines = 0, busy = false;
		const more = () => { for (let i = 0; i < 10 && lines < ${count}; i++) { const p = document.createElement("p"); p.textContent = "line " + ++lines + "."; list.append(p) } };
		more();
		list.onscroll = () => {
			if (busy || list.scrollTop + list.clientHeight < list.scrollHeight - 5) return;
			busy = true;
			setTimeout(() => { more(); busy = false }, ${delay});
		};
	</script>`;

export const waitingCases = group("waiting", {
	"a worker that is started is no request that waits": async ({ must, open, site, path }) => {
		const script = path("worker");
		site.handle(script, (_request, response) => {
			response.writeHead(200, { "content-type": "text/javascript" }).end("postMessage(1)");
		});
		for (const address of [`'${script}'`, "URL.createObjectURL(new Blob(['postMessage(1)']))"]) {
			await open(
				`<button onclick="w = new Worker(${address}); w.onmessage = () => { o.textContent = 'works' }">Go</button><p id="o"></p>`,
			);
			const { text } = await must("click", { selector: "button" });
			expect(text).not.toContain("not answered yet");
		}
	},
	"what has not come is named as it was asked for": async ({ call, open }) => {
		await open("<p>calm</p>");
		const { text } = await call("wait_for", { selector: "#never", timeout: 200 });
		expect(text).toContain('within 200 ms: selector "#never".');
	},
	"for a quiet network": async ({ must, open, site, path, value }) => {
		const data = site.handle(path("data"), (_request, response) => {
			setTimeout(() => response.end("x"), 400);
		});
		await open(
			`<script>rounds = 0; go = async () => { for (let i = 0; i < 3; i++) { await (await fetch("${data}")).text(); rounds++ } }</script>`,
		);
		// The first wait begins to look, the second has something to wait for.
		await must("wait_for", { loaded: true });
		await value("void setTimeout(go)");
		await must("wait_for", { networkQuiet: true });
		expect(await value("rounds")).toBe(3);
	},
	"for a network that is never quiet: no longer than the timeout": async ({ call, open, serve }) => {
		await open(`<script>setInterval(() => fetch("${serve("x")}"), 100)</script>`);
		const { code, text } = await call("wait_for", { networkQuiet: true, timeout: 1_000 });
		expect(code).toBe("timeout");
		expect(text).toContain("within 1000 ms: networkQuiet");
	},
	"for the load": async ({ must, call, site, path, value }) => {
		let finish = () => {};
		const image = site.handle(path("image"), (_request, response) => {
			finish = () => void response.writeHead(404).end();
		});
		const url = site.page(path(), `<p>text</p><img src="${image}" alt="">`);
		await must("navigate", { url, waitUntil: "domcontentloaded" });
		await until("the image is asked for", () => site.hits(path("image")) > 0);
		expect((await call("wait_for", { loaded: true, timeout: 200 })).text).toContain("loaded");
		finish();
		await must("wait_for", { loaded: true });
		expect(await value("document.readyState")).toBe("complete");
	},
	"for a script's value": async ({ must, open, value }) => {
		await open("<script>count = 0; setInterval(() => count++, 50)</script>");
		await must("wait_for", { function: "count > 5" });
		expect(await value("count > 5")).toBe(true);
	},
	"a script that throws is told when the time is over": async ({ call, open }) => {
		await open("<p>calm</p>");
		const { code, text } = await call("wait_for", { function: "nowhere.value", timeout: 300 });
		expect(code).toBe("timeout");
		expect(text).toMatch(/function, which threw "ReferenceError: nowhere is not defined/);
	},
	"for what a function says": async ({ must, call, open, value }) => {
		await open("<script>count = 0; setInterval(() => count++, 50)</script>");
		for (const [made, wanted] of [
			["() => count > 3", 3],
			["async () => count > 6", 6],
			["function () { return count > 9 }", 9],
			["() => count > 12;", 12],
			["function some() { return count > 15 } some()", 15],
			["const now = count; now > 18", 18],
			["false, count > 21", 21],
		] as const) {
			await must("wait_for", { function: made });
			expect(await value(`count > ${wanted}`), made).toBe(true);
		}
		for (const untrue of ["() => false", "parseInt('soon')", "() => 0n", "-0", "const is = 1; () => is"]) {
			expect((await call("wait_for", { function: untrue, timeout: 200 })).code, untrue).toBe("timeout");
		}
	},
	"for a value that cannot leave the page": async ({ must, open }) => {
		await open("<script>setTimeout(() => { app = { window } }, 200)</script>");
		for (const whole of ["window.app", "() => window.app"]) await must("wait_for", { function: whole });
	},
	"no longer than was said, and the page's own scripts go on": async ({ call, must, open, value }) => {
		// A turn of it that is ended in the middle brings no other.
		await open("<script>turns = 0; const turn = () => { setTimeout(turn); turns++ }; turn()</script>");
		for (const script of ["new Promise(() => {})", "fetch('/never').then(() => new Promise(() => {}))"]) {
			const start = performance.now();
			const { code, text } = await call("wait_for", { function: script, timeout: 300 });
			expect(code).toBe("timeout");
			expect(text).toContain("function, which did not answer");
			expect(performance.now() - start).toBeLessThan(6_000);
		}
		const turns = (await value("turns")) as number;
		await must("wait_for", { function: `turns > ${turns + 300}` });
	},
	"a ref that cannot come is called stale at once, and is gone": async ({ call, must, open, serve }) => {
		const inner = serve("<button>Inner</button>");
		await open(`<iframe src="${inner}"></iframe><button id="b">Outer</button>`);
		await must("wait_for", { text: "Inner" });
		const ref = /button "Inner" \[(f\d+e\d+)\]/.exec((await must("snapshot")).text)?.[1];
		await must("eval", { expression: "document.querySelector('iframe').remove()" });
		for (const state of ["hidden", "gone"]) await must("wait_for", { ref, state, timeout: 1_000 });
		for (const more of [{ text: "Never" }, { gone: "Outer" }]) {
			const answer = await call("wait_for", { ref, state: "gone", ...more, timeout: 200 });
			expect(answer.code, JSON.stringify(more)).toBe("timeout");
		}
		expect((await call("wait_for", { ref })).code).toBe("stale_ref");
		expect((await call("wait_for", { ref: "e99999" })).code).toBe("stale_ref");
		expect((await call("wait_for", { state: "hidden", timeout: 100 })).code).toBe("bad_args");
		await must("wait_for", { ref: "e99999", state: "gone" });
		// One that is only taken out may come back.
		const outer = /button "Outer" \[(e\d+)\]/.exec((await must("snapshot")).text)?.[1];
		await must("eval", {
			expression:
				"const b = document.querySelector('#b'); b.remove(); void setTimeout(() => document.body.append(b), 150)",
		});
		await must("wait_for", { ref: outer });
	},
	"for time alone, and not for long": async ({ must, call, open }) => {
		await open("<p>calm</p>");
		expect((await must("wait_for", { ms: 50 })).text).toMatch(/^so it is, after (5\d|[6-9]\d|\d{3,}) ms/);
		expect((await call("wait_for", { ms: 60_000 })).code).toBe("bad_args");
	},
	"for nothing is refused": async ({ call, open }) => {
		await open("<p>calm</p>");
		expect((await call("wait_for", {})).code).toBe("bad_args");
	},
	"for several things: what is missing is named": async ({ call, open }) => {
		await open("<p>calm</p>");
		const { text } = await call("wait_for", { text: "storm", url: "nowhere", timeout: 200 });
		expect(text).toContain("within 200 ms: url, text");
	},
	"over a page that replaces this one": async ({ must, open, serve }) => {
		const there = serve("<p>arrived</p>");
		await open(`<script>setTimeout(() => location.assign("${there}"), 200)</script>`);
		expect((await must("wait_for", { text: "arrived", url: there, loaded: true })).text).toContain(there);
	},
	"scrolls on until a text is there that comes with the end of a list": async ({ must, open, value }) => {
		await open(growing(60, 100));
		const { text } = await must("scroll", { untilText: "line 45." });
		expect(text).toMatch(/^"line 45\." is in view \[e\d+\]$/);
		expect(await value("list.scrollTop > 0 && lines >= 45 && lines < 60")).toBe(true);
	},
	"scrolls in the list that is named": async ({ must, open, value }) => {
		await open(`<div style="height: 3000px">tall</div>${growing(40, 50)}`);
		await must("scroll", { selector: "#list", untilText: "line 33." });
		expect(await value("lines >= 33")).toBe(true);
	},
	"scrolls through a list that draws only what is in view": async ({ must, open, value }) => {
		await open(`<div id="list" style="height: 200px; overflow: auto"><div id="all" style="height: 20000px; position: relative"></div></div>
			<script>
				const draw = () => {
					const first = Math.max(0, Math.floor(list.scrollTop / 20) - 5);
					all.innerHTML = Array.from({ length: 20 }, (_, i) => '<p style="margin: 0; position: absolute; top: ' + (first + i) * 20 + 'px">row ' + (first + i) + '.</p>').join("");
				};
				list.onscroll = draw;
				draw();
			</script>`);
		expect((await must("get_text")).text).not.toContain("row 80.");
		await must("scroll", { untilText: "row 80." });
		expect((await must("get_text")).text).toContain("row 80.");
		expect(await value("Math.abs(list.scrollTop - 1600) < 200")).toBe(true);
	},
	"a text that never comes: the end is named": async ({ call, open }) => {
		await open(growing(20, 50));
		const { code, text } = await call("scroll", { untilText: "line 99." });
		expect(code, text).toBe("not_found");
		expect(text).toContain("down to the end");
	},
	"scrolls on where a server takes its time to bring more": async ({ must, open, site, path, value }) => {
		const data = site.handle(path("data"), (_request, response) => {
			setTimeout(() => response.end("x"), 2_200);
		});
		await open(growing(25, 0).replace("setTimeout(", `fetch("${data}").then(`));
		await must("scroll", { untilText: "line 15." });
		expect(await value("list.scrollTop > 0")).toBe(true);
	},
	"a text that does not come while a server keeps its answer: that is told": async (context) => {
		const { call, open, site, path } = context;
		let answer = () => {};
		const data = site.handle(path("data"), (_request, response) => {
			answer = () => void response.end("x");
		});
		await open(growing(25, 0).replace("setTimeout(", `fetch("${data}").then(`));
		const start = performance.now();
		const { code, text } = await call("scroll", { untilText: "line 15." });
		expect(code).toBe("not_found");
		expect(text).toContain("a request of the page is not answered yet");
		expect(performance.now() - start).toBeLessThan(12_000);
		answer();
	},
	"scrolls to a text in a frame, and on in a list that is there": async ({
		must,
		open,
		serve,
		sister,
		path,
	}) => {
		const inner = `<p style="margin-top: 2000px">Deep down</p>${growing(40, 20)}`;
		for (const url of [serve(inner), sister.page(path("sister"), inner)]) {
			await open(`<div style="height: 1500px">tall</div><iframe src="${url}"></iframe>`);
			const { text } = await must("scroll", { untilText: "Deep down" });
			expect(text).toMatch(/^"Deep down" is in view \[f\d+e\d+\]$/);
			const line = /\[(f\d+e\d+)\]/.exec((await must("find", { text: "line 3." })).text)?.[1];
			const further = (await must("scroll", { ref: line, untilText: "line 33." })).text;
			expect(further).toMatch(/^"line 33\." is in view \[f\d+e\d+\]$/);
		}
	},
	"a wait keeps the page from nothing": async ({ must, open, value }) => {
		// The page stops it itself, after all others have heard of it: no browser is to ask anybody.
		await open(`<p>calm</p><script>
			setTimeout(() => {
				navigation.addEventListener("navigate", (event) => { stopped = event.defaultPrevented; event.preventDefault() });
				location.href = "mailto:ada@example.org";
				document.body.append("Done");
			}, 400);
		</script>`);
		await must("wait_for", { text: "Done" });
		expect(await value("stopped")).toBe(false);
	},
	"a script that cannot read something is run once a look, and says why": async ({ call, open, value }) => {
		for (const script of ["(n++, JSON.parse('{bad'))", "() => (n++, JSON.parse('{bad'))"]) {
			await open("<script>n = 0</script>");
			const { code, text } = await call("wait_for", { function: script, timeout: 300 });
			expect(code).toBe("timeout");
			expect(text).toContain('function, which threw "SyntaxError');
			const runs = (await value("n")) as number;
			await open("<script>n = 0</script>");
			await call("wait_for", { function: "(n++, false)", timeout: 300 });
			expect(runs).toBeLessThan(1.6 * ((await value("n")) as number));
		}
		expect((await call("wait_for", { function: "if (", timeout: 100 })).text).toContain("SyntaxError");
	},
	"a press that was stopped is no step that was done, also where nobody waits": async ({
		call,
		must,
		open,
		value,
	}) => {
		const at = (left: number) => `position:absolute;top:50px;left:${left}px;width:100px;height:40px`;
		const page = (
			times: number,
		) => `<button id="save" style="${at(50)}" onclick="done.push('save')">Save</button>
			<button id="other" style="${at(400)}" onclick="done.push('other')">Delete</button><button id="next" style="${at(600)}" onclick="done.push('next')">Next</button>
			<script>const done = []; let left = ${times};
			addEventListener("pointermove", ({ target }) => { if (target !== save || left-- <= 0) return;
				[save.style.left, other.style.left] = [other.style.left, save.style.left] })</script>`;
		const steps = ["#save", "#next"].map((selector) => ({ tool: "click", args: { selector } }));
		await open(page(1));
		await must("batch", { steps, settle: "none" });
		expect(await value("done.join()")).toBe("save,next");
		await open(page(100));
		const { code, text } = await call("batch", { steps, settle: "none" });
		expect(code).toBe("not_actionable");
		expect(text).toContain("it was stopped, and nothing was pressed");
		expect(await value("done.join()")).toBe("");
	},
	"steps that settle for none say that nobody waited": async ({ must, open, value }) => {
		await open("<script>count = 0</script><button onclick='count++'>Press</button>");
		const steps = [1, 2, 3].map(() => ({ tool: "click", args: { selector: "button" } }));
		const { text } = await must("batch", { steps, settle: "none" });
		expect(text.match(/^not waited for: what came of it is not known$/gm)).toHaveLength(3);
		await must("wait_for", { function: "count === 3" });
		expect((await must("batch", { steps })).text).not.toContain("not waited for");
		expect(await value("count")).toBe(6);
	},
	"two ways to scroll at once are refused": async ({ call, open }) => {
		await open("<p>calm</p>");
		expect((await call("scroll", { to: "top", untilText: "x" })).code).toBe("bad_args");
	},
	"for a text in a frame that comes, and one that goes": async ({ must, call, open, serve }) => {
		const inner = serve(
			`<p id="p">Loading</p><button onclick="setTimeout(() => { p.textContent = 'Ready' }, 300)">Go</button>`,
		);
		await open(`<p>Outside</p><iframe src="${inner}"></iframe>`);
		await must("wait_for", { text: "Loading" });
		expect((await call("wait_for", { gone: "Loading", timeout: 200 })).text).toContain("within 200 ms: gone");
		await must("click", { name: "Go" });
		await must("wait_for", { text: "Ready", gone: "Loading" });
		expect((await must("get_text")).text).toContain("Ready");
	},
	"for a state that there is not": async ({ call, open }) => {
		await open("<button>Go</button>");
		const { code, text } = await call("wait_for", { selector: "button", state: "purple" });
		expect(code).toBe("bad_args");
		expect(text).toContain("state: must be visible, hidden, ");
	},
});
