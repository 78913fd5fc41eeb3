// What is to be done on each of the pages made of real components, as an agent would do it.

import type { RealAgent } from "./real-agent.ts";

export interface RealTask {
	/** A source in tests/pages/real, and what it starts with. */
	page: string;
	start?: string;
	run(agent: RealAgent): Promise<void>;
}

/** Those whose libraries are installed for every run. */
export const shortTasks: Record<string, RealTask> = {
	"chooses a day": {
		page: "date-picker",
		async run(agent) {
			await agent.use("click", { label: "Arrival" });
			// The calendar fades in.
			await agent.told("Sun");
			await agent.use("select_option", { label: "Month", options: ["December"] });
			await agent.click('"December 24, 2026"');
			await agent.told("Arrives 2026-12-24");
		},
	},
	"moves a card": {
		page: "kanban",
		async run(agent) {
			const onto = { ref: await agent.see('list "Done cards"') };
			await agent.use("drag", { from: { ref: await agent.see('listitem "Test"') }, onto });
			await agent.told("Test is in Done cards");
		},
	},
	"confirms in a dialog": {
		page: "modal",
		async run(agent) {
			await agent.click('button "Delete account"');
			await agent.use("type", { ref: await agent.see('textbox "Type DELETE"'), text: "DELETE" });
			await agent.click('button "Delete"');
			await agent.told("Account is gone");
		},
	},
	"sets a range of prices": {
		page: "slider",
		async run(agent) {
			await agent.click('slider "Highest price"');
			await agent.use("press", { key: "ArrowLeft", times: 4 });
			await agent.told("From 20 to 60");
		},
	},
	"likes the third slide": {
		page: "carousel",
		async run(agent) {
			await agent.click('button "Next"');
			await agent.told("Slide 2 of 5");
			await agent.click('button "Next"');
			await agent.told("Slide 3 of 5");
			// It comes in slowly.
			await agent.told("Like Wood");
			await agent.click('button "Like Wood"');
			await agent.told("Liked Wood");
		},
	},
	"fills a basket behind a closed shadow root": {
		page: "closed-shadow",
		async run(agent) {
			await agent.click('button "More"');
			await agent.click('button "More"');
			await agent.use("type", { ref: await agent.see('textbox "Note"'), text: "for Ada" });
			await agent.told("3 in the basket for Ada");
		},
	},
	"goes through a form in steps": {
		page: "wizard",
		async run(agent) {
			await agent.use("type", { label: "Name", text: "Ada" });
			await agent.click('button "Next"');
			await agent.told("A mail address is needed");
			await agent.use("type", { label: "Mail", text: "ada@example.org" });
			await agent.click('button "Next"');
			await agent.use("fill_form", {
				fields: [
					{ label: "Size", value: "Large" },
					{ label: "Gift", value: true },
				],
			});
			await agent.click('button "Next"');
			await agent.told("Ada, Large, as a gift");
			await agent.click('button "Send"');
			await agent.told("Thank you, Ada");
		},
	},
	"writes comments and removes one": {
		page: "comments",
		async run(agent) {
			for (const text of ["First words", "Second words"]) {
				await agent.use("type", { role: "textbox", name: "Comment", text });
				await agent.click('button "Send"');
				await agent.told(text);
			}
			await agent.told("2 comments");
			await agent.click('button "Remove comment 1"');
			await agent.told("1 comments");
			await agent.use("wait_for", { gone: "First words" });
		},
	},
};

