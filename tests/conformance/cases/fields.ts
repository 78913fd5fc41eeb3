// Forms: every type of field with its role, name, state and value, in the snapshot and in form_values.

import { expect } from "vitest";
import { type CaseContext, type ConformanceCase, group } from "../case.ts";
import { linesOf, script } from "../lines.ts";

/** By type: what is written, the line in the snapshot and the line in form_values; without the latter, no field. */
const TYPES: Record<string, [value: string, shown: string, listed?: string]> = {
	text: ["Ada", '- textbox "L" = "Ada"', '- "L" text name=n = "Ada"'],
	search: ["cats", '- searchbox "L" = "cats"', '- "L" search name=n = "cats"'],
	tel: ["+41 31", '- textbox "L" = "+41 31"', '- "L" tel name=n = "+41 31"'],
	url: ["http://a.example/", '- textbox "L" = "http://a.example/"', '- "L" url name=n = "http://a.example/"'],
	email: ["a@b.example", '- textbox "L" = "a@b.example"', '- "L" email name=n = "a@b.example"'],
	number: ["7.5", '- spinbutton "L" = "7.5"', '- "L" number name=n = "7.5"'],
	range: ["40", '- slider "L" = "40"', '- "L" range name=n = "40"'],
	date: ["2026-01-02", '- textbox "L" type=date = "2026-01-02"', '- "L" date name=n = "2026-01-02"'],
	time: ["10:20", '- textbox "L" type=time = "10:20"', '- "L" time name=n = "10:20"'],
	month: ["2026-03", '- textbox "L" type=month = "2026-03"', '- "L" month name=n = "2026-03"'],
	week: ["2026-W05", '- textbox "L" type=week = "2026-W05"', '- "L" week name=n = "2026-W05"'],
	"datetime-local": [
		"2026-01-02T03:04",
		'- textbox "L" type=datetime-local = "2026-01-02T03:04"',
		'- "L" datetime-local name=n = "2026-01-02T03:04"',
	],
	color: ["#ff8000", '- textbox "L" type=color = "#ff8000"', '- "L" color name=n = "#ff8000"'],
	file: ["", '- button "L" type=file', '- "L" file name=n'],
	password: ["hush", '- textbox "L" type=password = "•••"', '- "L" password name=n = "•••"'],
	checkbox: ["on", '- checkbox "L" unchecked', '- "L" checkbox name=n unchecked'],
	radio: ["on", '- radio "L" unchecked', '- "L" radio name=n unchecked'],
	submit: ["Send", '- button "L" description="Send"'],
	reset: ["Clear", '- button "L" description="Clear"'],
	button: ["Push", '- button "L" description="Push"'],
};

/** A case a type: which of them fails is then said by its name. */
const everyType = Object.fromEntries(
	Object.entries(TYPES).map(([type, [value, shown, listed]]): [string, ConformanceCase["run"]] => [
		`input type=${type}`,
		async (context) => {
			await context.open(`<label>L <input type="${type}" name="n" value="${value}"></label>`);
			expect(await linesOf(context)).toEqual([shown]);
			expect(await linesOf(context, "form_values")).toEqual(listed ? [listed] : []);
		},
	]),
);

const both = async (context: CaseContext) => ({
	shown: await linesOf(context),
	fields: await linesOf(context, "form_values"),
});

