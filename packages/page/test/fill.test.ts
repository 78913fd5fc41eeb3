// Fields left as typing would leave them, frameworks and editors included, and nothing claimed that is not so.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();
const fill = (selector: string, text: string, clear = true) =>
	page().call("fill", { target: { selector }, text, clear });
const value = (selector: string) => page().evaluate(`document.querySelector("${selector}").value`);

describe("text", () => {
	it("replaces or appends, sends input and change, and keeps the focus", async () => {
		await page().open('<label>Name <input id="a" value="Ada"></label>');
		await page().evaluate(`globalThis.seen = []; for (const name of ["focus", "input", "change", "blur"])
			document.querySelector("#a").addEventListener(name, (e) => seen.push([name, e.inputType, e.data, e.composed].join(" ").trim()))`);
		expect(await fill("#a", " Lovelace", false)).toEqual({
			ref: "e1",
			role: "textbox",
			name: "Name",
			verified: true,
		});
		expect(await value("#a")).toBe("Ada Lovelace");
		expect(await page().evaluate("seen.filter((one) => !one.startsWith('focus'))")).toEqual([
			"input insertText  Lovelace true",
			"change   false",
		]);
		expect(await fill("#a", "Grace")).toMatchObject({ verified: true });
		expect(await value("#a")).toBe("Grace");
		expect(await page().evaluate("document.activeElement.id")).toBe("a");
		await fill("#a", "");
		expect(await value("#a")).toBe("");
	});

	it("reaches a field that a framework controls by its own value property", async () => {
		await page().open('<input id="a">');
		// As React does: writes through the element are tracked, and an input event without a real change is dropped.
		await page().evaluate(`
			const input = document.querySelector("#a");
			const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
			let tracked = "", state = "";
			Object.defineProperty(input, "value", {
				configurable: true,
				get() { return native.get.call(this); },
				set(next) { tracked = next; native.set.call(this, next); },
			});
			input.addEventListener("input", () => {
				const now = native.get.call(input);
				if (now !== tracked) { tracked = now; state = now; }
				native.set.call(input, state);
			});
			globalThis.stateOf = () => state;`);
		expect(await fill("#a", "typed")).toMatchObject({ verified: true });
		expect(await page().evaluate("stateOf()")).toBe("typed");
	});

	it("says so when the page changes what was written", async () => {
		await page().open('<input id="a"><input id="b" maxlength="3">');
		await page().evaluate(
			`document.querySelector("#a").oninput = (e) => { e.target.value = e.target.value.replace(/\\D/g, "") }`,
		);
		expect(await fill("#a", "12-34")).toMatchObject({ verified: false });
		expect(await value("#a")).toBe("1234");
		expect(await fill("#b", "12345")).toMatchObject({ verified: false });
		expect(await value("#b")).toBe("123");
	});

	it("goes into text areas with line ends, through labels, into shadow roots and passwords", async () => {
		await page().open(
			'<label id="l">Note <textarea id="t"></textarea></label><input id="p" type="password"><div id="h"></div>',
		);
		await page().evaluate(
			'document.querySelector("#h").attachShadow({mode: "open"}).innerHTML = "<input class=deep>"',
		);
		expect(await fill("#l", "one\r\ntwo")).toMatchObject({ name: "Note", verified: true });
		expect(await value("#t")).toBe("one\ntwo");
		expect(await fill("#p", "hunter2")).toMatchObject({ verified: true });
		expect(await page().snapshot()).not.toContain("hunter2");
		expect(await fill(".deep", "in")).toMatchObject({ verified: true });
		expect(await page().line('"in"')).toContain("focused");
	});
});

