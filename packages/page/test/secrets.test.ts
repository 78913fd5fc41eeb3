// A password, a one-time code and a card number in every kind of field: no read gives them away.

import type { KitArgs, KitFunction } from "@reins/protocol";
import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const SECRETS = ["hush-Passw0rd", "838-114", "4111 1111 1111 1111", "4111111111111111"] as const;
const [WORD, CODE, CARD, PLAIN_CARD] = SECRETS;

const FIELDS = [
	`<input type="password" value="${WORD}" aria-label="Word">`,
	`<input type="password" value="${WORD}" data-value="${WORD}" data-note="x ${WORD} y">`,
	`<input type="text" autocomplete="current-password" value="${WORD}">`,
	`<input type="text" autocomplete="section-a new-password" value="${WORD}" placeholder="New">`,
	`<input type="text" name="userPassword" value="${WORD}">`,
	`<input type="search" id="pwd" value="${WORD}">`,
	`<input type="text" style="-webkit-text-security: disc" value="${WORD}">`,
	`<textarea style="-webkit-text-security: circle">${WORD}</textarea>`,
	`<textarea name="passphrase">${WORD}</textarea>`,
	`<div contenteditable style="-webkit-text-security: disc">${WORD}</div>`,
	`<div contenteditable role="textbox" autocomplete="current-password">${WORD}</div>`,
	`<div style="-webkit-text-security: square"><p contenteditable>${WORD}</p></div>`,
	`<p contenteditable><span style="-webkit-text-security: disc">${WORD}</span> after</p>`,
	`<div contenteditable autocomplete="one-time-code"><span>${CODE}</span></div>`,
	`<input type="password" value="${WORD}" aria-label="${WORD}">`,
	`<input type="password" value="${WORD}" title="now ${WORD}" placeholder="${WORD}">`,
	`<input autocomplete="one-time-code" value="${CODE}" aria-label="Code" aria-description="sent: ${CODE}">`,
	`<input type="hidden" autocomplete="current-password" value="${WORD}">`,
	`<input autocomplete="one-time-code" value="${CODE}">`,
	`<input type="tel" autocomplete="one-time-code" inputmode="numeric" value="${CODE}">`,
	`<input name="otp" value="${CODE}">`,
	`<input id="verification_code" value="${CODE}">`,
	`<div role="textbox" contenteditable id="one-time-code">${CODE}</div>`,
	`<div role="spinbutton" autocomplete="one-time-code" aria-valuetext="${CODE}" aria-valuenow="1" tabindex="0">x</div>`,
	`<input autocomplete="cc-number" value="${CARD}">`,
	`<input type="tel" autocomplete="billing cc-csc" value="${CODE}">`,
	`<input name="cardNumber" value="${PLAIN_CARD}">`,
	`<input aria-label="Free text" value="${CARD}">`,
	`<textarea aria-label="Free text">${CARD}</textarea>`,
	`<textarea autocomplete="cc-number">${PLAIN_CARD}</textarea>`,
	`<label>In a label <input type="password" value="${WORD}"> and after</label>`,
	`<button>In a button <input type="password" value="${WORD}"></button>`,
	`<table><tr><th>In a table</th><td><input type="password" value="${WORD}"></td></tr></table>`,
	`<button>Pay <span style="-webkit-text-security: disc">${WORD}</span></button>`,
	`<a href="#x" style="-webkit-text-security: disc">${WORD}</a>`,
	`<h2>Your code: <b style="-webkit-text-security: square"><i>${CODE}</i></b></h2>`,
	`<input aria-labelledby="dots"><p id="dots" style="-webkit-text-security: disc">${WORD}</p>`,
	`<button aria-describedby="said">Go</button><p id="said">Say <i style="-webkit-text-security: disc">${WORD}</i></p>`,
	`<label>Of <i style="-webkit-text-security: disc">${WORD}</i><input></label>`,
	`<div contenteditable role="textbox">Say <i style="-webkit-text-security: disc">${WORD}</i></div>`,
	`<div role="combobox" tabindex="0">Say <i style="-webkit-text-security: disc">${WORD}</i></div>`,
	`<a href="#x">In a link <input type="password" value="${WORD}"></a>`,
	`<h2>In a heading <input autocomplete="one-time-code" value="${CODE}"></h2>`,
	`<ul><li>In a list <input autocomplete="cc-number" value="${CARD}"></li></ul>`,
];

