// What becomes of fields, boxes and lists a moment after they were set: dialogs that come with it, servers that answer,
// fields that others bring.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

const OTHER = "now holds something else than what was";

/** An address that answers after so many milliseconds. */
function late({ site, path }: CaseContext, milliseconds: number, answer = "x"): string {
	return site.handle(path(), (_request, response) => {
		setTimeout(() => response.end(answer), milliseconds);
	});
}

export const formMomentCases = group("forms", {
	"a form in a frame says what changed there": async (context) => {
		const { must, open, serve, sister, path, value } = context;
		const inner = `<input aria-label="F1"><input type="checkbox" aria-label="F2"><select aria-label="F3"><option>a<option>b</select>`;
		for (const url of [serve(inner), sister.page(path("sister"), inner)]) {
			await open(`<input id="p" aria-label="P"><iframe src="${url}"></iframe>`);
			const inFrame = [
				{ label: "F1", value: "x" },
				{ label: "F2", value: true },
				{ label: "F3", value: "b" },
			];
			const { text } = await must("fill_form", { fields: inFrame });
			expect(text).toMatch(/^filled in 3 fields\nthe page changed$/m);
			expect(text).toMatch(/textbox "F1" \[f\d+e\d+\].*"x"/);
			expect(text).toMatch(/checkbox "F2" \[f\d+e\d+\] checked/);
			expect(text).toMatch(/combobox "F3" \[f\d+e\d+\].*"b"/);
			const both = [
				{ label: "P", value: "outer" },
				{ label: "F1", value: "inner" },
			];
			for (const fields of [both, [...both].reverse()]) {
				await must("fill_form", { fields: both.map((field) => ({ ...field, value: "" })) });
				const told = (await must("fill_form", { fields })).text;
				expect(told).toMatch(/textbox "P" \[e\d+\].*"outer"/);
				expect(told).toMatch(/textbox "F1" \[f\d+e\d+\].*"inner"/);
			}
			expect(await value("p.value")).toBe("outer");
		}
	},
	"a form in two frames tells of both": async ({ must, open, serve }) => {
		const frames = ["A", "B"].map(
			(name) => `<iframe src="${serve(`<input aria-label="${name}">`)}"></iframe>`,
		);
		await open(`<p>page</p>${frames.join("")}`);
		const fields = ["A", "B"].map((label) => ({ label, value: `in ${label}` }));
		const { text } = await must("fill_form", { fields });
		expect(text).toMatch(/textbox "A" \[f\d+e\d+\].*"in A"/);
		expect(text).toMatch(/textbox "B" \[f\d+e\d+\].*"in B"/);
	},
	"a text that the page takes back when a server has answered is told": async (context) => {
		const { must, open, serve, value } = context;
		const answer = late(context, 150);
		const field = `<input id="i" aria-label="N" value="old"><script>i.onchange = async () => { await fetch("${answer}"); i.value = "old" }</script>`;
		await open(field);
		const typed = await must("type", { label: "N", text: "new", clear: true });
		expect(await value("i.value")).toBe("old");
		expect(typed.text).toContain(`${OTHER} typed`);
		const filled = await must("fill_form", { fields: [{ label: "N", value: "new" }] });
		expect(filled.text).toContain(`${OTHER} written`);
		await open(`<iframe src="${serve(field)}"></iframe>`);
		for (const keyEvents of [false, true]) {
			const { text } = await must("type", { label: "N", text: "new", clear: true, keyEvents });
			expect(text, String(keyEvents)).toContain(keyEvents ? "typed into" : `${OTHER} typed`);
		}
		expect((await must("fill_form", { fields: [{ label: "N", value: "new" }] })).text).toContain(OTHER);
	},
	"a text that the page takes back in its next turns, or for another field, is told": async ({
		must,
		open,
	}) => {
		await open(`<input id="i" aria-label="N"><p id="p"></p><script>i.onchange = () => { let turn = 0; const go = () => {
			p.textContent = ++turn; if (turn === 3) i.value = "old"; if (turn < 4) { const channel = new MessageChannel(); channel.port1.onmessage = go; channel.port2.postMessage(0) } };
			go() }</script>`);
		expect((await must("type", { label: "N", text: "new" })).text).toContain(`${OTHER} typed`);
		await open(
			`<input id="city" aria-label="City"><input aria-label="Country" onchange="city.value = ''"><input aria-label="Code">`,
		);
		const fields = ["City", "Country", "Code"].map((label) => ({ label, value: "x" }));
		const { text } = await must("fill_form", { fields });
		expect(text).toContain(`label \\"City\\"" ${OTHER} written`);
		expect(text).not.toContain(`label \\"Country\\"" ${OTHER}`);
	},
	"a text that is dressed up when the field is left, and one that is sent, are kept": async (context) => {
		const { must, open } = context;
		const answer = late(context, 50);
		await open(`<input aria-label="Sum" onblur="this.value = '1,234.00 EUR'"><input aria-label="Next">
			<form onsubmit="event.preventDefault(); fetch('${answer}').then(() => { q.value = '' })"><input id="q" aria-label="Say"></form>`);
		const fields = [
			{ label: "Sum", value: "1234" },
			{ label: "Next", value: "x" },
		];
		expect((await must("fill_form", { fields })).text).not.toContain(OTHER);
		expect((await must("type", { label: "Say", text: "hello", pressEnter: true })).text).not.toContain(OTHER);
	},
	"a field that goes when a server has answered is told": async (context) => {
		const { must, open } = context;
		const answer = late(context, 100);
		await open(
			`<input aria-label="N" onchange="fetch('${answer}').then(() => this.outerHTML = this.outerHTML)">`,
		);
		const { text } = await must("type", { label: "N", text: "new" });
		expect(text).toContain("the field is not there any more");
	},
	"a dialog that a choice opens says nothing of the choice": async ({ must, open, value }) => {
		await open(
			`<select id="s" aria-label="S"><option>a<option>b</select><script>s.onchange = () => { alert("chg") }</script>`,
		);
		const { text } = await must("select_option", { label: "S", options: ["b"] });
		expect(text).toContain('dialog_open: alert "chg"');
		expect(text).not.toContain("did not keep");
		expect(text).toContain("whether it was chosen is not known");
		await must("dialog", { accept: true });
		expect(await value("s.value")).toBe("b");
		await open(`<div id="cb" role="combobox" tabindex="0" aria-label="C" aria-expanded="false" aria-controls="lb">None</div><ul id="lb" role="listbox" hidden><li role="option">One</li></ul>
			<script>cb.onclick = () => { lb.hidden = false }; lb.onclick = () => { lb.hidden = true; alert("own"); cb.textContent = "One" }</script>`);
		const own = (await must("select_option", { label: "C", options: ["One"] })).text;
		expect(own).toContain('dialog_open: alert "own"');
		expect(own).not.toContain("did not keep");
		await must("dialog", { accept: true });
		expect(await value("cb.textContent")).toBe("One");
	},
	"a dialog that files open says nothing of the files": async ({ must, open, value, uploads }) => {
		const file = join(uploads, "moment.txt");
		writeFileSync(file, "text");
		await open(`<input id="f" type="file" aria-label="File" onchange="alert('got it')">`);
		const { text } = await must("upload", { label: "File", paths: [file] });
		expect(text).toContain('dialog_open: alert "got it"');
		expect(text).not.toContain("taken the files out");
		await must("dialog", { accept: true });
		expect(await value("f.files.length")).toBe(1);
	},
	"a dialog in a form says which fields were filled in, and of which it is not known": async (context) => {
		const { must, open, value } = context;
		await open(`<input id="a" aria-label="A"><input id="b" aria-label="B"><input id="c" aria-label="C">`);
		const fields = ["A", "B", "C"].map((label) => ({ label, value: "1" }));
		for (const [asks, count, left] of [
			["a", 0, true],
			["b", 1, true],
			["c", 2, false],
		] as const) {
			await value(
				`["a", "b", "c"].forEach((id) => { document.getElementById(id).value = ""; document.getElementById(id).onchange = id === "${asks}" ? () => alert("now") : null })`,
			);
			const { text } = await must("fill_form", { fields });
			expect(text).toContain(`filled in ${count} of 3 fields\ndialog_open: alert "now"`);
			expect(text).toContain(`whether "label \\"${asks.toUpperCase()}\\"" was filled in is not known`);
			expect(text.includes("those after it were left")).toBe(left);
			await must("dialog", { accept: true });
			expect(await value(`${asks}.value`)).toBe("1");
			expect(await value("c.value")).toBe(left ? "" : "1");
		}
	},
	"a dialog that a field opens says nothing of its text": async ({ must, open, serve }) => {
		await open(`<iframe src="${serve(`<input aria-label="F" onchange="alert('typed')">`)}"></iframe>`);
		const { text } = await must("type", { label: "F", text: "x" });
		expect(text).toContain('dialog_open: alert "typed"');
		expect(text).not.toContain(OTHER);
		await must("dialog", { accept: true });
	},
	"a box that asks first is not called checked": async ({ must, open, value }) => {
		await open(`<label><input type="checkbox" id="box" onclick="return confirm('Sure?')"> Sub</label>`);
		const { text } = await must("check", { label: "Sub" });
		expect(text).toMatch(/^began to check checkbox "Sub" \[e\d+\]\ndialog_open: confirm "Sure\?"/);
		expect(text).toContain("whether it is checked is not known");
		await must("dialog", { accept: false });
		expect(await value("box.checked")).toBe(false);
	},
	"a mixed box is set to what it is to be": async ({ call, must, open, value }) => {
		const native = `<label><input type="checkbox" id="box"> All</label><script>box.indeterminate = true; box.checked = START</script>`;
		const own = `<div id="box" role="checkbox" aria-checked="mixed" tabindex="0" onclick="this.ariaChecked = NEXT[this.ariaChecked]">All</div>`;
		const rounds = ["{mixed:'true',true:'false',false:'mixed'}", "{mixed:'false',false:'true',true:'mixed'}"];
		const pages = [
			...["true", "false"].map((start) => native.replace("START", start)),
			...rounds.map((next) => own.replace("NEXT", next)),
		];
		for (const page of pages) {
			for (const checked of [false, true]) {
				await open(page);
				const { text } = await must("check", { name: "All", checked });
				const now = "box.ariaChecked ? box.ariaChecked : String(!box.indeterminate && box.checked)";
				expect(await value(now), page + text).toBe(String(checked));
				expect(text).toContain(checked ? "checked checkbox" : "unchecked checkbox");
				expect(text).toContain("the page changed");
				await open(page);
				await must("fill_form", { fields: [{ role: "checkbox", name: "All", value: checked }] });
				expect(await value(now), page).toBe(String(checked));
			}
		}
		await open(
			`<button aria-pressed="mixed" onclick="this.ariaPressed = this.ariaPressed === 'mixed' ? 'true' : 'mixed'">Bold</button>`,
		);
		const { code, text } = await call("check", { name: "Bold", checked: false });
		expect(code, text).toBe("not_actionable");
	},
	"a form waits for fields that others bring": async (context) => {
		const { must, open, value } = context;
		const cities = late(context, 700, "Paris");
		const form = (setOff: string) => `<select id="country" aria-label="Country"><option>-<option>FR</select>
			<select id="city" aria-label="City"><option>-</select><script>country.onchange = () => { ${setOff} }</script>`;
		const fields = [
			{ label: "Country", value: "FR" },
			{ label: "City", value: "Paris" },
		];
		for (const setOff of [
			`fetch("${cities}").then((answer) => answer.text()).then((name) => city.append(new Option(name)))`,
			`fetch("${cities}").then((answer) => answer.text()).then((name) => setTimeout(() => city.append(new Option(name)), 200))`,
			`city.disabled = true; setTimeout(() => { city.disabled = false; city.append(new Option("Paris")) }, 300)`,
			`city.remove(); setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<label>City <input id=city></label>"), 300)`,
		]) {
			await open(form(setOff));
			expect((await must("fill_form", { fields })).text).toMatch(/^filled in 2 fields\nthe page changed/);
			expect(await value("document.getElementById('city').value")).toBe("Paris");
		}
	},
	"a form does not wait for long for fields that nothing brings": async ({ call, open }) => {
		await open(`<input aria-label="A"><select aria-label="City"><option>-</select>`);
		const fields = ["A", "City"].map((label) => ({ label, value: "Paris" }));
		const start = performance.now();
		const { code, text } = await call("fill_form", { fields });
		expect(code).toBe("not_found");
		expect(text).toContain("1 field was set before.");
		expect(performance.now() - start).toBeLessThan(2_500);
	},
	"boxes for one character each that move on are all right": async ({ must, open, value }) => {
		const boxes = (kind: string) =>
			`${[1, 2, 3, 4].map((at) => `<input aria-label="Digit ${at}" maxlength="1" ${kind} oninput="this.nextElementSibling?.focus?.()">`).join("")}<input aria-label="After" value="kept">`;
		for (const kind of ["", `autocomplete="one-time-code"`]) {
			await open(boxes(kind));
			const { text } = await must("type", { label: "Digit 1", text: "1234", keyEvents: true });
			expect(await value("[...document.querySelectorAll('input')].map((one) => one.value).join()")).toBe(
				"1,2,3,4,kept",
			);
			expect(text).not.toContain(OTHER);
		}
		await open(
			boxes("").replaceAll(
				"maxlength",
				`onkeydown="if (event.key === '3') event.preventDefault()" maxlength`,
			),
		);
		expect((await must("type", { label: "Digit 1", text: "1234", keyEvents: true })).text).toContain(OTHER);
	},
});
