// A ref that is read wrongly would measure a click on something else.

import { expect, it } from "vitest";
import { vocabularies } from "../../bench/vocabulary.mjs";

const samples = {
	reins: '- textbox "Name of a pet" [e2]\n- textbox "Name" [e3] required\n- button "Name" [e4]',
	"@playwright/mcp":
		'- textbox "Name of a pet" [ref=f2e6]\n- textbox "Name" [active] [ref=f2e7]\n- button "Name" [ref=f2e8]',
	"chrome-devtools-mcp":
		'uid=1_6 textbox "Name of a pet"\n  uid=1_7 textbox "Name" required\nuid=1_8 button "Name"',
};

it("finds the ref of an element by role and name in a snapshot of each server", () => {
	const found = Object.entries(vocabularies).map(([server, { ref }]) => {
		return ref("textbox", "Name").exec(samples[server as keyof typeof samples])?.[1];
	});
	expect(found).toEqual(["e3", "f2e7", "1_7"]);
	expect(vocabularies.reins.ref("textbox", "Age").exec(samples.reins)).toBeNull();
});
