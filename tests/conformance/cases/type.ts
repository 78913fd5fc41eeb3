// type: every kind of field, checked by what the page then holds.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

export const typeCases = group("type", {
	"a field by ref, and the receipt names it": async ({ must, open, value }) => {
		await open('<label>Name <input id="f"></label>');
		const ref = refOf((await must("snapshot")).text, "Name");
		expect((await must("type", { ref, text: "Ada" })).text).toContain('typed into textbox "Name"');
		expect(await value("f.value")).toBe("Ada");
	},
	"text is added unless clear is set": async ({ must, open, value }) => {
		await open('<input id="f" value="Ada">');
		await must("type", { selector: "#f", text: " Lovelace" });
		expect(await value("f.value")).toBe("Ada Lovelace");
		await must("type", { selector: "#f", text: "Grace", clear: true });
		expect(await value("f.value")).toBe("Grace");
	},
	"keys are added to what is there, wherever the press hits": async ({ must, open, value }) => {
		const lines = ["one", "two", "three", "four", "five"].join("\n");
		const fields = [
			'<input id="f" value="The quick brown fox jumps over the lazy dog and more text here" size="20">',
			'<input id="f" autofocus value="abc">',
			'<input id="f" type="number" value="1200">',
			'<input id="f" type="email" value="ada@example.">',
			'<input id="f" value="all of it" onfocus="this.select()">',
			`<textarea id="f" rows="5">${lines}</textarea>`,
		];
		for (const field of fields) {
			await open(field);
			const before = String(await value("f.value"));
			await must("type", { selector: "#f", text: "42", keyEvents: true });
			expect(await value("f.value")).toBe(`${before}42`);
		}
		await open('<div id="f" contenteditable><p>one</p><p>two</p><p>three</p></div>');
		await must("type", { selector: "#f", text: "42", keyEvents: true });
		expect(await value("f.innerText.trim().split(/\\n+/)")).toEqual(["one", "two", "three42"]);
	},
	"a text area keeps its lines": async ({ must, open, value }) => {
		await open('<textarea id="f"></textarea>');
		await must("type", { selector: "#f", text: "one\ntwo\n\nthree" });
		expect(await value("f.value")).toBe("one\ntwo\n\nthree");
	},
	"an editable region": async ({ must, open, value }) => {
		await open('<div id="f" contenteditable>old</div>');
		await must("type", { selector: "#f", text: "new words", clear: true });
		expect(await value("f.innerText")).toBe("new words");
	},
	"an editable region in a tab in the background": async ({ must, newTab, serve, value }) => {
		const back = await newTab(serve('<div id="f" contenteditable></div>'));
		await newTab(serve("<p>front</p>"));
		await must("type", { selector: "#f", text: "still here", tabId: back });
		expect(await value("f.innerText", back)).toBe("still here");
	},
	"unicode, quotes and angle brackets": async ({ must, open, value }) => {
		const text = `ünï 日本語 \u{1f469}‍\u{1f4bb} "quoted" <b>'x'</b> \\ \``;
		await open('<input id="f">');
		await must("type", { selector: "#f", text });
		expect(await value("f.value")).toBe(text);
	},
	"a text of a hundred thousand characters": async ({ must, open, value }) => {
		await open('<textarea id="f"></textarea>');
		await must("type", { selector: "#f", text: "x".repeat(100_000) });
		expect(await value("f.value.length")).toBe(100_000);
	},
	"the page hears input and change": async ({ must, open, value }) => {
		await open(
			`<input id="f"><script>seen = [];
			for (const type of ["input", "change"]) f.addEventListener(type, () => seen.push(type));</script>`,
		);
		await must("type", { selector: "#f", text: "a" });
		expect(await value("[...new Set(seen)]")).toEqual(["input", "change"]);
	},
	"Enter sends the form": async ({ must, site, path }) => {
		const action = path("found");
		site.handle(action, (request, response) => {
			const word = new URL(request.url ?? "/", site.origin).searchParams.get("q");
			response.writeHead(200, { "content-type": "text/html" }).end(`<p>found ${word}</p>`);
		});
		await must("navigate", { url: site.page(path(), `<form action="${action}"><input name="q"></form>`) });
		const { text } = await must("type", { selector: "input", text: "reins", pressEnter: true });
		expect(text).toContain("navigated to");
		expect((await must("get_text")).text).toBe("found reins");
		expect(site.hits(action)).toBe(1);
	},
	"dates, numbers and colours as a whole": async ({ must, call, open, value }) => {
		await open('<input id="d" type="date"><input id="n" type="number"><input id="c" type="color">');
		await must("type", { selector: "#d", text: "2026-07-28" });
		await must("type", { selector: "#n", text: "12.5" });
		await must("type", { selector: "#c", text: "#FF8800" });
		expect(await value("[d.value, n.value, c.value]")).toEqual(["2026-07-28", "12.5", "#ff8800"]);
		expect((await call("type", { selector: "#d", text: "tomorrow" })).code).toBe("not_actionable");
	},
	"what takes no text is refused": async ({ call, open, value }) => {
		await open(
			`<h1>Title</h1><input id="a" type="checkbox"><input id="b" disabled><input id="c" readonly>
			<select id="d"><option>One</option></select>`,
		);
		for (const selector of ["h1", "#a", "#b", "#c", "#d"]) {
			expect((await call("type", { selector, text: "x" })).code, selector).toBe("not_actionable");
		}
		expect(await value("b.value + c.value")).toBe("");
	},
	"a page that changes the text is told of": async ({ must, open, value }) => {
		await open(`<input id="f" oninput="this.value = this.value.toUpperCase()">`);
		expect((await must("type", { selector: "#f", text: "ada" })).text).toContain("something else");
		expect(await value("f.value")).toBe("ADA");
	},
	"a field with a greatest length": async ({ must, open, value }) => {
		await open('<input id="f" maxlength="3">');
		expect((await must("type", { selector: "#f", text: "12345" })).text).toContain("something else");
		expect(await value("f.value")).toBe("123");
	},
	"an empty text with clear empties the field": async ({ must, open, value }) => {
		await open('<input id="f" value="old">');
		await must("type", { selector: "#f", text: "", clear: true });
		expect(await value("f.value")).toBe("");
	},
	"a field that leads to another page at once": async ({ open, must, serve }) => {
		const next = serve("<h1>Next</h1>");
		for (const leads of [`oninput="location.href='${next}'"`, 'onchange="this.form.submit()"']) {
			for (let round = 0; round < 3; round += 1) {
				await open(`<form action="${next}"><input aria-label="Field" name="q" ${leads}></form>`);
				const { text } = await must("type", { label: "Field", text: `word ${round}` });
				expect(text, leads).toMatch(/^typed into textbox "Field"/);
				expect(text, leads).toContain("navigated to");
			}
		}
	},
});