describe("typed inputs", () => {
	it.each([
		["number", "3.5", "3.5"],
		["date", "2026-02-28", "2026-02-28"],
		["time", "09:30", "09:30"],
		["datetime-local", "2026-02-28T09:30", "2026-02-28T09:30"],
		["month", "2026-02", "2026-02"],
		["week", "2026-W07", "2026-W07"],
		["color", "#FF0000", "#ff0000"],
		["range", "40", "40"],
		["email", "a@b.example", "a@b.example"],
	])("take %s %s", async (type, text, expected) => {
		await page().open(`<input id="a" type="${type}">`);
		expect(await fill("#a", text)).toMatchObject({ verified: true });
		expect(await value("#a")).toBe(expected);
	});

	it.each([
		["number", "twelve", /wants a number/],
		["date", "28.02.2026", /YYYY-MM-DD/],
		["date", "2026-02-30", /YYYY-MM-DD/],
		["time", "9 o'clock", /hh:mm/],
		["color", "red", /#rrggbb/],
		["range", "140", /within the range and on a step \(min 0, max 100\)/],
	])("refuse %s %s, saying what they want, and stay as they were", async (type, text, message) => {
		await page().open(`<input id="a" type="${type}" ${type === "range" ? "min=0 max=100" : ""}>`);
		const before = await value("#a");
		const failure = await page().failure("fill", { target: { selector: "#a" }, text, clear: true });
		expect(failure.code).toBe("not_actionable");
		expect(failure.message).toMatch(message);
		expect(await value("#a")).toBe(before);
	});
});

describe("contenteditable", () => {
	it("is replaced and appended to with the browser's own editing events", async () => {
		await page().open('<div id="a" contenteditable aria-label="Note"><p>Old <b>text</b></p></div>');
		await page().evaluate(
			`globalThis.seen = []; document.querySelector("#a").addEventListener("beforeinput", (e) => seen.push(e.inputType))`,
		);
		expect(await fill("#a", " more", false)).toMatchObject({ role: "textbox", name: "Note", verified: true });
		expect(await page().evaluate('document.querySelector("#a").innerText.trim()')).toBe("Old text more");
		expect(await fill("#a", "New")).toMatchObject({ verified: true });
		expect(await page().evaluate('document.querySelector("#a").innerText.trim()')).toBe("New");
		expect(await fill("#a", "")).toMatchObject({ verified: true });
		expect(await page().evaluate("seen[0]")).toBe("insertText");
	});

	it("that keeps but the first of several lines, a frame later, is reported as not verified", async () => {
		await page().open('<div id="a" contenteditable></div>');
		await page().evaluate(`(() => {
			const editor = document.querySelector("#a");
			editor.addEventListener("beforeinput", ({ inputType, data }) => {
				if (inputType === "insertText") requestAnimationFrame(() => { editor.textContent = data });
			});
		})()`);
		expect(await fill("#a", "one\ntwo")).toMatchObject({ verified: false });
		expect(await fill("#a", "one")).toMatchObject({ verified: true });
	});

	it("that keeps its own text is reported as not verified", async () => {
		await page().open('<div id="a" contenteditable>fixed</div>');
		await page().evaluate(
			'document.querySelector("#a").addEventListener("beforeinput", (e) => e.preventDefault())',
		);
		expect(await fill("#a", "New")).toMatchObject({ verified: false });
	});
});

describe("refuses", () => {
	it.each([
		['<input id="a" type="checkbox">', /it is a checkbox; click it/],
		['<input id="a" type="radio">', /it is a radio; click it/],
		['<input id="a" type="file">', /upload/],
		['<input id="a" type="submit">', /it is a button; click it/],
		['<select id="a"><option>x</select>', /use select_option/],
		['<input id="a" disabled>', /disabled/],
		['<input id="a" readonly>', /readonly/],
		['<textarea id="a" style="display:none"></textarea>', /hidden/],
		['<div id="a">text</div>', /no text field/],
		['<div inert><input id="a"></div>', /inert/],
	])("%s", async (html, message) => {
		await page().open(html);
		const failure = await page().failure("fill", {
			target: { selector: "#a" },
			text: "hunter2",
			clear: true,
		});
		expect(failure.code).toBe("not_actionable");
		expect(failure.message).toMatch(message);
		expect(JSON.stringify(failure)).not.toContain("hunter2");
	});
});
