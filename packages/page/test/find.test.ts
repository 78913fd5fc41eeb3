// Finding elements by what a person calls them.

import type { FindArgs } from "@reins/protocol";
import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const SHOP = `<header><nav aria-label="Main"><a href="#p">Plans</a></nav></header>
	<main><h1>Shop</h1><h2>Plans</h2><ul aria-label="All plans">
		<li>Small <button><span>Buy now</span></button></li><li>Large <button>Buy <b>now</b></button></li>
	</ul><h2>Contact</h2><label>E-mail <input placeholder="you@example.org"></label>
	<input type="submit" value="Send it"><p>One <b>two</b> three</p></main>`;

async function names(args: FindArgs): Promise<string[]> {
	const { items } = await page().call("find", args);
	return items.map(({ role, name }) => `${role} ${name}`);
}

describe("find", () => {
	it("finds text in the innermost element, or in the control that it names", async () => {
		await page().open(SHOP);
		expect(await names({ text: "buy NOW" })).toEqual(["button Buy now", "button Buy now"]);
		expect(await names({ text: "two three" })).toEqual(["paragraph One two three"]);
		expect(await names({ text: "send it" })).toEqual(["button Send it"]);
		expect(await names({ text: "nowhere" })).toEqual([]);
	});

	it("finds by role, name, label, placeholder and selector, and by all at once", async () => {
		await page().open(SHOP);
		expect(await names({ role: "heading" })).toEqual(["heading Shop", "heading Plans", "heading Contact"]);
		expect(await names({ role: "link", name: "plan" })).toEqual(["link Plans"]);
		expect(await names({ label: "e-mail" })).toEqual(["textbox E-mail"]);
		expect(await names({ placeholder: "example.org" })).toEqual(["textbox E-mail"]);
		expect(await names({ selector: "li > button" })).toHaveLength(2);
		expect(await names({ selector: "li", text: "Large" })).toHaveLength(1);
	});

	it("with exact takes the whole text only", async () => {
		await page().open("<p>Save</p><p>Save all</p><p>save</p>");
		expect(await names({ text: "Save", exact: true })).toEqual(["paragraph Save"]);
		expect(await names({ text: "Save" })).toHaveLength(3);
	});

	it("looks past what cannot be seen in a text, as answers are shown without it", async () => {
		await page().open("<button>Sign\u200bup&shy;now</button><p>soft&shy;ware</p>");
		expect((await page().call("find", { name: "signupnow", exact: false })).items.length).toBe(1);
		expect((await page().call("find", { text: "software", exact: true })).items.length).toBe(1);
		expect((await page().call("find", { text: "soft ware" })).items.length).toBe(0);
	});

	it("tells the way to a hit by landmarks, headings and lists", async () => {
		await page().open(SHOP);
		const { items } = await page().call("find", { text: "Buy now" });
		expect(items[1]?.path).toBe(
			'main > heading "Shop" > heading "Plans" > list "All plans" > listitem 2 of 2',
		);
		const [link] = (await page().call("find", { role: "link" })).items;
		expect(link?.path).toBe('banner > navigation "Main"');
	});

	it("is bounded by its limit, and goes on by the cursor", async () => {
		await page().open(`<ul>${"<li>row</li>".repeat(50)}</ul>`);
		const first = await page().call("find", { text: "row", limit: 30 });
		expect(first).toMatchObject({ next: 30, left: 20 });
		const rest = await page().call("find", { text: "row", limit: 30, cursor: 30 });
		expect(rest.items).toHaveLength(20);
		expect(rest.next).toBeUndefined();
		expect(new Set([...first.items, ...rest.items].map(({ ref }) => ref)).size).toBe(50);
	});

	it("leaves out what is hidden, and marks it where a selector asked for it", async () => {
		await page().open('<p>word</p><p hidden>word</p><div style="height:0;overflow:hidden"><p>word</p></div>');
		expect(await names({ text: "word" })).toHaveLength(1);
		const { items } = await page().call("find", { selector: "p" });
		expect(items.map(({ hidden }) => hidden)).toEqual([undefined, "hidden", "hidden"]);
	});

	it("sees into open shadow roots, and not into scripts", async () => {
		await page().open('<div id="h"></div><p>outside</p><script>"inside"</script>');
		await page().evaluate(
			'document.querySelector("#h").attachShadow({mode: "open"}).innerHTML = "<p><button>inside</button></p>"',
		);
		expect(await names({ text: "inside" })).toEqual(["button inside"]);
		expect(await names({ role: "button" })).toEqual(["button inside"]);
	});

	it("finds the options of a list, and is not led astray by names in a form", async () => {
		await page().open(`<form><input name="children"><input name="childNodes"><input name="scrollTop"><input name="contains">
			<p>in the form</p><select aria-label="Land"><option>Peru<option>Chad</select></form>`);
		expect(await names({ text: "chad" })).toEqual(["option Chad"]);
		expect(await names({ text: "in the form" })).toEqual(["paragraph in the form"]);
		expect((await page().call("inspect", { target: { selector: "form" } })).scroll).toBeUndefined();
		expect((await page().call("markdown", { article: true })).text).toContain("in the form");
	});

	it("refuses to look for nothing, and selectors that are none", async () => {
		await page().open("<p>x</p>");
		expect((await page().failure("find", {})).code).toBe("bad_args");
		expect((await page().failure("find", { text: " " })).code).toBe("bad_args");
		expect((await page().failure("find", { selector: "!!" })).code).toBe("bad_selector");
		expect((await page().failure("find", { text: "x", cursor: -1 })).code).toBe("bad_args");
	});

	it("finds one of 50,000 in time", async () => {
		await page().open(
			`<table>${"<tr><td>cell</td><td><a href='#'>link</a></td></tr>".repeat(16_000)}</table><p>needle</p>`,
		);
		await page().call("find", { text: "first" });
		expect(await page().cost(() => page().call("find", { text: "needle" }))).toBeLessThan(900);
		expect(await page().cost(() => page().call("find", { role: "link", name: "link" }))).toBeLessThan(2_500);
	});
});
