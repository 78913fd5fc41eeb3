// click: real input, an honest receipt, and a refusal with the reason.

import { refOf, until } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

const note = '<p id="note">nothing</p>';
const say = (word: string) => `note.textContent = '${word}'`;

export const clickCases = group("click", {
	"what is still fading in is waited for, by its ref and by its name": async ({ must, open }) => {
		await open(
			`<style>@keyframes in { from { opacity: 0 } } #w button { animation: in 0.2s 0.2s both }</style><button onclick="w.innerHTML = '<button>First</button> <button>Second</button>'">Menu</button><div id="w"></div>`,
		);
		for (const name of ["First", "Second"]) {
			const { text } = await must("click", { name: "Menu" });
			const ref = new RegExp(`^\\+ button "${name}" \\[(e\\d+)\\]$`, "m").exec(text)?.[1];
			expect(ref).toBeDefined();
			const words = name === "First" ? { ref } : { role: "button", name };
			expect((await must("click", words)).text).toContain(`clicked button "${name}" [${ref}]`);
		}
	},
	"two that are still fading in and are called the same": async ({ call, must, open }) => {
		await open(
			`<style>@keyframes in { from { opacity: 0 } } #w button { animation: in 0.2s 0.2s both }</style><button onclick="w.innerHTML = '<button>Same</button> <button>Same</button>'">Menu</button><div id="w"></div>`,
		);
		await must("click", { name: "Menu" });
		expect((await call("click", { name: "Same" })).code).toBe("ambiguous");
	},
	"what is hidden and moves for ever is not waited for": async ({ call, open }) => {
		await open(
			`<style>@keyframes turn { to { rotate: 1turn } } #b { opacity: 0; animation: turn 1s infinite }</style><p>calm</p><button id="b">Ghost</button>`,
		);
		for (const target of [{ selector: "#b" }, { name: "Ghost" }]) {
			const started = performance.now();
			expect((await call("click", target)).code).toBe("not_actionable");
			expect(performance.now() - started).toBeLessThan(900);
		}
	},
	"a button by ref": async ({ must, open }) => {
		await open(`${note}<button onclick="${say("pressed")}">Press</button>`);
		const ref = refOf((await must("snapshot")).text, "Press");
		const { text } = await must("click", { ref });
		expect(text).toContain(`clicked button "Press" [${ref}]`);
		expect(text).toContain("the page changed");
		expect((await must("get_text", { selector: "#note" })).text).toBe("pressed");
	},
	"a button by selector": async ({ must, open }) => {
		await open(`${note}<button id="b" onclick="${say("pressed")}">Press</button>`);
		await must("click", { selector: "#b" });
		expect((await must("get_text", { selector: "#note" })).text).toBe("pressed");
	},
	"the input is trusted and is done once": async ({ must, open, value }) => {
		await open("<button>Press</button><script>seen = []; onclick = (e) => seen.push(e.isTrusted)</script>");
		await must("click", { selector: "button" });
		expect(await value("seen")).toEqual([true]);
	},
	"the whole sequence of events arrives in order": async ({ must, open, value }) => {
		await open(
			`<button>Press</button><script>seen = [];
			for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
				addEventListener(type, () => seen.push(type));</script>`,
		);
		await must("click", { selector: "button" });
		expect(await value("seen")).toEqual(["pointerdown", "mousedown", "pointerup", "mouseup", "click"]);
	},
	"nothing changed is said": async ({ must, open }) => {
		await open("<button>Idle</button>");
		expect((await must("click", { selector: "button" })).text).toContain("nothing changed");
	},
	"a double click": async ({ must, open }) => {
		await open(`${note}<button ondblclick="${say("double")}">Press</button>`);
		await must("click", { selector: "button", clickCount: 2 });
		expect((await must("get_text", { selector: "#note" })).text).toBe("double");
	},
	"the right button": async ({ must, open }) => {
		await open(`${note}<button oncontextmenu="${say("menu")}; return false">Press</button>`);
		await must("click", { selector: "button", button: "right" });
		expect((await must("get_text", { selector: "#note" })).text).toBe("menu");
	},
	"a checkbox and its label": async ({ must, open, value }) => {
		await open('<label for="box">I agree</label><input type="checkbox" id="box">');
		await must("click", { selector: "#box" });
		expect(await value("box.checked")).toBe(true);
		await must("click", { selector: "label" });
		expect(await value("box.checked")).toBe(false);
	},
	"a radio button": async ({ must, open }) => {
		await open(
			'<label><input type="radio" name="r"> Red</label><label><input type="radio" name="r"> Blue</label>',
		);
		await must("click", { ref: refOf((await must("snapshot")).text, "Blue") });
		expect((await must("snapshot")).text).toMatch(/radio "Blue" \[e\d+\] checked/);
	},
	"what opens by a summary": async ({ must, open }) => {
		await open("<details><summary>More</summary><p>inside</p></details>");
		await must("click", { selector: "summary" });
		expect((await must("get_text")).text).toContain("inside");
	},
	"a link leads on, and the receipt says where": async ({ must, open, serve }) => {
		const there = serve("<h1>There</h1>", "<title>Over there</title>");
		await open(`<a href="${there}">Go</a>`);
		expect((await must("click", { selector: "a" })).text).toContain(`navigated to ${there} "Over there"`);
		expect((await must("get_text")).text).toBe("There");
	},
	"a link whose server does not answer is still loading": async ({ must, open, path, site, serve }) => {
		const silent = site.handle(path("silent"), () => {});
		await open(`<a href="${silent}">Go</a>`);
		expect((await must("click", { selector: "a" })).text).toContain(`still loading ${silent}`);
		await must("navigate", { url: serve("<p>on</p>") });
	},
	"links that the page keeps to itself lead nowhere": async ({ must, open, value }) => {
		await open(
			`<a id="kept" href="/elsewhere">Kept</a><a id="routed" href="/route">Routed</a><p id="view">home</p>
			<script>kept.onclick = () => false;
			navigation.onnavigate = (event) => event.intercept({ handler: async () => { view.textContent = "routed" } })</script>`,
		);
		expect((await must("click", { selector: "#kept" })).text).toContain("nothing changed");
		const routed = (await must("click", { selector: "#routed" })).text;
		expect(routed).toContain("/route");
		expect(routed).not.toContain("loading");
		expect(await value("view.textContent")).toBe("routed");
	},
	"a link to a fragment": async ({ must, open }) => {
		const url = await open('<a href="#part">Go</a><h2 id="part">Part</h2>');
		expect((await must("click", { selector: "a" })).text).toContain(`${url}#part`);
	},
	"a form is sent with what it holds": async ({ must, site, path }) => {
		const action = path("sent");
		site.handle(action, (_request, response, body) => {
			response.writeHead(200, { "content-type": "text/html" }).end(`<p>${body}</p>`);
		});
		const url = site.page(
			path(),
			`<form method="post" action="${action}"><input name="a" value="1"><button>Send</button></form>`,
		);
		await must("navigate", { url });
		await must("click", { selector: "button" });
		expect((await must("get_text")).text).toBe("a=1");
		expect(site.hits(action)).toBe(1);
	},
	"what lies below is scrolled to": async ({ must, open, value }) => {
		await open(`${note}<div style="height:4000px"></div><button onclick="${say("low")}">Low</button>`);
		await must("click", { selector: "button" });
		expect((await must("get_text", { selector: "#note" })).text).toBe("low");
		expect(await value("scrollY")).toBeGreaterThan(0);
	},
	"a covered button names the cover": async ({ call, open }) => {
		await open(
			`${note}<button onclick="${say("pressed")}">Press</button>
			<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:white">Accept?</div>`,
		);
		const answer = await call("click", { selector: "button" });
		expect(answer.code).toBe("not_actionable");
		expect(answer.text).toContain("Cookies");
	},
	"disabled, hidden and inert are refused": async ({ call, open, value }) => {
		await open(
			`<button disabled id="a" onclick="count++">A</button>
			<button id="b" style="display:none" onclick="count++">B</button>
			<div inert><button id="c" onclick="count++">C</button></div><script>count = 0</script>`,
		);
		for (const selector of ["#a", "#b", "#c"]) {
			expect((await call("click", { selector })).code, selector).toBe("not_actionable");
		}
		expect(await value("count")).toBe(0);
	},
	"not found, ambiguous, bad selector": async ({ call, open }) => {
		await open("<button>One</button><button>Two</button>");
		expect((await call("click", { selector: "video" })).code).toBe("not_found");
		expect((await call("click", { selector: "!!" })).code).toBe("bad_selector");
		const many = await call("click", { selector: "button" });
		expect(many.code).toBe("ambiguous");
		expect(many.text).toMatch(/button "Two" \[e\d+\]/);
	},
	"a moving button is waited for": async ({ must, open }) => {
		await open(
			`<style>@keyframes in { from { transform: translateX(300px) } } button { animation: in 200ms }</style>
			${note}<button onclick="${say("pressed")}">Press</button>`,
		);
		await must("click", { selector: "button" });
		expect((await must("get_text", { selector: "#note" })).text).toBe("pressed");
	},
	"a click that works a while is waited for": async ({ must, open }) => {
		await open(`${note}<button onclick="setTimeout(() => { ${say("late")} }, 20)">Press</button>`);
		await must("click", { selector: "button" });
		await until(
			"the page has changed",
			async () => (await must("get_text", { selector: "#note" })).text === "late",
		);
	},
	"a button in the shadow": async ({ must, open, value }) => {
		await open(
			`<div id="host"></div><script>count = 0;
			host.attachShadow({ mode: "open" }).innerHTML = "<button>Deep</button>";
			host.shadowRoot.querySelector("button").onclick = () => count++;</script>`,
		);
		await must("click", { ref: refOf((await must("snapshot")).text, "Deep") });
		expect(await value("count")).toBe(1);
	},
	"thirty clicks are thirty clicks": async ({ must, open, value }) => {
		await open("<button onclick='count++'>Press</button><script>count = 0</script>");
		for (let count = 0; count < 30; count++) await must("click", { selector: "button" });
		expect(await value("count")).toBe(30);
	},
	"drawings of which only the lines take input": async ({ must, open, value }) => {
		const shape = (name: string, markup: string) =>
			`<svg width="200" height="200">${markup.replace("*", `role="button" aria-label="${name}" onclick="count++" fill="none" stroke="red"`)}</svg>`;
		await open(`<script>count = 0</script>${shape("Ring", '<circle * cx="100" cy="100" r="80" stroke-width="12"/>')}
			${shape("Line", '<polyline * points="10,190 100,150 190,10" stroke-width="3"/>')}
			${shape("Part", '<g * transform="rotate(20 100 100) scale(0.8)"><path d="M10 150 Q 90 20 190 150" stroke-width="4"/></g>')}
			<div style="transform: rotate(10deg)">${shape("Turned", '<rect * x="30" y="30" width="140" height="140" stroke-width="4"/>')}</div>`);
		for (const name of ["Ring", "Line", "Part", "Turned"]) await must("click", { name });
		expect(await value("count")).toBe(4);
	},
	"in a tab in the background": async ({ must, newTab, serve, value }) => {
		const back = await newTab(serve("<button onclick='count++'>Press</button><script>count = 0</script>"));
		await newTab(serve("<p>front</p>"));
		for (let count = 0; count < 5; count++) await must("click", { selector: "button", tabId: back });
		expect(await value("count", back)).toBe(5);
	},
});
