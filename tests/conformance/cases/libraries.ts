// Pages made of real libraries: what was typed, chosen and checked is in the library's own model, not only in sight.

import { expect } from "vitest";
import { libraryPage, type PageOptions } from "../../pages/bundle.ts";
import { type CaseContext, type ConformanceCase, group } from "../case.ts";

async function openPage({ must, site, path }: CaseContext, source: string, options?: PageOptions) {
	await must("navigate", { url: await libraryPage(site, path(), source, options) });
}

/** A case on one page. */
const on =
	(source: string, run: ConformanceCase["run"], options?: PageOptions): ConformanceCase["run"] =>
	async (context) => {
		await openPage(context, source, options);
		await run(context);
	};

const field = { role: "textbox", name: "Text" };

/** What every rich text editor has to understand. */
function editorCases(name: string, list: Record<string, string>): Record<string, ConformanceCase["run"]> {
	const source = `editors/${name}`;
	return {
		[`${name}: text is in its model`]: on(source, async ({ must, value }) => {
			const { text } = await must("type", { ...field, text: "Dear reader" });
			expect(text).not.toContain("something else");
			expect(await value("model()")).toEqual(["Dear reader"]);
		}),
		[`${name}: text is added, or replaces`]: on(
			source,
			async ({ must, value }) => {
				await must("type", { ...field, text: " and more" });
				expect(await value("model()")).toEqual(["Old words and more"]);
				await must("type", { ...field, text: "New words", clear: true });
				expect(await value("model()")).toEqual(["New words"]);
				await must("type", { ...field, text: "", clear: true });
				expect(await value("model()")).toEqual([""]);
			},
			{ start: "Old words" },
		),
		[`${name}: lines become paragraphs`]: on(source, async ({ must, value }) => {
			const { text } = await must("type", { ...field, text: "one\ntwo\nthree" });
			expect(text).not.toContain("something else");
			expect(await value("model()")).toEqual(["one", "two", "three"]);
		}),
		[`${name}: lines replace paragraphs`]: on(
			source,
			async ({ must, value }) => {
				await must("type", { ...field, text: "one\ntwo" });
				await must("type", { ...field, text: "three\nfour", clear: true });
				expect(await value("model()")).toEqual(["three", "four"]);
			},
			{ start: "Old words" },
		),
		[`${name}: Enter makes a paragraph`]: on(source, async ({ must, value }) => {
			await must("type", { ...field, text: "first", pressEnter: true });
			await must("type", { ...field, text: "second" });
			expect(await value("model()")).toEqual(["first", "second"]);
		}),
		[`${name}: Control+B makes it bold, Control+Z takes it back`]: on(source, async ({ must, value }) => {
			await must("type", { ...field, text: "strong" });
			await must("press", { key: "Control+A" });
			await must("press", { key: "Control+B" });
			expect(await value("model()")).toEqual(["*strong*"]);
			await must("press", { key: "Control+Z" });
			expect(await value("model()")).not.toEqual(["*strong*"]);
		}),
		[`${name}: a list`]: on(source, async ({ must, value }) => {
			await must("type", { ...field, text: "milk" });
			await must("click", list);
			await must("press", { key: "Enter" });
			await must("type", { ...field, text: "bread" });
			expect(await value("model()")).toEqual(["- milk", "- bread"]);
		}),
		[`${name}: key by key`]: on(source, async ({ must, value }) => {
			await must("type", { ...field, text: "key\nby key", keyEvents: true });
			expect(await value("model()")).toEqual(["key", "by key"]);
			await must("type", { ...field, text: "anew", keyEvents: true, clear: true });
			expect(await value("model()")).toEqual(["anew"]);
		}),
	};
}

const everyField = [
	{ label: "Name", value: "Ada" },
	{ label: "Note", value: "one\ntwo" },
	{ label: "Colour", value: "Green" },
	{ label: "Agree", value: true },
	{ label: "Large", value: true },
];

function reactCases(name: string, options: PageOptions): Record<string, ConformanceCase["run"]> {
	return {
		[`${name}: a controlled form`]: on(
			"forms/react",
			async ({ must, value }) => {
				const more = [
					{ label: "Loud", value: "70" },
					{ label: "Day", value: "2026-11-15" },
				];
				expect((await must("fill_form", { fields: [...everyField, ...more] })).text).toContain(
					"filled in 7 fields",
				);
				const filled = { name: "Ada", note: "one\ntwo", colour: "green", agree: true, size: "l" };
				expect(await value("model()")).toMatchObject({ ...filled, loud: "70", day: "2026-11-15" });
				await must("click", { role: "button", name: "Send" });
				expect((await must("get_text")).text).toContain(": Ada green true");
			},
			options,
		),
		[`${name}: what is cleared and unchecked is so in the state`]: on(
			"forms/react",
			async ({ must, value }) => {
				await must("type", { label: "Name", text: "", clear: true });
				await must("check", { label: "Agree" });
				await must("check", { label: "Agree", checked: false });
				expect(await value("model()")).toMatchObject({ name: "", agree: false });
			},
			{ ...options, start: "Old" },
		),
		[`${name}: a field that puts its text into groups`]: on(
			"forms/react",
			async ({ must, value }) => {
				await must("type", { label: "Number", text: "4111111111111111" });
				expect(await value("model().card")).toBe("4111 1111 1111 1111");
			},
			options,
		),
		[`${name}: a field that changes its text is told`]: on(
			"forms/react",
			async ({ must, value }) => {
				expect((await must("type", { label: "Upper", text: "ada" })).text).toContain("something else");
				expect(await value("model().upper")).toBe("ADA");
			},
			options,
		),
	};
}

