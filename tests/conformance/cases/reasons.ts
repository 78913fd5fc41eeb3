// Why something cannot be acted on: each reason has words of its own, and nothing is pressed.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

const counted = "<script>count = 0</script>";
const button = (more = "", words = "Press") => `<button id="b" onclick="count++" ${more}>${words}</button>`;

/** The button cannot be clicked, in these words, and was not. */
async function refused(context: CaseContext, body: string, words: RegExp, selector = "#b"): Promise<void> {
	const { open, call, value } = context;
	await open(`${counted}${body}`);
	const answer = await call("click", { selector });
	expect(answer.code, answer.text).toBe("not_actionable");

	expect(answer.text).toMatch(words);
	expect(await value("count")).toBe(0);
}

export const reasonCases = group("reasons", {
	"covered names the cover, with a ref": (context) =>
		refused(
			context,
			`${button()}<div role="alert" style="position:fixed;inset:0;background:#fff">Wait</div>`,
			/covered by alert[^[]*\[e\d+\]/,
		),
	"under a modal dialog": (context) =>
		refused(
			context,
			`${button()}<dialog id="d" aria-label="Cookies"><button>Close</button></dialog><script>d.showModal()</script>`,
			/covered by dialog "Cookies" \[e\d+\]/,
		),
	disabled: (context) => refused(context, button("disabled"), /not actionable: disabled/),
	"disabled by a fieldset": (context) =>
		refused(context, `<fieldset disabled>${button()}</fieldset>`, /not actionable: disabled/),
	"not by a fieldset whose legend it is in": async ({ open, must, value }) => {
		await open(`${counted}<fieldset disabled><legend>${button()}</legend></fieldset>`);
		await must("click", { selector: "#b" });
		expect(await value("count")).toBe(1);
	},
	"disabled by aria": (context) =>
		refused(context, button('aria-disabled="true"'), /not actionable: disabled/),
	inert: (context) => refused(context, `<div inert>${button()}</div>`, /disabled \(inert\)/),
	"not drawn": (context) => refused(context, button('style="display:none"'), /not actionable: hidden/),
	invisible: (context) => refused(context, button('style="visibility:hidden"'), /not actionable: hidden/),
	"without a size": (context) =>
		refused(
			context,
			'<div id="b" role="button" tabindex="0" onclick="count++" style="width:0;height:0;overflow:hidden">Press</div>',
			/zero size/,
		),
	"outside of the page for good": (context) =>
		refused(context, button('style="position:fixed;left:-500px;width:80px"'), /outside of viewport/),
	"under what its parent draws over it": (context) =>
		refused(
			context,
			`<style>#ps { position: relative } #ps::after { content: ""; position: absolute; inset: 0 }</style><div id="ps">${button()}</div>`,
			/covered by the ::after of <div#ps> \[e\d+\]/,
		),
	"takes no pointer input": (context) =>
		refused(context, `<div>${button('style="pointer-events:none"')}</div>`, /takes no pointer input/),
	"animated for ever": async ({ open, call, value }) => {
		await open(
			`${counted}<style>@keyframes go { to { transform: translateX(300px) } }</style>${button('style="animation:go 400ms linear infinite alternate"')}`,
		);
		const answer = await call("click", { selector: "#b" });
		// Where a tab in the background is not drawn yet the button stands still, and is clicked.
		if (answer.code === undefined) expect(await value("count")).toBe(1);
		else {
			expect(answer.code, answer.text).toBe("not_actionable");
			expect(answer.text).toMatch(/not actionable: moving/);
			expect(await value("count")).toBe(0);
		}
	},
	"turning on the spot for ever": async ({ open, must, value }) => {
		await open(
			`${counted}<style>@keyframes glow { to { opacity: .5 } }</style>${button('style="animation:glow 300ms infinite alternate"')}`,
		);
		await must("click", { selector: "#b" });
		expect(await value("count")).toBe(1);
	},
	"taken out of the page": async ({ open, must, call, value }) => {
		await open(`${counted}${button()}`);
		const ref = refOf((await must("snapshot")).text, "Press");
		await value("document.querySelector('#b').remove()");
		expect((await call("click", { ref })).code).toBe("stale_ref");
	},
	"on a page that was left": async ({ open, must, call, value }) => {
		await open(`${counted}${button()}`);
		const ref = refOf((await must("snapshot")).text, "Press");
		await open(`${counted}${button()}`);
		expect((await call("click", { ref })).code).toBe("stale_ref");
		expect(await value("count")).toBe(0);
	},
	"in a frame that was taken out": async ({ open, must, call, value, sister, path }) => {
		await open(`<iframe src="${sister.page(path(), "<button>Inside</button>")}"></iframe>`);
		const ref = refOf((await must("snapshot")).text, "Inside");
		await value("document.querySelector('iframe').remove()");
		expect((await call("click", { ref })).code).toBe("stale_ref");
	},
	"what comes over it at the last moment is not pressed": async ({ open, call, value }) => {
		await open(
			`<script>wrong = 0; count = 0;
			onmousemove = () => { over.style.display = "block"; };</script>${button('style="width:200px;height:80px"')}
			<button id="over" onclick="wrong++" onmousedown="wrong++" style="display:none;position:fixed;inset:0;width:100%">Pay</button>`,
		);
		const answer = await call("click", { selector: "#b" });
		expect(answer.code, answer.text).toBe("not_actionable");
		expect(answer.text).toMatch(/covered by button "Pay" \[e\d+\]/);
		expect(await value("[count, wrong]")).toEqual([0, 0]);
		await value("onmousemove = null; over.remove()");
		expect((await call("click", { selector: "#b" })).code).toBeUndefined();
		expect(await value("count")).toBe(1);
	},
	"nor a link, nor a box, nor in a frame": async ({ open, must, call, value, sister, path }) => {
		const inner = sister.page(
			path(),
			`<script>onmousemove = () => { over.style.display = "block"; };</script><button style="width:200px;height:80px">Meant</button>
			<label id="over" style="display:none;position:fixed;inset:0"><input type="checkbox" id="box" onchange="parent.postMessage(1, '*')"> Take all</label>`,
		);
		await open(`<script>count = 0; onmessage = () => count++;</script><iframe src="${inner}"></iframe>`);
		const ref = refOf((await must("snapshot")).text, "Meant");
		const answer = await call("click", { ref });
		expect(answer.code, answer.text).toBe("not_actionable");
		expect(await value("count")).toBe(0);
		const there = path("there");
		await open(
			`<script>onmousemove = () => { over.style.display = "block"; };</script>${button('style="width:200px;height:80px"')}
			<a id="over" href="${there}" style="display:none;position:fixed;inset:0">Away</a>`,
		);
		expect((await call("click", { selector: "#b" })).code).toBe("not_actionable");
		expect((await call("type", { selector: "#b", text: "x" })).code).toBe("not_actionable");
		expect(await value("location.pathname")).not.toBe(there);
	},
	"a hidden option names its list": async ({ open, call }) => {
		await open("<label>Colour <select><option>Red<option id='b'>Blue</select></label>");
		const answer = await call("click", { selector: "#b" });
		expect(answer.code).toBe("not_actionable");
		expect(answer.text).toMatch(/closed list; choose it in combobox "Colour" \[e\d+\]/);
	},
	"by its name, too": async ({ open, call, value }) => {
		await open(
			`${counted}<div style="position:relative">${button()}<div style="position:absolute;inset:0;background:#fff">lid</div></div>`,
		);
		const { code, text } = await call("click", { name: "Press" });
		expect(code, text).toBe("not_actionable");
		expect(text).toMatch(/button "Press" \[e\d+\] is not actionable: it cannot be seen \(covered by /);
		expect(await value("count")).toBe(0);
	},
});
