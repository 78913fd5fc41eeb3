// Choosing in lists of the page's own making: what is called chosen was taken, and what is not found changes nothing.

import { expect } from "vitest";
import { group } from "../case.ts";

const NOT_KEPT = "the list did not keep the choice";
const optionsOf = (...names: string[]) => names.map((name) => `<li role="option">${name}</li>`).join("");

/** A box and its list, which the box opens; both have the rest from `script`. */
const box = (script: string, list = "", tag = 'button id="b" aria-label="Box"') =>
	`<div><${tag} role="combobox" aria-expanded="false" aria-controls="l">None</${tag.split(" ")[0]}>
	<ul id="l" role="listbox" hidden>${list}</ul></div><script>
	const show = (on) => { l.hidden = !on; b.ariaExpanded = String(on) };
	const draw = (names) => { l.innerHTML = names.map((name) => "<li role=option>" + name + "</li>").join("") };
	b.onclick = () => show(true); l.onclick = ({ target }) => { b.textContent = target.textContent; show(false) };
	${script}</script>`;
const field = 'input id="b" aria-label="Box"';

/** So many rows, of which six are drawn. */
const long = (count: number, first: string) =>
	box(`l.style.cssText = "height:120px;overflow:auto;padding:0"; const rows = document.createElement("div");
	rows.style.cssText = "position:relative;height:${count * 20}px"; l.append(rows);
	l.onscroll = () => { const top = Math.floor(l.scrollTop / 20);
		rows.innerHTML = [0, 1, 2, 3, 4, 5].map((at) => "<div role=option style='position:absolute;top:" + (top + at) * 20 + "px'>" + (top + at ? "Row " + (top + at) : "${first}") + "</div>").join("") };
	l.onscroll()`);