export const fieldCases = group("fields", {
	"the lines of a text area are kept": async (context) => {
		await context.open('<textarea aria-label="Note">one\n\ntwo  three</textarea>');
		expect((await both(context)).fields).toEqual(['- "Note" textarea = "one\\n\\ntwo  three"']);
		expect((await context.must("get_text", { selector: "textarea" })).text).toBe("one\n\ntwo  three");
	},
	...everyType,
	"a hidden field is no field to a person": async (context) => {
		await context.open('<input type="hidden" name="token" value="abc"><p>x</p>');
		expect(await both(context)).toEqual({ shown: ['- text "x"'], fields: [] });
		expect((await context.must("get_text")).text).not.toContain("abc");
	},
	"buttons are named by their own words": async (context) => {
		await context.open(
			'<input type="submit" value="Send"><input type="submit"><input type="reset"><input type="image" alt="Go" src="/go.png"><button type="reset">Undo</button><button type="button" aria-pressed="mixed">Bold</button>',
		);
		expect((await both(context)).shown).toEqual([
			'- button "Send"',
			'- button "Submit"',
			'- button "Reset"',
			'- button "Go"',
			'- button "Undo"',
			'- button "Bold" pressed=mixed',
		]);
	},
	"a checkbox that is neither": async (context) => {
		await context.open(
			`<label><input type="checkbox" id="c"> Some</label><label><input type="checkbox" checked> All</label>${script("c.indeterminate = true")}`,
		);
		expect(await both(context)).toEqual({
			shown: ['- checkbox "Some" mixed', '- checkbox "All" checked'],
			fields: ['- "Some" checkbox mixed', '- "All" checkbox checked'],
		});
	},
	"a group of radio buttons follows the choice": async (context) => {
		await context.open(
			'<fieldset><legend>Size</legend><label><input type="radio" name="s"> Small</label><label><input type="radio" name="s" checked> Large</label></fieldset>',
		);
		expect((await both(context)).shown).toEqual([
			'- group "Size"',
			'  - radio "Small" unchecked',
			'  - radio "Large" checked',
		]);
		await context.must("click", { selector: "label:nth-of-type(1)" });
		expect((await both(context)).fields).toEqual([
			'- "Small" radio name=s checked focused',
			'- "Large" radio name=s unchecked',
		]);
	},
	"a list to choose one from": async (context) => {
		await context.open(
			"<label>One <select><option>A<option selected>B<option disabled>C<option hidden>D</select></label>",
		);
		const { shown, fields } = await both(context);
		expect(shown.slice(0, 4)).toEqual([
			'- combobox "One" = "B"',
			'  - option "A"',
			'  - option "B" selected',
			'  - option "C" disabled',
		]);
		expect(fields).toEqual(['- "One" select = "B"']);
	},
	"a list to choose several from, in groups": async (context) => {
		await context.open(
			'<label>Many <select multiple><optgroup label="Fruit"><option selected>Apple<option>Pear</optgroup><optgroup label="Roots" disabled><option selected>Leek</optgroup></select></label>',
		);
		expect(await both(context)).toEqual({
			shown: [
				'- listbox "Many" = "Apple, Leek"',
				'  - group "Fruit"',
				'    - option "Apple" selected',
				'    - option "Pear"',
				'  - group "Roots" disabled',
				'    - option "Leek" selected disabled',
			],
			fields: ['- "Many" select, several = "Apple, Leek"'],
		});
	},
	"a list that is drawn open, and one without options": async (context) => {
		await context.open(
			'<label>Open <select size="3"><option>x<option>y</select></label><label>Empty <select></select></label>',
		);
		expect((await both(context)).shown).toEqual([
			'- listbox "Open"',
			'  - option "x"',
			'  - option "y"',
			'- combobox "Empty"',
		]);
	},
	"a field with suggestions": async (context) => {
		await context.open(
			'<label>City <input list="c" value="Ber"></label><datalist id="c"><option>Berlin<option>Bern</datalist>',
		);
		expect(await both(context)).toEqual({
			shown: ['- combobox "City" = "Ber"'],
			fields: ['- "City" text = "Ber"'],
		});
	},
	"long text and editable elements": async (context) => {
		await context.open(
			'<label>Note <textarea>one\ntwo</textarea></label><div contenteditable role="textbox" aria-label="Rich">Bold <b>text</b></div><div contenteditable="plaintext-only" aria-label="Plain">plain</div><div contenteditable="false">no</div>',
		);
		expect((await both(context)).shown).toEqual([
			'- textbox "Note" = "one\\ntwo"',
			'- textbox "Rich" = "Bold text"',
			'- textbox "Plain" = "plain"',
			'- text "no"',
		]);
		expect((await both(context)).fields).toHaveLength(3);
	},
	"output, progress and meter say what they measure": async (context) => {
		await context.open(
			'<label>Sum <output>42</output></label><label>Load <progress value="3" max="10"></progress></label><progress aria-label="Busy"></progress><label>Disk <meter max="100" value="70"></meter></label>',
		);
		expect((await both(context)).shown).toEqual([
			'- text "Sum"',
			'- status "42"',
			'- progressbar "Load" = "3"',
			'- progressbar "Busy"',
			'- meter "Disk" = "70"',
		]);
	},
	"what a fieldset switches off": async (context) => {
		await context.open(
			'<fieldset disabled><legend>Off <input aria-label="In legend"></legend><input aria-label="Field"><button>Go</button><select aria-label="List"><option>a</select><textarea aria-label="Text"></textarea></fieldset>',
		);
		const { shown, fields } = await both(context);
		expect(shown[0]).toMatch(/^- group "Off.*" disabled$/);
		expect(shown).toContain('  - textbox "In legend"');
		expect(shown).toContain('  - textbox "Field" disabled');
		expect(shown).toContain('  - button "Go" disabled');
		expect(fields.filter((line) => line.includes("disabled"))).toHaveLength(3);
	},
	"required, read-only, invalid, focused": async (context) => {
		await context.open(
			'<input aria-label="Need" required><input aria-label="Fixed" readonly value="v"><input aria-label="Bad" aria-invalid="true" aria-describedby="why"><p id="why">Too short</p><input aria-label="Auto" autofocus>',
		);
		const { shown, fields } = await both(context);
		expect(shown).toEqual([
			'- textbox "Need" required',
			'- textbox "Fixed" readonly = "v"',
			'- textbox "Bad" invalid description="Too short"',
			'- text "Too short"',
			'- textbox "Auto" focused',
		]);
		expect(fields).toEqual([
			'- "Need" text required',
			'- "Fixed" text readonly = "v"',
			'- "Bad" text invalid',
			'- "Auto" text focused',
		]);
	},
	"a field is invalid once a person was told so": async (context) => {
		await context.open('<form><input type="email" aria-label="Mail"><button>Go</button></form>');
		await context.must("type", { selector: "input", text: "nonsense" });
		await context.must("click", { selector: "button" });
		expect((await both(context)).shown[0]).toMatch(/^- textbox "Mail" invalid.* = "nonsense"$/);
	},
	"names: label around, label for, aria, title, placeholder, none": async (context) => {
		await context.open(
			'<label>Around <input></label><label for="f">For</label><input id="f"><span id="x">Ex</span><span id="y">why</span><input aria-labelledby="x y"><input title="Title"><input placeholder="Holder"><input name="only-a-name">',
		);
		const names = (await both(context)).fields.map((line) => /^- "([^"]*)"/.exec(line)?.[1]);
		expect(names).toEqual(["Around", "For", "Ex why", "Title", "Holder", ""]);
	},
	"fields made of roles": async (context) => {
		await context.open(
			'<div role="switch" aria-checked="true" tabindex="0">Wifi</div><div role="slider" aria-valuenow="5" aria-valuetext="five" aria-label="Loud" tabindex="0">=</div><div role="spinbutton" aria-valuenow="3" aria-label="Rooms" tabindex="0">3</div><div role="combobox" aria-expanded="false" aria-label="Town" tabindex="0">Bern</div>',
		);
		expect(await both(context)).toEqual({
			shown: [
				'- switch "Wifi" checked',
				'- slider "Loud" = "five"',
				'- spinbutton "Rooms" = "3"',
				'- combobox "Town" collapsed = "Bern"',
			],
			fields: [
				'- "Wifi" switch checked',
				'- "Loud" slider = "five"',
				'- "Rooms" spinbutton = "3"',
				'- "Town" combobox collapsed = "Bern"',
			],
		});
	},
	"a form of another place: fields by the form attribute are fields of the page": async (context) => {
		await context.open('<form id="f"><input aria-label="In"></form><input form="f" aria-label="Out">');
		expect((await both(context)).fields).toEqual(['- "In" text', '- "Out" text']);
		expect(await linesOf(context, "form_values", { selector: "#f" })).toEqual(['- "In" text']);
	},
});
