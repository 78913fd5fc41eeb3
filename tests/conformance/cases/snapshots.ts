// snapshot on pages that do not fit: folds, cursor, unfold, diff, and what comes first.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

const times = (count: number, make: (at: number) => string) =>
	Array.from({ length: count }, (_, at) => make(at)).join("");
const rows = (count: number) =>
	`<table>${times(count, (at) => `<tr><td>${at}</td><td>Person ${at}</td><td><a href="#${at}">Open</a></td></tr>`)}</table>`;
const texts = (count: number) =>
	times(count, (at) => `<p>Text ${at}: ${"some words that take room ".repeat(6)}</p>`);
const fold = /… (\d+) more [a-z ]+\[(e\d+)\]/;

export const snapshotCases = group("snapshots", {
	"a long table shows its first rows and folds the others": async ({ must, open }) => {
		await open(rows(1_000));
		const { text } = await must("snapshot");
		const shown = text.match(/- row/g)?.length ?? 0;
		expect(shown).toBeGreaterThanOrEqual(20);
		expect(Number(fold.exec(text)?.[1])).toBe(1_000 - shown);
		expect(text.length).toBeLessThan(16_000);
	},
	"a row stands on one line, with the refs of what can be used in it": async ({ must, open }) => {
		await open(rows(3));
		const { text } = await must("snapshot");
		expect(text).toMatch(/- row \[e\d+\]: 1 \| Person 1 \| link "Open" \[e\d+\]\n/);
	},
	"a link in a row can be clicked by its ref": async ({ must, open, value }) => {
		await open(rows(3));
		const { text } = await must("snapshot");
		const ref = /Person 2 \| link "Open" \[(e\d+)\]/.exec(text)?.[1];
		await must("click", { ref });
		expect(await value("location.hash")).toBe("#2");
	},
	"a fold's ref shows the next rows and none of the first": async ({ must, open }) => {
		await open(rows(1_000));
		const [, count, ref] = fold.exec((await must("snapshot")).text) ?? [];
		const { text } = await must("snapshot", { ref });
		const first = 1_000 - Number(count);
		expect(text).toContain(`| Person ${first} |`);
		expect(text).not.toContain(`| Person ${first - 1} |`);
		expect(text).toMatch(/^\(\d+ more rows; go on with cursor \d+,.*\)$/m);
	},
	"a fold is read to its end by the cursor": async ({ must, open }) => {
		await open(rows(300));
		const first = (await must("snapshot")).text;
		const ref = fold.exec(first)?.[2];
		let read = first;
		for (let cursor = "0"; cursor; ) {
			const { text } = await must("snapshot", { ref, cursor: Number(cursor), budget: 4_000 });
			read += text;
			cursor = /go on with cursor (\d+)/.exec(text)?.[1] ?? "";
		}
		const people = [...read.matchAll(/\| Person (\d+) \|/g)].map(([, at]) => Number(at));
		expect(people).toEqual(Array.from({ length: 300 }, (_, at) => at));
	},
	"a fold of a list that is gone is a stale ref": async ({ must, call, open, value }) => {
		await open(rows(200));
		const ref = fold.exec((await must("snapshot")).text)?.[2];
		await value("document.querySelector('table').remove()");
		expect((await call("snapshot", { ref })).code).toBe("stale_ref");
	},
	"repeated cards fold": async ({ must, open }) => {
		await open(
			times(400, (at) => `<div class="card v${at % 4}"><h3>Card ${at}</h3><button>Buy ${at}</button></div>`),
		);
		const { text } = await must("snapshot");
		expect(text).toContain('heading "Card 0"');
		expect(text).toMatch(/… 3\d\d more like these \[e\d+\]/);
	},
	"a list of many options shows the chosen one and the first few": async ({ must, open }) => {
		await open(
			`<select aria-label="Town">${times(200, (at) => `<option${at === 150 ? " selected" : ""}>Town ${at}</option>`)}</select>`,
		);
		const { text } = await must("snapshot");
		expect(text).toMatch(/- combobox "Town" \[e\d+\] = "Town 150"/);
		expect(text).toMatch(/… 192 more options \[e\d+\]/);
		const { text: rest } = await must("snapshot", { ref: fold.exec(text)?.[2] });
		expect(rest).toContain('option "Town 199"');
	},
	"unfold gives the whole page": async ({ must, open }) => {
		await open(`${rows(1_000)}<p>The end</p>`);
		const { text } = await must("snapshot", { unfold: true });
		expect(text.match(/- row/g)?.length).toBe(1_000);
		expect(text).toContain("The end");
		expect(text).not.toContain("…");
	},
	"a budget is kept, and the cursor goes on after it": async ({ must, open }) => {
		await open(`<main>${texts(60)}</main>`);
		let read = "";
		for (let cursor: string | undefined = ""; cursor !== undefined; ) {
			const { text }: { text: string } = await must("snapshot", {
				budget: 3_000,
				...(cursor && { cursor: Number(cursor) }),
			});
			expect(text.length).toBeLessThan(3_300);
			read += text;
			cursor = /go on with cursor (\d+)/.exec(text)?.[1];
		}
		for (let at = 0; at < 60; at += 1) expect(read).toContain(`"Text ${at}:`);
	},
	"a scrolled page is read as a whole, whatever the budget": async ({ must, open, value }) => {
		const row = (at: number) =>
			`<tr><td>Row ${at}.</td><td><button>Edit</button><button>Drop</button></td></tr>`;
		await open(
			`<main>${texts(20)}</main><table>${times(12, row)}</table><p>${"long ".repeat(300)}</p><p>The end</p>`,
		);
		await value("scrollTo(0, document.documentElement.scrollHeight)");
		const readFrom = async (budget: number, start: number | undefined) => {
			const parts: string[] = [];
			for (let cursor = start, isMore = true; isMore; isMore = cursor !== undefined) {
				const { text }: { text: string } = await must("snapshot", {
					budget,
					...(cursor !== undefined && { cursor }),
				});
				expect(text).toMatch(/^ *- /m);
				parts.push(text);
				const next = /^\(about \d+ more; go on with cursor (\d+)/m.exec(text)?.[1];
				cursor = next === undefined ? undefined : Number(next);
			}
			expect(parts.length).toBeLessThan(100);
			return parts;
		};
		for (const budget of [200, 900, 3_000]) {
			const inOrder = (await readFrom(budget, 1)).join("\n");
			for (let at = 0; at < 20; at += 1) expect(inOrder.split(`"Text ${at}:`), inOrder).toHaveLength(2);
			const [first = "", ...others] = await readFrom(budget, undefined);
			const rest = others.join("\n");
			// Texts for which the first answer has room, as in a low window, stand before its cursor.
			const begin = Number(/"Text (\d+):/.exec(rest)?.[1]);
			for (let at = 0; at < 20; at += 1) {
				expect(rest.split(`"Text ${at}:`), rest).toHaveLength(at < begin ? 1 : 2);
				if (at < begin) expect(first).toContain(`"Text ${at}:`);
			}
			for (const read of [inOrder, rest]) {
				for (let at = 0; at < 12; at += 1) expect(read.split(`Row ${at}.`)).toHaveLength(2);
				expect(read).toContain("The end");
			}
		}
		const { text: behind } = await must("snapshot", { cursor: 5_000 });
		expect(behind).toContain("(the end: nothing more from this cursor on)");
		expect(behind).not.toContain("empty page");
	},
	"what is on the screen is in the snapshot, wherever the page is scrolled to": async ({
		must,
		open,
		value,
	}) => {
		await open(
			`<nav>${times(100, (at) => `<p><a href="#">Link ${at}</a></p>`)}</nav><main>${texts(700)}</main>`,
		);
		await value("scrollTo(0, document.documentElement.scrollHeight / 2)");
		const seen = (await value(`[...document.querySelectorAll("main p")].filter((p) => {
			const { top, bottom } = p.getBoundingClientRect();
			return bottom > 0 && top < innerHeight;
		}).map((p) => p.textContent.split(":")[0])`)) as string[];
		const { text } = await must("snapshot");
		expect(seen.length).toBeGreaterThan(5);
		for (const words of seen) expect(text).toContain(`"${words}:`);
	},
	"controls and headings far away come before text far away": async ({ must, open }) => {
		await open(`<main>${texts(300)}<h2>Far heading</h2><button>Far button</button>${texts(300)}</main>`);
		const { text } = await must("snapshot");
		expect(text).toContain('heading "Far heading"');
		await must("click", { ref: refOf(text, "Far button") });
	},
	"interactive on a long page keeps the controls": async ({ must, open }) => {
		await open(`<h1>Top</h1>${texts(300)}<h2>Form</h2><input aria-label="Name"><button>Send</button>`);
		const { text } = await must("snapshot", { interactive: true });
		expect(text).toMatch(/heading "Form".*\n- textbox "Name".*\n- button "Send"/);
		expect(text).not.toContain("Text 1:");
	},
	"depth says where there is more": async ({ must, open }) => {
		await open("<main><ul><li>a <button>b</button></li></ul></main>");
		expect((await must("snapshot", { depth: 1 })).text).toMatch(/- main \[e\d+\] …$/);
		expect((await must("snapshot", { depth: 2 })).text).toMatch(/- list \[e\d+\] …$/);
	},
	"a diff says what was added, removed and changed": async ({ must, open, value }) => {
		await open("<main><h1>Cart</h1><ul><li>Tea</li><li>Jam</li></ul><button disabled>Pay</button></main>");
		await must("snapshot");
		await value(`document.querySelector("li").remove();
			document.querySelector("ul").insertAdjacentHTML("beforeend", "<li>Bread</li>");
			document.querySelector("button").disabled = false`);
		const { text } = await must("snapshot", { diff: true });
		expect(text).toMatch(/\n− {5}- listitem "Tea" \[e\d+\]/);
		expect(text).toMatch(/\n\+ {5}- listitem "Bread" \[e\d+\]/);
		expect(text).toMatch(/\n~ {3}- button "Pay" \[e\d+\]$/);
		expect(text).not.toContain("Jam");
		expect(text).not.toContain("Cart");
	},
	"a diff of a page that stayed as it was is no changes": async ({ must, open }) => {
		await open("<p>Still</p><button>Here</button>");
		await must("snapshot");
		expect((await must("snapshot", { diff: true })).text).toMatch(/\n\(no changes\)$/);
	},
	"a diff of another document is the whole snapshot, and says so": async ({ must, open }) => {
		await open("<p>One</p>");
		await must("snapshot");
		await open("<p>Two</p>");
		const { text } = await must("snapshot", { diff: true });
		expect(text).toContain("(nothing to compare with");
		expect(text).toContain('- text "Two"');
		expect((await must("snapshot", { diff: true })).text).toContain("(no changes)");
	},
	"a diff compares what was asked for in the same way": async ({ must, open, value }) => {
		await open("<p>Words</p><button>Press</button>");
		await must("snapshot", { interactive: true });
		await value("document.querySelector('p').textContent = 'Others'");
		expect((await must("snapshot", { interactive: true, diff: true })).text).toContain("(no changes)");
		expect((await must("snapshot", { diff: true })).text).toContain("(nothing to compare with");
	},
	"tabs are compared each with itself": async ({ must, newTab, serve, current }) => {
		await must("navigate", { url: serve("<p>First</p>") });
		const first = await current();
		await must("snapshot");
		const second = await newTab(serve("<p>Second</p>"));
		await must("snapshot", { tabId: second });
		for (const tabId of [first, second])
			expect((await must("snapshot", { tabId, diff: true })).text).toContain("(no changes)");
	},
	"a fold is looked at, and never pressed": async ({ open, must, call, value }) => {
		const rows = Array.from(
			{ length: 100 },
			(_, at) => `<li><button onclick="document.title = 'Hit'">Row ${at}</button></li>`,
		);
		await open(`<ul>${rows.join("")}</ul>`);
		const ref = /… \d+ more list items \[(e\d+)\]/.exec((await must("snapshot")).text)?.[1];
		for (const tool of ["click", "type"]) {
			const answer = await call(tool, { ref, ...(tool === "type" && { text: "x" }) });
			expect(answer.code, answer.text).toBe("not_actionable");
			expect(answer.text).toContain("pass it to snapshot");
		}
		expect(await value("document.title")).not.toBe("Hit");
	},
});
