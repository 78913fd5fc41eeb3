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

export const choosingCases = group("choosing", {
	"a click that the page ignores chooses nothing": async ({ must, open }) => {
		const ignored = async (page: string, ...options: string[]) => {
			await open(page);
			return (await must("select_option", { name: "Box", options })).text.includes(NOT_KEPT);
		};
		const shown = box("b.after(' Pear is out of stock'); l.onclick = null", optionsOf("Apple", "Pear"));
		const filtered = `l.onclick = null; b.oninput = () => { draw(["Pear"].filter((name) => name === b.value)); show(true) }`;
		const second = `l.onclick = ({ target: { innerText } }) => { if (innerText !== "Pear") b.textContent += innerText }`;
		expect([
			await ignored(shown, "Pear"),
			await ignored(box(filtered, "", field), "Pear"),
			await ignored(box(second, optionsOf("Apple", "Pear")), "Apple", "Pear"),
		]).toEqual([true, true, true]);
	},
});