export const libraryCases = group("libraries", {
	...editorCases("prosemirror", { role: "button", name: "List" }),
	...editorCases("quill", { selector: ".ql-list" }),
	...reactCases("react 19", {}),
	"vue: a form": on("forms/vue", async ({ must, value }) => {
		const more = [
			{ label: "Lazy", value: "late" },
			{ label: "Age", value: "36" },
			{ label: "Tags", value: ["a", "c"] },
		];
		await must("fill_form", { fields: [...everyField, ...more] });
		const filled = { name: "Ada", note: "one\ntwo", colour: "green", agree: true, size: "l" };
		expect(await value("model()")).toEqual({ ...filled, lazy: "late", age: 36, tags: ["a", "c"] });
	}),
	"vue: cleared": on(
		"forms/vue",
		async ({ must, value }) => {
			await must("type", { label: "Name", text: " new" });
			expect(await value("model().name")).toBe("Old new");
			await must("type", { label: "Name", text: "", clear: true });
			expect(await value("model().name")).toBe("");
		},
		{ start: "Old" },
	),
});

/** Those whose libraries are installed for the long run alone. */
export const moreLibraryCases = group("more-libraries", {
	...editorCases("lexical", { role: "button", name: "List" }),
	...reactCases("react 18", { react18: true }),
	"react: a mask": on("forms/react-mask", async ({ must, value }) => {
		await must("type", { label: "Phone", text: "5551234567" });
		expect(await value("model()")).toBe("(555) 123-4567");
		await must("type", { label: "Phone", text: "5557654321", clear: true, keyEvents: true });
		expect(await value("model()")).toBe("(555) 765-4321");
	}),
	"downshift: a combobox that filters": on("lists/downshift", async ({ must, value }) => {
		const { text } = await must("select_option", { label: "Town", options: ["Town 217"] });
		expect(text).not.toContain("did not keep");
		expect(await value("model().town")).toBe("Town 217");
		await must("select_option", { label: "Town", options: ["Town 42"] });
		expect(await value("model().town")).toBe("Town 42");
	}),
	"downshift: one that only opens": on("lists/downshift", async ({ must, value }) => {
		await must("select_option", { label: "Size", options: ["Large"] });
		expect(await value("model().size")).toBe("Large");
	}),
	"downshift: no such option leaves the field as it was": on(
		"lists/downshift",
		async ({ call, must, value }) => {
			await must("select_option", { label: "Town", options: ["Town 5"] });
			const { code, text } = await call("select_option", { label: "Town", options: ["Atlantis"] });
			expect(code).toBe("not_found");
			expect(text).toContain('no option fits "Atlantis"');
			expect(await value("[model().town, document.querySelector('input').value]")).toEqual([
				"Town 5",
				"Town 5",
			]);
		},
	),
	"masks of IMask": on("forms/imask", async ({ must, value }) => {
		await must("type", { label: "Phone", text: "5551234567" });
		await must("type", { label: "Amount", text: "1234567.89" });
		await must("type", { label: "Code", text: "ab1234" });
		expect(await value("model()")).toEqual({ phone: "15551234567", amount: "1234567.89", code: "AB1234" });
		await must("type", { label: "Phone", text: "", clear: true });
		await must("type", { label: "Code", text: "cd5678", clear: true, keyEvents: true });
		expect(await value("model()")).toMatchObject({ code: "CD5678" });
	}),
	"react-select: one": on("lists/react-select", async ({ must, value }) => {
		const { text } = await must("select_option", { label: "Fruit", options: ["Pear"] });
		expect(text).not.toContain("did not keep");
		expect(await value("model().fruit")).toBe("pear");
		await must("select_option", { label: "Fruit", options: ["Apple"] });
		expect(await value("model().fruit")).toBe("apple");
	}),
	"react-select: many": on("lists/react-select", async ({ must, value }) => {
		const { text } = await must("select_option", { label: "Many", options: ["Pear", "Plum"] });
		expect(text).not.toContain("did not keep");
		expect(await value("model().many")).toEqual(["pear", "plum"]);
	}),
	"headless: a virtual list that filters": on("lists/headless", async ({ must, value }) => {
		const { text } = await must("select_option", { label: "Item", options: ["Item 777"] });
		expect(text).not.toContain("did not keep");
		expect(await value("model().item")).toBe("Item 777");
	}),
	"a virtual list that only scrolls": on("lists/virtual", async ({ call, must, value }) => {
		expect((await must("select_option", { label: "Fixed", options: ["Item 345"] })).text).not.toContain(
			"did not keep",
		);
		expect(await value("model()")).toBe("Item 345");
		const { code } = await call("select_option", { label: "Fixed", options: ["Item 2000"] });
		expect(code).toBe("not_found");
		expect(await value("model()")).toBe("Item 345");
	}),
	"headless: a list": on("lists/headless", async ({ must, value }) => {
		await must("select_option", { name: "Plan", options: ["Firm"] });
		expect(await value("model().plan")).toBe("Firm");
	}),
	"a form with a combobox": on("lists/headless", async ({ must, value }) => {
		await must("fill_form", {
			fields: [
				{ label: "Item", value: ["Item 12"] },
				{ name: "Plan", value: ["Team"] },
			],
		});
		expect(await value("model()")).toMatchObject({ item: "Item 12", plan: "Team" });
	}),
});
