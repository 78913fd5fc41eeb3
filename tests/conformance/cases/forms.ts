// Fields, lists, boxes and whole forms, native and of the page's own making.

import { expect } from "vitest";
import { group } from "../case.ts";

const combobox = (delay: number) => `
	<div id="cb" role="combobox" tabindex="0" aria-label="Fruit" aria-expanded="false" aria-controls="lb">None</div>
	<ul id="lb" role="listbox" hidden>${["Apple", "Pear", "Pineapple"].map((name) => `<li role="option">${name}</li>`).join("")}</ul>
	<script>
	cb.onclick = () => setTimeout(() => { lb.hidden = !lb.hidden; cb.setAttribute("aria-expanded", !lb.hidden) }, ${delay});
	for (const option of lb.children) option.onclick = () => { cb.textContent = option.textContent; lb.hidden = true };
	</script>`;

const select =
	'<label>Colour <select id="s"><option value="r">Red<option value="g">Green<option disabled>Grey</select></label>';

export const formCases = group("forms", {
	"a choice that the page takes back soon after is not told as kept": async ({ must, open }) => {
		await open(`<label>Saddle <select onchange="note.textContent = 'no'; setTimeout(() => { this.value = 'English' }, 5)">
			<option>English</option><option>Western</option></select></label><p id="note"></p>`);
		const { text } = await must("select_option", { label: "Saddle", options: ["Western"] });
		expect(text).toContain("did not keep the choice");
		expect((await must("select_option", { label: "Saddle", options: ["English"] })).text).not.toContain(
			"keep",
		);
	},
	"nor is one in whose place the page puts another that begins with the same words": async ({
		must,
		open,
	}) => {
		await open(`<label>Saddle <select onchange="note.textContent = 'no'; setTimeout(() => { this.value = 'English' }, 5)">
			<option>Western</option><option>English</option><option>English, small</option></select></label><p id="note"></p>`);
		const { text } = await must("select_option", { label: "Saddle", options: ["English, small"] });
		expect(text).toContain("did not keep the choice");
	},
	"one of many words is kept": async ({ must, open }) => {
		const long = "a saddle for every horse ".repeat(20).trim();
		await open(`<label>Saddle <select><option>none</option><option>${long}</option></select></label>
			<label>Tack <select multiple><option>Bit</option><option>  Rein  </option></select></label>`);
		for (const [label, options] of [
			["Saddle", [long]],
			["Tack", ["Bit", "Rein"]],
		] as const) {
			const { text } = await must("select_option", { label, options });
			expect(text).not.toContain("keep");
		}
	},
	"a box is found by its own name, and by the words beside it": async ({ must, open, value }) => {
		await open(`<p>Bold</p><button aria-pressed="false" onclick="this.ariaPressed = 'true'">Bold</button>
			<label>Bold words <input></label><label><input id="box" type="checkbox"><b>Agree</b> to all</label>`);
		await must("check", { name: "Bold" });
		expect(await value("document.querySelector('button').ariaPressed")).toBe("true");
		await must("check", { name: "Agree" });
		expect(await value("box.checked")).toBe(true);
	},
	"a list that goes as it is opened is told by what was looked for": async ({ call, open }) => {
		await open(
			`<button id="box" role="combobox" aria-expanded="false" onclick="this.remove()">Choose</button>`,
		);
		const { code, text } = await call("select_option", { selector: "#box", options: ["Three"] });
		expect(code).toMatch(/not_found|stale_ref/);
		expect(text).not.toContain("undefined");
	},
	"a list that was opened in vain is said to be open": async ({ call, open }) => {
		await open(`<button id="box" role="combobox" aria-expanded="false" aria-controls="list">Choose</button>
			<ul id="list" role="listbox" hidden><li role="option">One</li><li role="option">Two</li></ul><script>
			box.onclick = () => { list.hidden = false; box.ariaExpanded = "true"; };
		</script>`);
		const { code, error } = await call("select_option", { selector: "#box", options: ["Three"] });
		expect(code).toBe("not_found");
		expect(error?.hint).toContain("still open");
	},
	"a box that is hidden behind its label is set by that": async ({ call, must, open, value }) => {
		await open(
			`<style>input { position: absolute; opacity: 0; width: 0; height: 0 }</style><input type="checkbox" id="c"><label for="c">Dark mode</label>`,
		);
		const clicked = await call("click", { role: "checkbox", name: "Dark mode" });
		expect(clicked.text).toMatch(/cannot be seen .*; its label \[e\d+\] can be used instead/);
		expect((await must("check", { role: "checkbox", name: "Dark mode" })).text).toContain("checked checkbox");
		expect(await value("c.checked")).toBe(true);
		await must("check", { selector: "#c", checked: false });
		expect(await value("c.checked")).toBe(false);
	},
	"such a box is found by the words beside it": async ({ must, open, value }) => {
		await open(
			`<label><input type="checkbox" id="c" style="position:absolute;opacity:0;width:0;height:0"><span>Terms</span></label>`,
		);
		await must("check", { name: "Terms" });
		expect(await value("c.checked")).toBe(true);
		await must("fill_form", { fields: [{ label: "Terms", value: false }] });
		expect(await value("c.checked")).toBe(false);
		await must("fill_form", { fields: [{ name: "Terms", value: true }] });
		expect(await value("c.checked")).toBe(true);
	},
	"an option that is drawn anew when it is scrolled to": async ({ must, open, value }) => {
		await open(`<button id="b" role="combobox" aria-expanded="false" aria-controls="l">None</button>
			<div id="l" role="listbox" hidden style="height:200px;overflow:auto"><div id="rows" style="height:8000px;position:relative"></div></div>
			<script>l.onscroll = () => { const first = Math.floor(l.scrollTop / 20);
			rows.innerHTML = Array.from({ length: 12 }, (_, at) => "<div role=option style='position:absolute;top:" + (first + at) * 20 + "px'>Option " + (first + at) + "</div>").join("") };
			b.onclick = () => { l.hidden = false; b.ariaExpanded = "true"; l.onscroll() };
			l.onclick = ({ target }) => { b.textContent = target.textContent; l.hidden = true; b.ariaExpanded = "false" }</script>`);
		await must("select_option", { selector: "#b", options: ["Option 300"] });
		expect(await value("b.textContent")).toBe("Option 300");
	},
	"whole names go before parts of them, also further down in a list": async ({ call, must, open, value }) => {
		const towns = Array.from({ length: 150 }, (_, at) => `Town ${at === 3 ? "9 East" : at}`);
		const all = JSON.stringify([
			...towns,
			"New York City",
			...towns.slice(0, 9).map((town) => `Old ${town}`),
			"New York",
		]);
		await open(`<button id="b" role="combobox" aria-expanded="false" aria-controls="l">None</button>
			<div id="l" role="listbox" hidden style="height:200px;overflow:auto"><div id="rows" style="position:relative"></div></div>
			<script>const all = ${all}; rows.style.height = all.length * 20 + "px";
			l.onscroll = () => { const first = Math.floor(l.scrollTop / 20);
			rows.innerHTML = all.slice(first, first + 12).map((name, at) => "<div role=option style='position:absolute;top:" + (first + at) * 20 + "px'>" + name + "</div>").join("") };
			b.onclick = () => { l.hidden = false; b.ariaExpanded = "true"; l.onscroll() };
			l.onclick = ({ target }) => { b.textContent = target.textContent; l.hidden = true; b.ariaExpanded = "false" }</script>`);
		for (const name of ["Town 9", "Town 5", "New York", "Town 9 East", "york city"]) {
			await must("select_option", { selector: "#b", options: [name] });
			expect(await value("b.textContent")).toBe(name === "york city" ? "New York City" : name);
		}
		expect((await call("select_option", { selector: "#b", options: ["Old"] })).code).toMatch(
			/ambiguous|not_found/,
		);
		await open(
			`<div id="l" role="listbox" aria-label="Town" style="height:60px;overflow:auto">${["Ulmen", "Ulm am See", "Bonn", "Trier", "Ulm"].map((name) => `<div role="option" onclick="l.title = this.textContent; this.ariaSelected = 'true'">${name}</div>`).join("")}</div>`,
		);
		await must("select_option", { selector: "#l", options: ["ulm"] });
		expect(await value("l.title")).toBe("Ulm");
	},
	"a field with suggestions of the browser's is no list": async ({ call, open }) => {
		await open(`<input list="l" aria-label="Town"><datalist id="l"><option>Ulm</datalist>`);
		const started = performance.now();
		const { code, text } = await call("select_option", { label: "Town", options: ["Ulm"] });
		expect(code).toBe("not_actionable");
		expect(text).toContain("use type");
		expect(performance.now() - started).toBeLessThan(2_000);
	},
	"what a field takes, one field, and options that are called the same": async ({ call, must, open }) => {
		await open(
			`<input aria-label="Name"><select aria-label="Size"><option value="1">M<option value="2">M</select>`,
		);
		const wrong = await call("fill_form", { fields: [{ label: "Name", value: 5 }] });
		expect(wrong.text).toContain("fields.0.value: must be text, true or false, or a list of texts");
		const one = await must("fill_form", { fields: [{ label: "Name", value: "Ada" }] });
		expect(one.text).toMatch(/^filled in 1 field\n/);
		const { code, text } = await call("select_option", { label: "Size", options: ["M"] });
		expect(code).toBe("ambiguous");
		expect(text).not.toContain("refs in the message");
		expect(text).toContain("or its value");
		await must("select_option", { label: "Size", options: ["2"] });
	},
	"an option by its text": async ({ must, open, value }) => {
		await open(
			`${select}<script>seen = []; for (const t of ["input", "change"]) s.addEventListener(t, () => seen.push(t))</script>`,
		);
		const { text } = await must("select_option", { label: "Colour", options: ["Green"] });
		expect(text).toMatch(/^chose in combobox "Colour" \[e\d+\]\nthe page changed/);
		expect(await value("[s.value, seen]")).toEqual(["g", ["input", "change"]]);
	},
	"an option by its value": async ({ must, open, value }) => {
		await open(select);
		await must("select_option", { selector: "#s", options: ["g"] });
		expect(await value("s.value")).toBe("g");
	},
	"no such option, and which there are": async ({ call, open }) => {
		await open(select);
		const { code, text } = await call("select_option", { selector: "#s", options: ["Purple"] });
		expect(code).toBe("not_found");
		expect(text).toContain('no option fits "Purple"; there are "Red", "Green", "Grey"');
	},
	"an option that is disabled": async ({ call, open }) => {
		await open(select);
		expect((await call("select_option", { selector: "#s", options: ["Grey"] })).code).toBe("not_actionable");
	},
	"several options": async ({ must, open, value }) => {
		await open('<select id="s" multiple aria-label="Many"><option selected>A<option>B<option>C</select>');
		await must("select_option", { selector: "#s", options: ["B", "C"] });
		expect(await value("[...s.selectedOptions].map((o) => o.text)")).toEqual(["B", "C"]);
	},
	"a list that the page draws anew has kept the choice": async ({ must, open, value }) => {
		await open(`<select id="s" aria-label="Size"></select><script>let size = "S"; const draw = () => {
			s.innerHTML = ["S", "M"].map((each) => "<option" + (each === size ? " selected>" : ">") + each).join("") };
			draw(); s.onchange = () => { size = s.value; draw() }</script>`);
		const { text } = await must("select_option", { selector: "#s", options: ["M"] });
		expect(text).not.toContain("did not keep");
		expect(await value("s.value")).toBe("M");
	},
	"what a menu does is chosen, though the menu shows nothing of it": async ({ must, open }) => {
		await open(`<button id="b" aria-haspopup="menu" aria-expanded="false">Actions</button><div id="m" role="menu" hidden><div role="menuitem">Delete</div></div><p id="p"></p>
			<script>b.onclick = () => { m.hidden = false; b.ariaExpanded = "true" }; m.onclick = () => { p.textContent = "gone"; m.hidden = true; b.ariaExpanded = "false" }</script>`);
		const { text } = await must("select_option", { selector: "#b", options: ["Delete"] });
		expect(text).toContain('+ text "gone"');
		expect(text).not.toContain("did not keep");
	},
	"a list that the page undoes is told": async ({ must, open }) => {
		await open(`${select}<script>s.onchange = () => { s.selectedIndex = 0 }</script>`);
		expect((await must("select_option", { selector: "#s", options: ["Green"] })).text).toContain(
			"the list did not keep the choice",
		);
	},
	"a combobox of the page's own": async ({ must, open, value }) => {
		await open(combobox(0));
		await must("select_option", { label: "Fruit", options: ["Pear"] });
		expect(await value("cb.textContent")).toBe("Pear");
	},
	"one that takes a while to open": async ({ must, open, value }) => {
		await open(combobox(250));
		await must("select_option", { role: "combobox", name: "Fruit", options: ["Pineapple"] });
		expect(await value("cb.textContent")).toBe("Pineapple");
	},
	"the whole name wins over a part": async ({ must, open, value }) => {
		await open(combobox(0));
		await must("select_option", { label: "Fruit", options: ["apple"] });
		expect(await value("cb.textContent")).toBe("Apple");
	},
	"a box is checked once": async ({ must, open, value }) => {
		await open('<label><input type="checkbox" id="c"> Agree</label>');
		await must("check", { label: "Agree" });
		expect((await must("check", { label: "Agree" })).text).toContain("nothing changed");
		expect(await value("c.checked")).toBe(true);
		await must("check", { label: "Agree", checked: false });
		expect(await value("c.checked")).toBe(false);
	},
	"a switch of the page's own": async ({ must, open, value }) => {
		await open(
			`<div id="s" role="switch" aria-checked="false" tabindex="0" aria-label="Dark" onclick="setTimeout(() => s.setAttribute('aria-checked', 'true'), 100)">o</div>`,
		);
		await must("check", { name: "Dark" });
		expect(await value("s.ariaChecked")).toBe("true");
	},
	"a box that does not take it": async ({ call, open }) => {
		await open('<div role="checkbox" aria-checked="false" tabindex="0" aria-label="Stuck">x</div>');
		const { code, text } = await call("check", { name: "Stuck" });
		expect(code).toBe("not_actionable");
		expect(text).toContain("was clicked and did not change");
	},
	"a box that the page takes back in its next turns": async ({ call, open, value }) => {
		for (const delay of [0, 1, 2, 3, 4]) {
			await open(
				`<label><input type="checkbox" id="box" onclick="setTimeout(() => { box.checked = false }, ${delay})"> Agree</label>`,
			);
			const { text } = await call("check", { label: "Agree" });
			expect(await value("box.checked")).toBe(false);
			// It is seen before or after that, and called done in neither case.
			expect(text).toMatch(/it is not checked any more|was clicked and did not change/);
		}
	},
	"what cannot be checked": async ({ call, open }) => {
		await open("<button>Plain</button>");
		expect((await call("check", { name: "Plain" })).text).toContain("cannot be checked");
	},
	"a radio button is not switched off": async ({ call, open }) => {
		await open('<label><input type="radio" name="r" checked> One</label>');
		expect((await call("check", { label: "One", checked: false })).code).toBe("not_actionable");
	},
	"a form of every kind of field": async ({ must, open, value }) => {
		await open(`<form id="f">
			<label>Name <input name="name"></label><label>Mail <input type="email" name="mail"></label>
			<label>Age <input type="number" name="age"></label><label>Day <input type="date" name="day"></label>
			<label>Time <input type="time" name="time"></label><label>Loud <input type="range" name="loud"></label>
			<label>Hue <input type="color" name="hue"></label><label>Note <textarea name="note"></textarea></label>
			<label>Colour <select name="colour"><option>Red<option>Green</select></label>
			<label>Tags <select name="tags" multiple><option>a<option>b<option>c</select></label>
			<label><input type="checkbox" name="agree" value="yes"> Agree</label>
			<label><input type="radio" name="size" value="s"> Small</label><label><input type="radio" name="size" value="l"> Large</label>
		</form>`);
		const { text } = await must("fill_form", {
			fields: [
				{ label: "Name", value: "Ada" },
				{ label: "Mail", value: "ada@example.org" },
				{ label: "Age", value: "36" },
				{ label: "Day", value: "2026-11-15" },
				{ label: "Time", value: "12:30" },
				{ label: "Loud", value: "70" },
				{ label: "Hue", value: "#ff0000" },
				{ label: "Note", value: "one\ntwo" },
				{ label: "Colour", value: "Green" },
				{ label: "Tags", value: ["a", "c"] },
				{ label: "Agree", value: true },
				{ role: "radio", name: "Large", value: true },
			],
		});
		expect(text).toMatch(/^filled in 12 fields\nthe page changed/);
		expect(await value("[...new FormData(f)].map(([k, v]) => k + '=' + v.replace(/\\r/g, ''))")).toEqual([
			...["name=Ada", "mail=ada@example.org", "age=36", "day=2026-11-15", "time=12:30", "loud=70"],
			...["hue=#ff0000", "note=one\ntwo", "colour=Green", "tags=a", "tags=c", "agree=yes", "size=l"],
		]);
	},
	"a field that does not exist stops it, and says what was set": async ({ call, open, value }) => {
		await open('<label>One <input id="one"></label>');
		const { code, text } = await call("fill_form", {
			fields: [
				{ label: "One", value: "1" },
				{ label: "Two", value: "2" },
			],
		});
		expect(code).toBe("not_found");
		expect(text).toContain('label "Two": Nothing on the page fits label "Two". 1 field was set before.');
		expect(await value("one.value")).toBe("1");
	},
	"a hidden field is not filled": async ({ call, open, value }) => {
		await open('<input id="trap" style="display:none" aria-label="Trap"><input id="seen" aria-label="Seen">');
		expect((await call("fill_form", { fields: [{ selector: "#trap", value: "x" }] })).code).toBe(
			"not_actionable",
		);
		expect(await value("trap.value")).toBe("");
	},
	"a field that changes what it is given is told": async ({ must, open }) => {
		await open(`<input aria-label="Upper" oninput="this.value = this.value.toUpperCase()">`);
		expect((await must("fill_form", { fields: [{ label: "Upper", value: "low" }] })).text).toContain(
			"now holds something else than what was written",
		);
	},
	"a field that the page puts another in the place of is told": async ({ must, open, value }) => {
		await open(
			`<label>Name <input onfocus="this.replaceWith(Object.assign(this.cloneNode(), { onfocus: null }))"></label>`,
		);
		const { text } = await must("type", { label: "Name", text: "Ada" });
		expect(text).toContain("the field now holds something else than what was typed");
		expect(await value("document.querySelector('input').value")).toBe("");
	},
	"a list that the page puts another in the place of is told": async ({ must, open }) => {
		await open(`${select}<script>s.onchange = () => s.replaceWith(s.cloneNode(true))</script>`);
		expect((await must("select_option", { label: "Colour", options: ["Green"] })).text).toContain(
			"the list did not keep the choice",
		);
	},
	"a box that the page puts another in the place of is told": async ({ must, open }) => {
		await open(
			`<label><input type="checkbox" onclick="this.replaceWith(Object.assign(this.cloneNode(), { checked: true }))"> Agree</label>`,
		);
		const { text } = await must("check", { label: "Agree" });
		expect(text).toContain("the page has put another box in its place: see whether that is checked");
		expect(text).toMatch(/^\+ checkbox "Agree" \[e\d+\] checked$/m);
	},
	"what cannot be written says why": async ({ call, open }) => {
		await open('<label>Fixed <input readonly value="x"></label>');
		for (const keyEvents of [false, true])
			expect((await call("type", { label: "Fixed", text: "y", keyEvents })).text).toContain("readonly");
		expect((await call("fill_form", { fields: [{ label: "Fixed", value: "y" }] })).text).toContain(
			"readonly. No field was set.",
		);
	},
	"a list of something else is left alone": async ({ call, must, open, value }) => {
		await open(`<div role="combobox" aria-label="Other" aria-expanded="true" aria-controls="lb" tabindex="0">None</div>
			<ul id="lb" role="listbox"><li role="option">Red</li></ul>
			<div role="menubar"><span role="menuitem">Green</span></div>
			<div role="combobox" aria-label="Empty" tabindex="0">None</div>
			<div role="combobox" aria-label="Late" aria-expanded="false" tabindex="0">None</div>
			<script>chosen = []; for (const each of document.querySelectorAll("[role=option], [role=menuitem]")) each.onclick = () => chosen.push(each.textContent);
			document.querySelector("[aria-label=Late]").onclick = (e) => { const list = document.createElement("ul"); list.role = "listbox"; list.innerHTML = "<li role=option>Green</li>";
				list.onclick = () => { e.target.textContent = "Green"; list.remove() }; document.body.append(list) }</script>`);
		expect((await call("select_option", { name: "Empty", options: ["Red"] })).code).toBe("not_found");
		await must("select_option", { name: "Late", options: ["Green"] });
		expect(await value("document.querySelector('[aria-label=Late]').textContent")).toBe("Green");
		expect(await value("chosen")).toEqual([]);
	},
	"a field that is drawn where nobody gets to is not filled": async ({ call, open, value }) => {
		await open(
			'<div style="position:absolute;left:-9999px"><input id="away" aria-label="Away"></div><div style="width:1px;height:1px;overflow:hidden"><input id="cut" aria-label="Cut" style="margin-left:9px"></div>',
		);
		for (const selector of ["#away", "#cut"]) {
			const { code, text } = await call("fill_form", { fields: [{ selector, value: "x" }] });
			expect(code, text).toBe("not_actionable");
		}
		expect(await value("away.value + cut.value")).toBe("");
	},
	"a list that takes another option than the one that was clicked": async ({ must, open }) => {
		await open(`<div id="cb" role="combobox" aria-label="Gait" aria-expanded="false" tabindex="0">None</div>
			<ul id="lb" role="listbox" hidden><li role="option">Walk</li><li role="option">Trot</li></ul>
			<script>cb.onclick = () => { lb.hidden = false }; lb.onclick = () => { lb.hidden = true; cb.textContent = "Walk" }</script>`);
		const chosen = async (option: string) =>
			(await must("select_option", { name: "Gait", options: [option] })).text;
		expect(await chosen("Trot")).toContain("the list did not keep the choice");
		expect(await chosen("Walk")).not.toContain("the list did not keep the choice");
	},
	"what is chosen already in a list of several stays so": async ({ must, open, value }) => {
		await open(`<div id="lb" role="listbox" aria-label="Gaits" aria-multiselectable="true" tabindex="0"><div role="option" aria-selected="true">Walk</div><div role="option" aria-selected="false">Trot</div></div>
			<script>lb.onclick = ({ target }) => { target.ariaSelected = String(target.ariaSelected !== "true") }</script>`);
		const { text } = await must("select_option", { name: "Gaits", options: ["Walk", "Trot"] });
		expect(text).not.toContain("did not keep");
		expect(await value("[...lb.children].map((o) => o.ariaSelected)")).toEqual(["true", "true"]);
	},
	"a list has its own options and no others": async ({ call, must, open, value }) => {
		await open(`<div role="listbox" aria-label="One" tabindex="0"><div role="option">Red</div><div role="option">Blue</div></div>
			<div role="listbox" aria-label="Two" tabindex="0"><div role="option">Red</div></div>
			<div role="listbox" aria-label="None" tabindex="0"><p>nothing</p></div>
			<script>chosen = []; for (const o of document.querySelectorAll("[role=option]")) o.onclick = () => { chosen.push(o.parentElement.ariaLabel); o.ariaSelected = "true" }</script>`);
		for (const name of ["Two", "None"])
			expect((await call("select_option", { name, options: ["Blue"] })).code, name).toBe("not_found");
		await must("select_option", { name: "Two", options: ["Red"] });
		expect(await value("chosen")).toEqual(["Two"]);
	},
	"a field whose list offers nothing for what was typed says that": async ({ call, open, value }) => {
		await open(`<label>Room <input role="combobox" id="room" value="Box" aria-controls="lb"></label><ul id="lb" role="listbox" hidden></ul>
			<script>room.oninput = () => {
				const names = ["Box", "Large box"].filter((name) => name.includes(room.value));
				lb.innerHTML = names.map((name) => "<li role=option>" + name + "</li>").join("");
				lb.hidden = names.length === 0;
			}</script>`);
		const { code, text } = await call("select_option", { label: "Room", options: ["Huge"] });
		expect(code).toBe("not_found");
		expect(text).toContain('Typed into the field, "Huge" brings up no list of options.');
		expect(await value("room.value")).toBe("Box");
	},
	"a form sets a combobox of the page's own by a text": async ({ must, open, value }) => {
		await open(combobox(0));
		await must("fill_form", { fields: [{ label: "Fruit", value: "Pear" }] });
		expect(await value("cb.textContent")).toBe("Pear");
	},
});
