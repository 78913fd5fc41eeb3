// Keys and chords, text key by key, and where it goes.

import { expect } from "vitest";
import { group } from "../case.ts";

const heard = `<p id="k"></p><script>addEventListener("keydown", (e) => { k.textContent += [e.ctrlKey && "C", e.shiftKey && "S", e.altKey && "A", e.key, e.code, e.isTrusted].filter(Boolean).join("+") + ";" })</script>`;

export const keyboardCases = group("keyboard", {
	"Shift writes the other sign of a key": async ({ must, open, value }) => {
		await open(`<input id="f">${heard}`);
		await must("click", { selector: "#f" });
		for (const key of ["Shift+1", "Shift+/", "Shift+a", "Shift+?", "Shift+Z"]) await must("press", { key });
		expect(await value("f.value")).toBe("!?A?Z");
	},
	"named keys": async ({ must, open, value }) => {
		await open(heard);
		for (const key of ["Escape", "ArrowDown", "F2", "Home", "PageDown", "Delete"])
			await must("press", { key });
		expect(await value("k.textContent")).toBe(
			"Escape+Escape+true;ArrowDown+ArrowDown+true;F2+F2+true;Home+Home+true;PageDown+PageDown+true;Delete+Delete+true;",
		);
	},
	"a chord": async ({ must, open, value }) => {
		await open(heard);
		await must("press", { key: "Control+Shift+K" });
		expect(await value("k.textContent")).toContain("C+S+K+KeyK+true;");
	},
	"all is selected and replaced": async ({ must, open, value }) => {
		await open('<input id="i" aria-label="Field" value="before">');
		await must("click", { selector: "#i" });
		await must("press", { key: "Control+A" });
		await must("press", { key: "x" });
		expect(await value("i.value")).toBe("x");
	},
	"Tab moves the focus, Shift+Tab moves it back": async ({ must, open }) => {
		await open('<button id="a">A</button><button>B</button>');
		await must("click", { selector: "#a" });
		expect((await must("press", { key: "Tab" })).text).toContain('focus: button "B"');
		expect((await must("press", { key: "Shift+Tab" })).text).toContain('focus: button "A"');
	},
	"keys after Tab has led out of the page, and Tab into it again": async ({ must, open, value }) => {
		await open(`<button id="a">A</button>${heard}<button id="b">B</button>`);
		await must("click", { selector: "#b" });
		expect((await must("press", { key: "Tab" })).text).not.toContain("focus:");
		await must("press", { key: "F2" });
		expect(await value("k.textContent")).toContain("F2+F2+true;");
		expect((await must("press", { key: "Tab" })).text).toContain('focus: button "A"');
	},
	"Enter on a button presses it": async ({ must, open }) => {
		await open(`<button id="a" onclick="a.textContent = 'pressed'">A</button>`);
		await must("click", { selector: "#a" });
		await must("press", { key: "Enter" });
		expect((await must("get_text")).text).toBe("pressed");
	},
	"a key many times": async ({ must, open, value }) => {
		await open('<input id="i" aria-label="Field">');
		await must("click", { selector: "#i" });
		await must("press", { key: "a", times: 5 });
		expect(await value("i.value")).toBe("aaaaa");
	},
	"a list that is open takes keys before the page": async ({ must, open, value }) => {
		await open('<select id="s" aria-label="List"><option>a<option>b</select>');
		await must("click", { selector: "#s" });
		await must("press", { key: "ArrowDown" });
		await must("press", { key: "Enter" });
		expect(await value("s.value")).toBe("b");
	},
	"signs, capitals and a blank": async ({ must, open, value }) => {
		await open('<input id="i" aria-label="Field">');
		await must("type", { selector: "#i", text: 'Aa 1!+?"é漢', keyEvents: true });
		expect(await value("i.value")).toBe('Aa 1!+?"é漢');
	},
	"text key by key is heard key by key": async ({ must, open, value }) => {
		await open(`<input id="i" aria-label="Field">${heard}`);
		await must("type", { selector: "#i", text: "ab", keyEvents: true, pressEnter: true });
		expect(await value("k.textContent")).toBe("a+KeyA+true;b+KeyB+true;Enter+Enter+true;");
	},
	"text key by key in place of what is there": async ({ must, open, value }) => {
		await open('<input id="i" aria-label="Field" value="before">');
		await must("type", { selector: "#i", text: "after", clear: true, keyEvents: true });
		expect(await value("i.value")).toBe("after");
	},
	"a field that takes nothing for a moment after each change": async ({ must, open, value }) => {
		await open(`<input id="i" aria-label="Code" value="old"><script>
			let kept = i.value, rests = false;
			i.oninput = () => {
				if (rests) i.value = kept;
				else setTimeout(() => { rests = false; }, 10);
				[kept, rests] = [i.value, true];
			};
		</script>`);
		await must("type", { selector: "#i", text: "1234", clear: true, keyEvents: true });
		expect(await value("i.value")).toBe("1234");
	},
	"keys that a field does not take are told": async ({ must, open }) => {
		await open(
			`<input id="i" aria-label="Digits" onkeydown="if (!/\\d/.test(event.key)) event.preventDefault()">` +
				`<input id="n" type="number" aria-label="Number"><textarea id="t" aria-label="Text" onkeydown="return false"></textarea>` +
				`<input id="m" aria-label="Phone" oninput="this.value = this.value.replace(/^(\\d{3})-?(\\d+)$/, '$1-$2')">`,
		);
		const other = "the field now holds something else than what was typed";
		const typed = async (selector: string, text: string) =>
			(await must("type", { selector, text, clear: true, keyEvents: true })).text;
		for (const [selector, text] of [
			["#i", "abc"],
			["#i", "!?"],
			["#n", "1e"],
			["#n", "3;5"],
			["#t", "abc"],
		] as const)
			expect(await typed(selector, text), `${selector} ${text}`).toContain(other);
		for (const [selector, text] of [
			["#i", "12"],
			["#n", "-1.5"],
			["#m", "5551234"],
		] as const)
			expect(await typed(selector, text), `${selector} ${text}`).not.toContain(other);
	},
	"a key that does not exist": async ({ call, open }) => {
		await open(heard);
		for (const key of ["Nope", "Control+Nope", "Hyper+A", ""]) {
			expect((await call("press", { key })).code, key).toBe("bad_args");
		}
	},
	"a click with a key held": async ({ must, open, value }) => {
		await open(`<button onclick="seen = [event.ctrlKey, event.shiftKey]">A</button>`);
		await must("click", { selector: "button", modifiers: ["Control", "Shift"] });
		expect(await value("seen")).toEqual([true, true]);
	},
	"an element by its role and name": async ({ must, call, open }) => {
		await open("<button>Save</button><button>Save as</button><a href='#'>Save</a>");
		expect((await must("click", { role: "button", name: "Save" })).text).toContain('clicked button "Save"');
		const { code, text } = await call("click", { name: "Save" });
		expect(code).toBe("ambiguous");
		expect(text).toMatch(/button "Save" \[e\d+\].*link "Save" \[e\d+\]/);
		expect((await call("click", { role: "button", name: "Nope" })).code).toBe("not_found");
		expect((await call("click", { selector: "a", name: "Save" })).code).toBe("bad_args");
		expect((await call("click", {})).code).toBe("bad_args");
	},
	"a control by its name, in what takes its own from it": async ({ must, call, open, value }) => {
		await open(
			`<h2><a href="#a">News</a></h2><table><tr><td>Ada<td><button onclick="pressed = true">Edit</button></table>`,
		);
		expect((await must("click", { name: "News" })).text).toContain('clicked link "News"');
		await must("click", { name: "edit" });
		expect(await value("pressed")).toBe(true);
		expect((await must("click", { role: "cell", name: "Edit" })).text).toContain('clicked cell "Edit"');
		await open("<h2><a href='#a'>News</a></h2><p><button>News</button></p>");
		expect((await call("click", { name: "News" })).code).toBe("ambiguous");
	},
	"what the mouse is over": async ({ must, open }) => {
		await open(
			"<style>div { display: none } button:hover + div { display: block }</style><button>Menu</button><div><a href='#'>Item</a></div>",
		);
		expect((await must("hover", { name: "Menu" })).text).toMatch(/^\+ link "Item" \[e\d+\]/m);
	},
	"a date and a slider are written whole, whatever keys would mean to them": async ({
		must,
		open,
		value,
	}) => {
		await open('<input id="d" type="date" aria-label="Day"><input id="r" type="range" aria-label="Loud">');
		await must("type", { label: "Day", text: "2026-11-30", keyEvents: true });
		await must("type", { label: "Loud", text: "20", keyEvents: true });
		expect(await value("[d.value, r.value]")).toEqual(["2026-11-30", "20"]);
	},
});