/** Those that only the long run has. */
export const longTasks: Record<string, RealTask> = {
	"sorts, turns the page and searches a table": {
		page: "table",
		async run(agent) {
			await agent.click('button "Points"');
			// The third of all by its points, and not on the first page before.
			await agent.told("Person 15");
			await agent.click('button "Page 2"');
			await agent.told("Showing 11 to 20 of 43 entries");
			await agent.use("type", { ref: await agent.see('searchbox "Search"'), text: "17" });
			await agent.told("Showing 1 to 2 of 2 entries");
		},
	},
	"opens a file in a tree": {
		page: "tree",
		async run(agent) {
			for (const [folder, inside] of Object.entries({ docs: "guide.md", old: "plan.md" })) {
				await agent.use("click", { ref: await agent.find(folder), clickCount: 2 });
				await agent.told(inside);
			}
			await agent.use("click", { ref: await agent.find("plan.md") });
			await agent.told("Opened docs/old/plan.md");
		},
	},
	"chooses in a menu": {
		page: "components",
		start: "menu",
		async run(agent) {
			await agent.click('button "More"');
			await agent.click('menuitem "Archive"');
			await agent.told("Archive was chosen");
		},
	},
	"fills a field in a tab": {
		page: "components",
		start: "tabs",
		async run(agent) {
			await agent.click('tab "Three"');
			await agent.told("Text of Three");
			await agent.use("type", { label: "Field of Three", text: "here" });
			const values = await agent.use("form_values");
			if (!/Field of Three.*here/.test(values)) throw new Error(values);
		},
	},
	"opens an accordion": {
		page: "components",
		start: "accordion",
		async run(agent) {
			for (const name of ["Time", "Cost"]) {
				await agent.click(`button "${name}"`);
				await agent.told(`All about ${name}`);
			}
		},
	},
	"chooses and makes labels": {
		page: "autocomplete",
		async run(agent) {
			await agent.use("select_option", { ref: await agent.see('combobox "Tags"'), options: ["home"] });
			await agent.told("Tags: home");
			const field = await agent.see('combobox "Tags"');
			await agent.use("type", { ref: field, text: "brand new", keyEvents: true });
			await agent.told("Add brand new");
			await agent.use("press", { key: "Enter" });
			await agent.told("Tags: home, brand new");
		},
	},
	"sets a colour": {
		page: "colour",
		async run(agent) {
			await agent.click('button "Colour"');
			await agent.use("type", {
				ref: await agent.see('textbox "Type a color name or hex value"'),
				text: "#ff8800",
				clear: true,
			});
			await agent.click('button "Ok"');
			await agent.told("Colour #ff8800");
		},
	},
	"chooses countries on a map": {
		page: "map",
		async run(agent) {
			await agent.use("click", { role: "button", name: "Brazil" });
			await agent.told("Selected BR");
			await agent.use("click", { role: "button", name: "Australia" });
			await agent.told("Selected AU, BR");
		},
	},
	"reads a bar of a chart and comes closer": {
		page: "chart",
		async run(agent) {
			await agent.click('"Summer: 30"');
			await agent.told("Value 30");
			await agent.click('button "Closer"');
			await agent.told("Scale 2");
		},
	},
	"sends a message away": {
		page: "toasts",
		async run(agent) {
			await agent.click('button "Save"');
			await agent.told("Saved for good");
			await agent.click('button "Break"');
			await agent.told("It broke");
			await agent.use("wait_for", { gone: "Saved for good" });
			await agent.click("button");
			await agent.use("wait_for", { gone: "It broke" });
		},
	},
	"goes through steps": {
		page: "stepper",
		async run(agent) {
			for (const [name, text] of Object.entries({ Size: "L", Colour: "red", Pay: "cash" })) {
				await agent.use("type", { label: name, text });
				await agent.click(`button "Continue after ${name}"`);
			}
			await agent.told("Paid L, red, cash");
		},
	},
	"reads a letter far down": {
		page: "virtual-list",
		async run(agent) {
			const list = await agent.see('list "Letters"');
			await agent.use("scroll", { ref: list, y: 30 * 4_999 });
			await agent.click('button "Letter 5003"');
			await agent.told("Read Letter 5003");
		},
	},
	"filters a grid and changes a cell": {
		page: "grid",
		async run(agent) {
			await agent.use("type", { ref: await agent.see("searchbox"), text: "Part 150", keyEvents: true });
			await agent.use("wait_for", { gone: "Part 2" });
			await agent.use("click", { ref: await agent.find("77") });
			await agent.use("type", {
				ref: await agent.see("spinbutton"),
				text: "5",
				clear: true,
				pressEnter: true,
			});
			await agent.told("Part 150 now has 5");
		},
	},
	"drags things into a basket": {
		page: "drop-zone",
		async run(agent) {
			const basket = await agent.see('region "Basket"');
			await agent.use("drag", { from: { ref: await agent.see('button "Milk"') }, onto: { ref: basket } });
			await agent.told("Basket: Milk");
		},
	},
	"uses web components": {
		page: "web-components",
		async run(agent) {
			await agent.use("type", { label: "Nickname", text: "Ada" });
			await agent.use("select_option", { label: "Pet", options: ["Hen"] });
			await agent.use("check", { label: "Loud" });
			await agent.click('button "Ask"');
			// The dialog fades in.
			await agent.told("Yes");
			await agent.click('button "Yes"');
			await agent.told("Sent Ada Hen true");
		},
	},
};
