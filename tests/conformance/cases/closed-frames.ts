// Frames of sites that nobody has allowed, in pages that are open: whatever the page does, what was meant for it goes
// nowhere else, and what such a frame says is not told.

import { type Site, until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

type Kind = "of the same process" | "of another process";

/** A page of a closed site that notes what it hears, and tells its own server when it is asked to. */
function listener({ lodger, stranger, path, value }: CaseContext, kind: Kind) {
	const site: Site = kind === "of the same process" ? lodger : stranger;
	const told = path("told");
	const url = site.page(
		path("listener"),
		`<body style="height:300px"><input><script>
		const heard = [];
		for (const name of ["keydown", "keypress", "input", "keyup", "mousedown", "mouseup", "click", "drop"])
			addEventListener(name, ({ key = "" }) => heard.push(name + key), true);
		addEventListener("dragover", (event) => event.preventDefault());
		addEventListener("message", () => fetch("${told}/" + heard.join("-")));
		fetch("${told}-ready");
		</script>`,
	);
	const ready = () => until("the frame is there", () => site.hits(`${told}-ready`) > 0);
	const heard = async () => {
		await value("document.querySelector('iframe').contentWindow.postMessage(1, '*'); 1");
		const answer = () => site.requests.find((request) => request.path.startsWith(`${told}/`))?.path;
		return (await until("the frame has told", answer)).slice(told.length + 1);
	};
	return { url, ready, heard };
}

/** A frame that lies over all of the page, and is not shown. */
const hidden = (url: string) =>
	`<iframe id="f" src="${url}" style="position:absolute;left:0;top:0;width:400px;height:300px;visibility:hidden"></iframe>`;
const button =
	'<button id="go" style="position:absolute;left:50px;top:50px;width:120px;height:40px">Go</button>';

/** The same with a frame of either process. */
function both(table: Record<string, (context: CaseContext, kind: Kind) => Promise<void>>) {
	const kinds: Kind[] = ["of the same process", "of another process"];
	return Object.fromEntries(
		Object.entries(table).flatMap(([name, run]) =>
			kinds.map((kind) => [`${name}, ${kind}`, (context: CaseContext) => run(context, kind)] as const),
		),
	);
}

export const closedFrameCases = group(
	"closed-frames",
	both({
		"keys do not follow the focus into it": async (context, kind) => {
			const frame = listener(context, kind);
			await context.open(
				`<input id="go"><iframe id="f" src="${frame.url}"></iframe><script>
				let keys = 0;
				go.onkeydown = () => { if (++keys === 3) f.contentWindow.focus(); };</script>`,
			);
			await frame.ready();
			await context.must("click", { selector: "#go" });
			const { code, text } = await context.call("press", { key: "a", times: 20 });
			expect(code, text).toBe("input_not_delivered");
			expect(text).toContain("2 of 20 keys were pressed");
			expect(await frame.heard()).toBe("");
			expect(await context.value("go.value")).toBe("aa");
		},
		"nor does the rest of a key": async (context, kind) => {
			const frame = listener(context, kind);
			await context.open(
				`<input id="go"><iframe id="f" src="${frame.url}"></iframe><script>
				go.onkeydown = () => f.contentWindow.focus();</script>`,
			);
			await frame.ready();
			const { code, text } = await context.call("type", { selector: "#go", text: "S", keyEvents: true });
			expect(code, text).toBe("input_not_delivered");
			expect(await frame.heard()).toBe("");
		},
		"nor does its end": async (context, kind) => {
			const frame = listener(context, kind);
			await context.open(
				`<input id="go"><iframe id="f" src="${frame.url}"></iframe><script>
				go.onkeypress = () => f.contentWindow.focus();</script>`,
			);
			await frame.ready();
			await context.must("click", { selector: "#go" });
			await context.call("press", { key: "S" });
			expect(await frame.heard()).toBe("");
		},
		"Tab leads into it, and no further": async (context, kind) => {
			const frame = listener(context, kind);
			await context.open(`<input id="go"><iframe id="f" src="${frame.url}"></iframe><input id="after">`);
			await frame.ready();
			await context.must("click", { selector: "#go" });
			const { code, text } = await context.call("press", { key: "Tab", times: 3 });
			expect(code, text).toBe("input_not_delivered");
			expect(text).toContain("1 of 3 keys were pressed");
			expect(await frame.heard()).toBe("");
		},
		"a move that brings it up is followed by no press": async (context, kind) => {
			const frame = listener(context, kind);
			await context.open(
				`${button}${hidden(frame.url)}<script>go.onmousemove = () => { f.style.visibility = "visible"; };</script>`,
			);
			await frame.ready();
			const { code, text } = await context.call("click", { selector: "#go" });
			expect(code, text).toBe("not_actionable");
			expect(await frame.heard()).toBe("");
		},
		"a press that brings it up is followed by no other": async (context, kind) => {
			const frame = listener(context, kind);
			await context.open(
				`${button}${hidden(frame.url)}<script>
				let presses = 0;
				go.onmousedown = () => { presses += 1; };
				go.onclick = () => { f.style.visibility = "visible"; };</script>`,
			);
			await frame.ready();
			const { code, text } = await context.call("click", { selector: "#go", clickCount: 3 });
			expect(code, text).toBe("not_actionable");
			expect(text).toContain("pressed once");
			expect(await frame.heard()).toBe("");
			expect(await context.value("presses")).toBe(1);
		},
		"what is dragged is not let fall into it": async (context, kind) => {
			const frame = listener(context, kind);
			await context.open(
				`<div id="go" draggable="true" ondragstart="event.dataTransfer.setData('text/plain', 'data')" style="position:absolute;left:0;top:310px;width:100px;height:30px">Card</div>
				<div id="there" style="position:absolute;left:0;top:100px;width:300px;height:100px">There</div>${hidden(frame.url)}
				<script>addEventListener("dragstart", () => { f.style.visibility = "visible"; });</script>`,
			);
			await frame.ready();
			const { code, text } = await context.call("drag", {
				from: { selector: "#go" },
				onto: { selector: "#there" },
			});
			expect(code, text).toBe("not_actionable");
			expect(await frame.heard()).toBe("");
		},
		"what its dialog says is not told, and it is not agreed to": async (context, kind) => {
			const site = kind === "of the same process" ? context.lodger : context.stranger;
			const [asked, answered] = [context.path("asked"), context.path("answered")];
			const url = site.page(
				context.path("asks"),
				`<script>addEventListener("message", () => {
					fetch("${answered}-" + confirm("SECRET: delete the account?"));
				});
				fetch("${asked}");</script>`,
			);
			await context.open(
				`<button id="go" onclick="f.contentWindow.postMessage(1, '*')">Go</button><iframe id="f" src="${url}"></iframe>`,
			);
			await until("the frame is there", () => site.hits(asked) > 0);
			await context.must("click", { selector: "#go" });
			const read = () => context.call("get_text");
			const kept = await until("its dialog is open", async () => {
				const answer = await read();
				return answer.code === "dialog_open" ? answer : undefined;
			});
			expect(kept.text).not.toContain("SECRET");
			expect(kept.text).toContain(`of ${site.origin} waits`);
			const agreed = await context.call("dialog", { accept: true });
			expect(agreed.code, agreed.text).toBe("policy_denied");
			expect(agreed.text).not.toContain("SECRET");
			const written = await context.call("dialog", { accept: false, text: "yes" });
			expect(written.code, written.text).toBe("policy_denied");
			const { text } = await context.must("dialog", { accept: false });
			expect(text).toContain(`dismissed confirm of ${site.origin}, which may not be read`);
			await until("it is answered", () => site.hits(`${answered}-false`) > 0);
			expect(site.hits(`${answered}-true`)).toBe(0);
		},
		"what its scripts complain of is not told": async (context, kind) => {
			const site = kind === "of the same process" ? context.lodger : context.stranger;
			const [ready, done] = [context.path("ready"), context.path("done")];
			const url = site.page(
				context.path("complains"),
				`<script>addEventListener("message", (event) => {
					console.error("SECRET of the console");
					setTimeout(() => { throw new Error("SECRET of a script"); });
					setTimeout(() => event.source.postMessage(1, "*"), 20);
				});
				fetch("${ready}");</script>`,
			);
			// The action waits for what the page asks its server for.
			const release: (() => void)[] = [];
			context.site.handle(done, (_request, response) => {
				for (const go of release) go();
				response.end();
			});
			const slow = context.path("slow");
			context.site.handle(slow, (_request, response) => void release.push(() => response.end()));
			await context.open(
				`<button id="go">Go</button><iframe id="f" src="${url}"></iframe><script>
				addEventListener("message", () => { console.error("of our own"); fetch("${done}"); });
				go.onclick = () => { fetch("${slow}"); f.contentWindow.postMessage(1, "*"); };</script>`,
			);
			await until("the frame is there", () => site.hits(ready) > 0);
			const { text } = await context.must("click", { selector: "#go" });
			expect(text).toContain("of our own");
			expect(text).not.toContain("SECRET");
		},
	}),
);