/** Every read there is; one that is missing does not compile. */
type Reads = Exclude<
	KitFunction,
	| "locate"
	| "box"
	| "fill"
	| "watch"
	| "settle"
	| "pageInfo"
	| "drawLabels"
	| "beginWidePicture"
	| "endWidePicture"
>;
const reads: { [F in Reads]: KitArgs<F>[] } = {
	snapshot: [{}, { interactive: true }],
	getText: [{}],
	getHtml: [{}, { scripts: true }],
	markdown: [{}, { article: true }],
	links: [{}],
	images: [{}],
	outline: [{}],
	tables: [{}],
	formValues: [{}],
	metadata: [{}],
	find: [{ selector: "body *", limit: 1_000 }, { role: "textbox" }, { text: "after" }],
	inspect: [{ target: { selector: "#field > *" } }, { target: { selector: "#field > * > *" } }],
	count: [{ selectors: ["input"] }],
	frameOwners: [{}],
	scroll: [{ to: "bottom" }],
	choose: [{ target: { selector: "#field select" }, options: ["none of them"] }],
	optionOf: [{ target: { selector: "#field > *" }, option: "none of them", wait: 0 }],
	caretToEnd: [{ target: { selector: "#field > *" } }],
	fileField: [{ target: { selector: "#field > *" } }],
	isChosen: [
		{
			target: { selector: "#field > *" },
			option: { selector: "#field > *" },
			name: "x",
			typed: false,
			wait: 0,
		},
	],
	waitFor: [{ text: "after", timeout: 0 }],
	locateAt: [{ at: { x: 20, y: 20 } }],
	labels: [{}, { within: { x: 0, y: 0, width: 10_000, height: 10_000 } }],
};

async function everything(): Promise<string> {
	let all = "";
	for (const [fn, calls] of Object.entries(reads)) {
		for (const args of calls) {
			const reply = await page().reply(fn as Reads, args as KitArgs<Reads>);
			all += `${fn} ${JSON.stringify(reply)}\n`;
		}
	}
	return all;
}

describe("secrets", () => {
	it.each(FIELDS)("%s", async (field) => {
		await page().open(`<main id="field">${field}</main>`);
		const lines = (await everything()).split("\n");
		for (const secret of SECRETS) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
	});

	it("stay secret in shadow roots, and when they were typed", async () => {
		await page().open('<div id="h"></div>');
		await page().evaluate(`const root = document.querySelector("#h").attachShadow({ mode: "open" });
			root.innerHTML = '<input type="password"><input autocomplete="cc-number"><textarea name="password"></textarea>';
			for (const el of root.querySelectorAll("*")) el.value = "${WORD}"`);
		expect(await everything()).not.toContain(WORD);
	});

	it("of a list are not told by which option is selected", async () => {
		await page().open(
			'<main id="field"><select autocomplete="cc-exp-month"><option>01<option selected>02</select></main>',
		);
		const all = await everything();
		expect(all).not.toMatch(/selected(?!-)|\\"02\\" \[e\d+\] selected|= \\"02/);
	});

	it("are not found by their text", async () => {
		await page().open(FIELDS.join(""));
		for (const secret of SECRETS) expect((await page().call("find", { text: secret })).items).toEqual([]);
	});

	it("leave the others readable", async () => {
		await page().open(`<label>Order <input value="4111111111111112"></label><label>Zip <input value="80331"></label>
			<label>Compass <input name="compass" value="north"></label>`);
		const { items } = await page().call("formValues", {});
		expect(items.map(({ value }) => value)).toEqual(["4111111111111112", "80331", "north"]);
	});
});