export const choosingCases = group("choosing", {
	"a click that the page ignores chooses nothing": async ({ must, open }) => {
		const ignored = async (page: string, ...options: string[]) => {
			await open(page);
			return (await must("select_option", { name: "Box", options })).text.includes(NOT_KEPT);
		};
		const beside = "b.after(' Pear is out of stock'); l.onclick = null";
		const filtered = `l.onclick = null; b.oninput = () => { draw(["Pear"].filter((name) => name === b.value)); show(true) }`;
		const second = `l.onclick = ({ target: { innerText } }) => { if (innerText !== "Pear") b.textContent += innerText }`;
		expect([
			await ignored(box(beside, optionsOf("Apple", "Pear")), "Pear"),
			await ignored(box(beside, optionsOf("Pear")), "Pear"),
			await ignored(box(filtered, "", field), "Pear"),
			await ignored(box(second, optionsOf("Apple", "Pear")), "Apple", "Pear"),
		]).toEqual([true, true, true, true]);
	},
	"what a field held before a search in vain is there again, whole": async ({ call, open, value }) => {
		const tag = `${field} maxlength="20"`;
		for (const text of ["long ".repeat(121), "4111 1111 1111 1111"]) {
			await open(
				box(`b.value = ${JSON.stringify(text)}; b.onclick = b.oninput = () => { seen = b.value }`, "", tag),
			);
			const { code, text: told } = await call("select_option", { name: "Box", options: ["None"] });
			expect(code, told).toBe("not_found");
			expect(told).toContain("What was there before is there again.");
			expect(await value("[b.value, seen]")).toEqual([text, text]);
		}
	},
	"a field that does not take back what it held is told": async ({ call, open }) => {
		await open(box("b.value = 'Old'; b.oninput = () => { b.value = 'x' }", "", field));
		const { text } = await call("select_option", { name: "Box", options: ["None"] });
		expect(text).toContain("It does not hold again what was there before.");
	},
	"an option that is drawn anew under the pointer is pressed all the same": async ({ must, open, value }) => {
		await open(
			box(
				`draw(["Apple", "Pear"]); l.addEventListener("mousemove", () => draw(["Apple", "Pear"]), { once: true })`,
			),
		);
		await must("select_option", { name: "Box", options: ["Pear"] });
		expect(await value("b.textContent")).toBe("Pear");
	},
	"a list that is still coming is waited for before a part of a name counts": async ({
		must,
		open,
		value,
	}) => {
		const coming = `let late; b.addEventListener("click", () => { draw(["Apple pie"]); late ??= setTimeout(() => draw(["Apple pie", "Apple"]), 200) })`;
		await open(box(coming));
		await must("select_option", { name: "Box", options: ["Apple"] });
		expect(await value("b.textContent")).toBe("Apple");
		await must("select_option", { name: "Box", options: ["pie"] });
		expect(await value("b.textContent")).toBe("Apple pie");
		await open(
			box(`${coming}; l.onclick = ({ target }) => { b.value = target.textContent; show(false) }`, "", field),
		);
		await must("select_option", { name: "Box", options: ["Apple"] });
		expect(await value("b.value")).toBe("Apple");
	},
	"a whole name is not looked for through all of a long list where a part is in sight": async ({
		must,
		open,
		value,
	}) => {
		await open(long(20_000, "Germany (+49)"));
		const start = performance.now();
		await must("select_option", { name: "Box", options: ["Germany"] });
		expect(performance.now() - start).toBeLessThan(6_000);
		expect(await value("b.textContent")).toBe("Germany (+49)");
	},
	"what a list in a shadow root shows is seen": async ({ must, open, value }) => {
		const component = (inside: string, options = "") =>
			`<x-s>${options}</x-s><script>let c; customElements.define("x-s", class extends HTMLElement { connectedCallback() { const r = this.attachShadow({ mode: "open" });
			r.innerHTML = '<div id=c role=combobox tabindex=0 aria-label=Box aria-expanded=false aria-controls=l>Free</div><div id=l role=listbox hidden>${inside}</div>';
			c = r.getElementById("c"); const l = r.getElementById("l"); c.onclick = () => { l.hidden = !l.hidden };
			l.onclick = ({ target }) => { if (target.innerText === "Trial") return; c.textContent = target.textContent; l.hidden = true } } })</script>`;
		const all = "<div role=option>Free</div><div role=option>Pro</div><div role=option>Trial</div>";
		for (const page of [component(all), component("<slot></slot>", all)]) {
			await open(page);
			const { text } = await must("select_option", { name: "Box", options: ["Pro"] });
			expect(text).not.toContain(NOT_KEPT);
			expect(await value("c.textContent")).toBe("Pro");
			expect((await must("select_option", { name: "Box", options: ["Trial"] })).text).toContain(NOT_KEPT);
		}
	},
	"what was chosen already is, though the list shows it with a tick": async ({ must, open }) => {
		await open(
			box("b.textContent = 'Newest'; l.onclick = () => show(false)", optionsOf("✓ Newest", "Oldest")),
		);
		const chosen = async (option: string) =>
			(await must("select_option", { name: "Box", options: [option] })).text;
		expect(await chosen("✓ Newest")).not.toContain(NOT_KEPT);
		expect(await chosen("Oldest")).toContain(NOT_KEPT);
	},
	"a list that is open already, though its box says otherwise": async ({ call, must, open, value }) => {
		const page = (how: string, list: string) =>
			`<button id="b" role="combobox" aria-label="Box" aria-expanded="false">-</button><ul id="l" role="listbox" hidden>${optionsOf("Ann", "Bob")}</ul>${list}
			<script>b.onclick = () => { ${how} }; l.onclick = ({ target }) => { b.textContent = target.textContent; l.hidden = true }</script>`;
		const standing = `<ul role="listbox" tabindex="0" aria-label="Others">${optionsOf("Bob", "Carl")}</ul>`;
		for (const how of ["l.hidden = false", "l.hidden = !l.hidden"]) {
			await open(page(how, standing));
			await must("click", { selector: "#b" });
			await must("select_option", { name: "Box", options: ["Bob"] });
			expect(await value("b.textContent"), how).toBe("Bob");
			expect((await call("select_option", { name: "Box", options: ["Carl"] })).code).toBe("not_found");
			await must("select_option", { name: "Box", options: ["Ann"] });
			expect(await value("b.textContent"), how).toBe("Ann");
		}
		await open(page("", standing));
		expect((await call("select_option", { name: "Box", options: ["Carl"] })).code).toBe("not_found");
	},
	"a field is not chosen for in a menu or a list that is there all the time": async ({
		call,
		open,
		value,
	}) => {
		const items = (role: string) =>
			["Delete account", "Edit"].map(
				(name) => `<li role="${role}" tabindex="0" onclick="hit = 1">${name}</li>`,
			);
		for (const role of ["menuitem", "option"]) {
			await open(`<label>Town <input id="t"></label><ul role="${role === "option" ? "listbox" : "menu"}"
				tabindex="0">${items(role).join("")}</ul><script>hit = 0</script>`);
			for (const option of ["Delete account", "edi"]) {
				const { code } = await call("select_option", { label: "Town", options: [option] });
				expect(code, `${role} ${option}`).toBe("not_found");
			}
			expect(await value("[hit, t.value]")).toEqual([0, ""]);
		}
	},
	"a list for assistive technology beside the one that is seen": async ({ must, open, value }) => {
		await open(`<label for="b">Fruit</label><div><input id="b" role="combobox" aria-expanded="false" aria-controls="l"
			aria-haspopup="listbox" readonly style="width:200px"><span id="shown" style="position:absolute;left:0;top:0;width:400px;height:60px"></span></div>
			<div id="popup" hidden><div id="l" role="listbox" style="width:0;height:0;overflow:hidden"></div><div id="seen"></div></div>
			<script>const names = ["Apple", "Pear", "Plum"];
			let leaves;
			const show = (on) => { clearTimeout(leaves); popup.hidden = !on; b.ariaExpanded = String(on) };
			l.innerHTML = names.slice(0, 2).map((name) => "<div role=option aria-label=" + name + ">x</div>").join("");
			seen.innerHTML = names.map((name) => "<div style='cursor:pointer'><b>" + name + "</b></div>").join("");
			seen.style.cssText = "position:relative;top:80px";
			b.parentNode.onmousedown = (event) => { event.preventDefault(); show(b.ariaExpanded !== "true") };
			seen.onclick = ({ target }) => {
				shown.textContent = target.textContent;
				b.ariaExpanded = "false";
				leaves = setTimeout(() => show(false), 20);
			};
			</script>`);
		for (const name of ["Plum", "Apple", "Pear"]) {
			const { text } = await must("select_option", { label: "Fruit", options: [name] });
			expect(text).not.toContain(NOT_KEPT);
			expect(await value("shown.textContent")).toBe(name);
		}
	},
	"a label that the open list has too means the combobox": async ({ must, open, value }) => {
		await open(`<label id="n" for="b">Town</label>${box("b.oninput = () => { draw(['Bern', 'Bergen']); show(true) };", "", 'input id="b"')}
			<script>l.setAttribute("aria-labelledby", "n"); l.onclick = ({ target }) => { b.value = target.textContent; show(false) }</script>`);
		await must("type", { label: "Town", text: "Ber" });
		await must("select_option", { label: "Town", options: ["Bern"] });
		expect(await value("b.value")).toBe("Bern");
	},
	"what can be clicked beside such a list is none of its options": async ({ call, open, value }) => {
		const lists = `<div id="l" role="listbox" style="width:0;height:0;overflow:hidden"><div role="option">Plum</div></div>`;
		const others = `<div style="cursor:pointer" onclick="hit = 1">Plum</div><button onclick="hit = 1">Plum</button>`;
		const combobox = `<input id="b" role="combobox" aria-label="Box" aria-expanded="true" aria-controls="l" readonly>`;
		for (const page of [
			`<main>${combobox}<div>${lists}</div>${others}</main>`,
			`${combobox}<div>${lists}<button onclick="hit = 1">Plum</button></div>`,
		]) {
			await open(`${page}<script>hit = 0</script>`);
			expect((await call("select_option", { name: "Box", options: ["Plum"] })).code).toBe("not_actionable");
			expect(await value("hit")).toBe(0);
		}
	},
	"a list that fades out is gone when the choice is told": async ({ must, open, value }) => {
		await open(
			box(
				`l.onclick = ({ target }) => {
			b.textContent = target.textContent; b.ariaExpanded = "false"; setTimeout(() => show(false), 200) }`,
				optionsOf("Ann", "Bob"),
			),
		);
		await must("select_option", { name: "Box", options: ["Bob"] });
		expect(await value("[b.textContent, l.hidden]")).toEqual(["Bob", true]);
	},
	"what was only written into a combobox is told": async ({ must, open }) => {
		await open(
			box(
				"b.oninput = () => { draw(['Bern', 'Bergen']); show(true) }; l.onclick = () => { b.value = ''; show(false) };",
				"",
				field,
			),
		);
		const told = "shows a list, of which nothing is chosen yet: select_option chooses";
		expect((await must("type", { name: "Box", text: "Ber" })).text).toContain(told);
		const fields = [{ name: "Box", role: "combobox", value: "Bern" }];
		expect((await must("fill_form", { fields })).text).toContain(told);
		expect((await must("select_option", { name: "Box", options: ["Bern"] })).text).not.toContain(told);
	},
	"what a native list does not offer is no choice": async ({ call, must, open, value }) => {
		const options = "<option hidden>Pick<option>Red<option style='display:none'>Blue";
		for (const size of [1, 4]) {
			await open(
				`<select id="s" aria-label="Hue" size="${size}">${options}<optgroup hidden label="x"><option>Old</optgroup></select>`,
			);
			for (const option of ["Pick", "Blue", "Old"]) {
				const { code, text } = await call("select_option", { name: "Hue", options: [option] });
				expect(code).toBe("not_found");
				expect(text).toContain(`no option fits "${option}"; there are "Red"`);
			}
			await must("select_option", { name: "Hue", options: ["Red"] });
			expect(await value("s.value")).toBe("Red");
		}
	},
	"of a long list it is told what was not looked through": async ({ call, open }) => {
		await open(long(30, "First"));
		const missing = async () => (await call("select_option", { name: "Box", options: ["None"] })).text;
		expect(await missing()).toMatch(/no option fits "None"; there are "First", "Row 1", .* and 18 more/);
		await open(long(200_000, "First"));
		expect(await missing()).toMatch(
			/no option fits "None", but not all of the list was looked through; there are "First", .* and \d+ more/,
		);
	},
});
