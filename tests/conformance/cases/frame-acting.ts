// Acting inside of frames: the press lands on what was meant, wherever the frame is drawn.

import { refOf, until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

/** A page that tells its server of every press on its button. */
function pressable(context: CaseContext, more = ""): { url: string; hits(): number } {
	const { sister, path } = context;
	const hit = path("hit");
	sister.handle(hit, (_request, response) => response.writeHead(204).end());
	const url = sister.page(
		path(),
		`${more}<button onclick="fetch('${hit}'); this.textContent = 'Pressed'">Press</button>`,
	);
	return { url, hits: () => sister.hits(hit) };
}

async function press(context: CaseContext, body: (url: string) => string, more = ""): Promise<void> {
	const { open, must } = context;
	const target = pressable(context, more);
	await open(body(target.url));
	const ref = refOf((await must("snapshot")).text, "Press");
	const receipt = await must("click", { ref });
	expect(receipt.text).toContain("the page changed");
	expect((await must("get_text", { ref })).text).toBe("Pressed");
	// Requests of frames are not waited for.
	await until("the server is told", async () => target.hits() > 0);
	expect(target.hits()).toBe(1);
}

export const frameActingCases = group("frame-acting", {
	"a button in a frame of another process": (context) =>
		press(context, (url) => `<iframe src="${url}"></iframe>`),
	"below the fold of the page": (context) =>
		press(
			context,
			(url) =>
				`<div style="height:3000px"></div><iframe src="${url}"></iframe><div style="height:3000px"></div>`,
		),
	"below the fold of the frame": (context) =>
		press(context, (url) => `<iframe src="${url}"></iframe>`, '<div style="height:2000px"></div>'),
	"with border, padding and margin": (context) =>
		press(
			context,
			(url) => `<iframe src="${url}" style="border:7px solid;padding:11px;margin:30px 0 0 55px"></iframe>`,
		),
	scaled: (context) =>
		press(
			context,
			(url) =>
				`<iframe src="${url}" style="transform:scale(1.7) translate(20px,15px);transform-origin:0 0"></iframe>`,
		),
	turned: (context) =>
		press(context, (url) => `<iframe src="${url}" style="margin:120px;transform:rotate(30deg)"></iframe>`),
	zoomed: (context) => press(context, (url) => `<div style="zoom:1.5"><iframe src="${url}"></iframe></div>`),
	"in a frame of the page's own process, between two processes": (context) =>
		press(context, (url) => {
			const middle = context.serve(`<p>Middle</p><iframe src="${url}"></iframe>`);
			return `<div style="height:60px"></div><iframe src="${middle}" width="500" height="400"></iframe>`;
		}),
	"three processes deep": (context) =>
		press(context, (url) => {
			const middle = context.serve(`<p>Inner</p><iframe src="${url}" style="margin-left:33px"></iframe>`);
			const outer = context.sister.page(
				context.path("outer"),
				`<p>Outer</p><iframe src="${middle}" width="450" height="350"></iframe>`,
			);
			return `<div style="height:70px"></div><iframe src="${outer}" width="550" height="500"></iframe>`;
		}),
	"a frame that goes elsewhere has changed": async (context) => {
		const { open, must, serve, site, sister, path } = context;
		const body = "<h1>Arrived</h1><p>there</p>";
		const late = site.handle(path("late"), (_request, response) => {
			setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end(body), 150);
		});
		for (const there of [serve(body), sister.page(path("there"), body), late]) {
			const form = `<form action="${there}"><input name="q" aria-label="Where"></form>`;
			const here = serve(`<a href="${there}">Go</a>${form}`);
			for (const go of [
				() => must("click", { name: "Go" }),
				() => must("type", { label: "Where", text: "x", pressEnter: true }),
			]) {
				await open(`<p>page</p><iframe src="${here}"></iframe>`);
				expect((await go()).text).toContain("the page changed");
				await must("wait_for", { text: "Arrived" });
			}
		}
	},
	"a frame that a box, a list or the answer to a dialog leads elsewhere": async (context) => {
		const { open, must, serve, sister, path } = context;
		const body = "<h1>Arrived</h1><p>there</p>";
		for (const there of [serve(body), sister.page(path("there"), body)]) {
			const here = serve(`<label><input type="checkbox" onclick="location.href = '${there}'"> Agree</label>
				<label>Town <select onchange="location.href = '${there}'"><option>Ulm<option>Bonn</select></label>
				<button onclick="if (confirm('Sure?')) location.href = '${there}'">Leave</button>`);
			for (const go of [
				() => must("check", { label: "Agree" }),
				() => must("select_option", { label: "Town", options: ["Bonn"] }),
				async () => {
					await must("click", { name: "Leave" });
					return must("dialog", { accept: true });
				},
			]) {
				await open(`<p>page</p><iframe src="${here}"></iframe>`);
				const { text } = await go();
				expect(text).toContain("the page changed");
				expect(text).not.toContain("keep");
				await must("wait_for", { text: "Arrived" });
			}
		}
	},
	"where no scripts run, in a frame and in the page": async (context) => {
		const { open, must, call, site, path } = context;
		const body = "<details><summary>More</summary>all of it</details><label>Name <input></label>";
		const alone = site.handle(path("alone"), (_request, response) => {
			const headers = { "content-type": "text/html", "content-security-policy": "sandbox" };
			response.writeHead(200, headers).end(body);
		});
		const visit = [
			() => open(`<p>mail</p><iframe sandbox="allow-same-origin" srcdoc="${body}"></iframe>`),
			() => must("navigate", { url: alone }),
		];
		for (const go of visit) {
			await go();
			const started = performance.now();
			expect((await must("click", { name: "More" })).text).toContain('+ text "all of it"');
			expect((await must("type", { label: "Name", text: "Ada" })).text).toContain('= "Ada"');
			expect((await must("click", { name: "More" })).text).toContain('− text "all of it"');
			expect((await call("wait_for", { text: "never", timeout: 200 })).code).toBe("timeout");
			expect(performance.now() - started).toBeLessThan(4_000);
		}
	},
	"something over the frame is in the way, and is named as such": async (context) => {
		const { open, must, call } = context;
		const target = pressable(context);
		await open(
			`<iframe src="${target.url}"></iframe><div style="position:fixed;inset:0;background:#fff8">Cover</div>`,
		);
		const ref = refOf((await must("find", { role: "button" })).text, "Press");
		expect((await call("click", { ref })).code).toBe("not_actionable");
		expect(target.hits()).toBe(0);
	},
	"a frame of a site that nobody has allowed is not pressed": async ({
		open,
		must,
		call,
		stranger,
		path,
	}) => {
		const hit = path("hit");
		stranger.handle(hit, (_request, response) => response.writeHead(204).end());
		const url = stranger.page(path(), `<body onclick="fetch('${hit}')" style="height:100px">Theirs`);
		await open(`<iframe src="${url}" title="Theirs"></iframe>`);
		const ref = refOf((await must("snapshot")).text, "Theirs");
		expect((await call("click", { ref })).code).toBe("not_actionable");
		expect(stranger.hits(hit)).toBe(0);
	},
	"nor one in a closed shadow root, which the page cannot see": async ({ open, call, stranger, path }) => {
		const hit = path("hit");
		stranger.handle(hit, (_request, response) => response.writeHead(204).end());
		const url = stranger.page(path(), `<body onclick="fetch('${hit}')" style="height:100px">Theirs`);
		await open(
			`<div id="host" role="button" tabindex="0" style="width:300px;height:150px">Press</div><script>
			host.attachShadow({ mode: "closed" }).innerHTML = '<iframe src="${url}" style="width:300px;height:150px;border:0"></iframe>';
			</script>`,
		);
		expect((await call("click", { selector: "#host" })).code).toBe("not_actionable");
		expect(stranger.hits(hit)).toBe(0);
	},
	"Enter goes nowhere when a frame has taken the focus": async ({ open, call, value, stranger, path }) => {
		const hit = path("hit");
		stranger.handle(hit, (_request, response) => response.writeHead(204).end());
		const url = stranger.page(
			path(),
			`<input id="theirs"><script>addEventListener("keydown", () => fetch("${hit}"));
			addEventListener("message", () => theirs.focus());</script>`,
		);
		await open(
			`<input id="ours"><iframe id="grab" src="${url}"></iframe><script>
			ours.oninput = () => { grab.focus(); grab.contentWindow.postMessage(1, "*"); };</script>`,
		);
		const answer = await call("type", { selector: "#ours", text: "Ada", pressEnter: true });
		expect(answer.code, answer.text).toBe("input_not_delivered");
		expect(await value("document.querySelector('#ours').value")).toBe("Ada");
		expect(stranger.hits(hit)).toBe(0);
	},
	"what appears with a closed root is a change": async ({ open, must }) => {
		await open(
			`<script>customElements.define("x-note", class extends HTMLElement { constructor() { super();
				this.attachShadow({ mode: "closed" }).innerHTML = "<p>Noted</p>"; } });</script>
			<button onclick="document.body.append(document.createElement('x-note'))">Note</button>`,
		);
		expect((await must("click", { selector: "button" })).text).toContain("the page changed");
	},
	"a field in a frame is filled, and Enter is its own": async (context) => {
		const { open, must, sister, path } = context;
		const sent = path("sent");
		sister.page(sent, "<p>Sent</p>");
		const url = sister.page(path(), `<form action="${sent}"><label>Name <input name="who"></label></form>`);
		await open(`<iframe src="${url}"></iframe>`);
		const ref = refOf((await must("snapshot")).text, "Name");
		await must("type", { ref, text: "Ada" });
		expect((await must("form_values")).text).toContain('"Ada"');
		await must("type", { ref, text: "Ada", clear: true, pressEnter: true });
		expect(sister.hits(sent)).toBe(1);
	},
	"nothing changed in a frame is said": async (context) => {
		const { open, must, sister, path } = context;
		await open(`<iframe src="${sister.page(path(), "<button>Idle</button>")}"></iframe>`);
		const ref = refOf((await must("snapshot")).text, "Idle");
		expect((await must("click", { ref })).text).toContain("nothing changed");
	},
	"a frame that moves away is not missed": async (context) => {
		const { open, must, call } = context;
		const target = pressable(context);
		await open(
			`<iframe id="runs" src="${target.url}" style="position:absolute;top:0"></iframe><button id="under" style="position:absolute;top:10px;left:10px;width:300px;height:100px;z-index:-1" onclick="document.title='Wrong'">Wrong</button>`,
		);
		const ref = refOf((await must("snapshot")).text, "Press");
		await context.value("document.querySelector('#runs').style.top = '400px'; 1");
		await call("click", { ref });
		expect(await context.value("document.title")).not.toBe("Wrong");
		expect(target.hits()).toBe(1);
	},
	"keys go to the frame that has the focus, however deep": async (context) => {
		const { open, must, sister, path } = context;
		const deep = sister.page(path("deep"), '<input aria-label="Deep">');
		const url = sister.page(path(), `<input aria-label="Inner"><iframe src="${deep}"></iframe>`);
		await open(`<iframe src="${url}"></iframe>`);
		for (const name of ["Inner", "Deep"]) {
			await must("click", { name });
			const { text } = await must("press", { key: "x" });
			expect(text).toMatch(new RegExp(`^~ textbox "${name}" \\[f\\d+e\\d+\\] = "x"$`, "m"));
		}
	},
	"keys go to no frame that nobody allowed": async ({ open, call, must, stranger, path }) => {
		const hit = path("hit");
		stranger.handle(hit, (_request, response) => response.writeHead(204).end());
		const url = stranger.page(path(), `<script>addEventListener("keydown", () => fetch("${hit}"))</script>`);
		await open(`<button onclick="theirs.focus()">Lose</button><iframe id="theirs" src="${url}"></iframe>`);
		await must("click", { name: "Lose" });
		const { code, text } = await call("press", { key: "x" });
		expect(["policy_denied", "needs_approval"], text).toContain(code);
		expect(text).toContain("Nothing was done.");
		expect(stranger.hits(hit)).toBe(0);
	},
});
