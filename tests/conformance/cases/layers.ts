// What lies over the page: dialogs, popovers, menus.

import { expect } from "vitest";
import { group } from "../case.ts";
import { linesOf, script } from "../lines.ts";

const PAGE = "<h1>Page</h1><button>Back</button>";

export const layerCases = group("layers", {
	"a modal dialog is all that can be used": async (context) => {
		await context.open(
			`${PAGE}<dialog id="d" aria-label="Sure?"><button>Yes</button></dialog>${script("d.showModal()")}`,
		);
		expect(await linesOf(context)).toEqual(['- dialog "Sure?" modal', '  - button "Yes" focused']);
		expect((await context.must("snapshot")).text).toMatch(
			/^\(the page behind this dialog cannot be used until it is closed\)$/m,
		);
	},
	"a modal dialog that closes gives the page back": async (context) => {
		await context.open(
			`${PAGE}<dialog id="d"><form method="dialog"><button>Close</button></form></dialog>${script("d.showModal()")}`,
		);
		await context.must("click", { selector: "dialog button" });
		expect(await linesOf(context)).toEqual(['- heading "Page" level=1', '- button "Back"']);
	},
	"a dialog that is not modal stands in the page": async (context) => {
		await context.open(`${PAGE}<dialog open aria-label="Tips"><button>Got it</button></dialog>`);
		expect(await linesOf(context)).toEqual([
			'- heading "Page" level=1',
			'- button "Back"',
			'- dialog "Tips"',
			'  - button "Got it"',
		]);
	},
	"a closed dialog is not there": async (context) => {
		await context.open(`${PAGE}<dialog><button>Later</button></dialog>`);
		expect(await linesOf(context)).toEqual(['- heading "Page" level=1', '- button "Back"']);
		expect((await context.must("find", { text: "later" })).text).toContain("(nothing found)");
	},
	"the way to a hit names the dialog before the heading in it": async (context) => {
		await context.open(
			`${PAGE}<div role="dialog" aria-label="Settings"><h2>Sound</h2><button>Mute</button></div>`,
		);
		expect((await context.must("find", { text: "mute" })).text).toContain(
			'in heading "Page" > dialog "Settings" > heading "Sound"',
		);
	},
	"a dialog by role says that it is modal": async (context) => {
		await context.open('<div role="alertdialog" aria-modal="true" aria-label="Stop"><p>Really?</p></div>');
		expect(await linesOf(context)).toEqual(['- alertdialog "Stop" modal', '  - text "Really?"']);
	},
	"a popover shows while it is open": async (context) => {
		await context.open(
			'<button popovertarget="p">More</button><div id="p" popover>Popped <button>In</button></div>',
		);
		expect(await linesOf(context)).toEqual(['- button "More" collapsed']);
		await context.must("click", { selector: "[popovertarget]" });
		expect(await linesOf(context)).toEqual([
			'- button "More" expanded focused',
			'- text "Popped"',
			'- button "In"',
		]);
	},
	"popovers: a second one closes the first, a manual one stays": async (context) => {
		await context.open(
			'<div id="a" popover>First</div><div id="b" popover>Second</div><div id="m" popover="manual">Manual</div>',
		);
		await context.value("m.showPopover(), a.showPopover(), b.showPopover(), 1");
		expect(await linesOf(context)).toEqual(['- text "Second"', '- text "Manual"']);
		await context.value("b.hidePopover(), 1");
		expect(await linesOf(context)).toEqual(['- text "Manual"']);
		expect((await context.must("get_text")).text).not.toMatch(/First|Second/);
	},
	"a menu: items, checks, what is off and what opens": async (context) => {
		await context.open(
			`<button aria-haspopup="menu" aria-expanded="true" aria-controls="m">Edit</button>
			<ul role="menu" id="m" aria-label="Edit"><li role="menuitem">Cut</li><li role="separator"></li>
			<li role="menuitemcheckbox" aria-checked="true">Wrap</li><li role="menuitemradio" aria-checked="false">Left</li>
			<li role="menuitem" aria-disabled="true">Paste</li><li role="menuitem" aria-haspopup="menu" aria-expanded="false">More</li></ul>`,
		);
		expect(await linesOf(context)).toEqual([
			'- button "Edit" expanded',
			'- menu "Edit"',
			'  - menuitem "Cut"',
			'  - menuitemcheckbox "Wrap" checked',
			'  - menuitemradio "Left" unchecked',
			'  - menuitem "Paste" disabled',
			'  - menuitem "More" collapsed',
		]);
	},
	"tabs: which one is chosen, and its panel only": async (context) => {
		await context.open(
			`<div role="tablist" aria-label="Parts"><button role="tab" id="t1" aria-selected="true" aria-controls="p1">One</button><button role="tab" id="t2" aria-selected="false">Two</button></div>
			<div role="tabpanel" id="p1" aria-labelledby="t1">First panel</div><div role="tabpanel" hidden>Second panel</div>`,
		);
		expect(await linesOf(context)).toEqual([
			'- tablist "Parts"',
			'  - tab "One" selected',
			'  - tab "Two"',
			'- tabpanel "One"',
			'  - text "First panel"',
		]);
	},
	"a tree: levels and what is open": async (context) => {
		await context.open(
			`<ul role="tree" aria-label="Files"><li role="treeitem" aria-expanded="true" aria-level="1"><span>src</span><ul role="group"><li role="treeitem" aria-level="2" aria-selected="true">kit.ts</li></ul></li><li role="treeitem" aria-level="1" aria-expanded="false">docs</li></ul>`,
		);
		const lines = await linesOf(context);
		expect(lines[0]).toBe('- tree "Files"');
		expect(lines).toContain('    - treeitem "kit.ts" level=2 selected');
		expect(lines).toContain('  - treeitem "docs" level=1 collapsed');
	},
	"details: closed, open, and opened by a click": async (context) => {
		await context.open("<details><summary>More</summary><p>Inside</p></details>");
		expect(await linesOf(context)).toEqual(['- button "More" collapsed']);
		await context.must("click", { selector: "summary" });
		expect(await linesOf(context)).toEqual(['- button "More" expanded focused', '- text "Inside"']);
	},
	"a carousel: the slide in view, the others not lost but off screen": async (context) => {
		await context.open(
			`<div style="width:200px;overflow:hidden" aria-roledescription="carousel" role="region" aria-label="Offers"><div style="display:flex;width:600px">${["One", "Two", "Three"].map((word) => `<div style="width:200px"><a href="#${word}">${word}</a></div>`).join("")}</div></div>`,
		);
		const lines = await linesOf(context);
		expect(lines[0]).toBe('- region "Offers"');
		expect(lines).toContain('  - link "One"');
		expect((await context.must("find", { text: "One" })).text).toContain('in region "Offers"');
	},
});
