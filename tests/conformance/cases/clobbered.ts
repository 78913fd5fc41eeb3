// Forms whose fields are called like what every element can do: what is done there is done all the same.

import { expect } from "vitest";
import { group } from "../case.ts";

const FIELDS = ["scrollTo", "scrollBy", "focus", "dispatchEvent", "closest", "matches", "animate"]
	.map((name) => `<input name="${name}" hidden>`)
	.join("");

export const clobberedCases = group("clobbered", {
	"a form that scrolls": async ({ must, open, value }) => {
		await open(
			`<form id="f" style="height:100px;overflow:auto">${FIELDS}<div style="height:2000px">Long</div></form>`,
		);
		await must("scroll", { selector: "#f", to: "bottom" });
		expect(await value("f.scrollTop")).toBe(1900);
		await must("scroll", { selector: "#f", y: -400 });
		expect(await value("f.scrollTop")).toBe(1500);
	},
	"a list that is a form": async ({ must, open, value }) => {
		const rows = Array.from({ length: 400 }, (_, at) => at);
		await open(`<div role="combobox" tabindex="0" aria-controls="f" aria-label="Row" onclick="f.hidden = false">Choose</div>
			<form id="f" hidden role="listbox" style="height:100px;overflow:auto">${FIELDS}<div id="all" style="position:relative;height:8000px"></div></form><script>
			let drawn;
			const rows = ${JSON.stringify(rows)};
			const draw = () => {
				const from = Math.floor(f.scrollTop / 20);
				if (from === drawn) return;
				drawn = from;
				all.innerHTML = rows.slice(from, from + 6).map((at) => '<div role="option" style="position:absolute;height:20px;top:' + at * 20 + 'px">Row ' + at + '</div>').join("");
			};
			all.onclick = ({ target }) => { document.title = target.textContent; f.hidden = true; document.querySelector("[role=combobox]").textContent = target.textContent };
			f.onscroll = draw;
			draw();
		</script>`);
		await must("select_option", { label: "Row", options: ["Row 77"] });
		expect(await value("document.title")).toBe("Row 77");
	},
	"a field with a greatest length takes no half of a character": async ({ must, open, value }) => {
		await open('<input id="f" maxlength="3"><textarea id="a" maxlength="3"></textarea>');
		for (const id of ["f", "a"]) {
			expect((await must("type", { selector: `#${id}`, text: "12\u{1F600}" })).text).toContain(
				"something else",
			);
			expect(await value(`${id}.value`)).toBe("12");
		}
	},
	"the step of a batch that fails ends with a full stop": async ({ call, must, open }) => {
		await open(`<button onclick="this.remove()">One</button>`);
		const ref = /\[(e\d+)\]/.exec((await must("snapshot")).text)?.[1];
		const step = { tool: "click", args: { ref } };
		const { text } = await call("batch", { steps: [step, step] });
		expect(text).toContain("any more. Step 1 was done; those after it were not tried.");
	},
});
