// Pictures and fields that take the names of what a document or a form has: `document.createRange` is then a picture.
// Everything is read and done as on the page without them.

import type { KitArgs, KitFunction, KitReply, KitResult } from "@reins/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import { source } from "../src/generated/kit-source.ts";
import { usePage } from "./chromium.ts";

const page = usePage();

const CONTENT = `<main><h1>Shop</h1><p>Some <b>words</b> here</p><a href="http://a.test/x/../next">Next</a>
	<button id="buy">Buy</button><span id="bare" style="display:contents">Bare</span>
	<div id="note" contenteditable role="textbox" aria-label="Note">old</div>
	<label for="size">Size</label><input id="size" value="L"><img alt="Cup" width="40" height="40">
	<p style="height:20px;overflow:hidden"><span>first</span><br><br><span>clipped away</span></p>
	<iframe title="Inner" srcdoc="<body style='margin:0'>inner" width="200" height="50"></iframe></main>`;
/** A picture of one pixel. */
const DOT =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** All that a document or a form can be asked for. */
let names: string[];
beforeAll(async () => {
	await page().open("");
	names = (await page().evaluate(`[...new Set([document, document.createElement("form")].flatMap((own) => {
		const names = [];
		for (let at = own; at; at = Object.getPrototypeOf(at)) names.push(...Object.getOwnPropertyNames(at));
		return names;
	}))]`)) as string[];
	expect(names).toEqual(
		expect.arrayContaining(["createRange", "elementFromPoint", "baseURI", "requestSubmit"]),
	);
});

/** In the page's own world: today's Chromium gives the names of pictures to no other. */
async function call<F extends KitFunction>(fn: F, args: KitArgs<F>): Promise<KitResult<F>> {
	const reply = (await page().evaluate(
		`reinsKit.call(${JSON.stringify(fn)}, ${JSON.stringify(args)})`,
	)) as KitReply<F>;
	if (reply.ok) return reply.value;
	throw new Error(`${fn}: ${reply.error.message}`);
}

/** What the kit says and does on the page that is open. */
async function everything(): Promise<Record<string, unknown>> {
	const { point } = await call("locate", { target: { selector: "#buy" } });
	return {
		text: (await call("getText", {})).text,
		markdown: (await call("markdown", {})).text,
		article: (await call("markdown", { article: true })).text,
		snapshot: (await call("snapshot", {})).text,
		links: (await call("links", {})).items,
		images: (await call("images", {})).items,
		values: (await call("formValues", {})).items,
		outline: (await call("outline", {})).items,
		metadata: (await call("metadata", {})).entries,
		found: (await call("find", { text: "bare" })).items,
		info: await call("inspect", { target: { selector: "#bare" } }),
		point,
		filled: await call("fill", { target: { selector: "#note" }, text: "new", clear: true }),
		drawn: (await call("drawLabels", { data: DOT, mimeType: "image/png", quality: 80, labels: [] })).data,
		labels: (await call("labels", {})).items,
		page: await call("pageInfo", {}),
		watched: await call("watch", {}),
		settled: (await call("settle", { quiet: 6, cap: 500 })).lines,
	};
}

/** The same page once more, and what takes the names behind it. */
async function read(clobbering: string): Promise<Record<string, unknown>> {
	await page().open(`${CONTENT}<div hidden id="behind"></div>`);
	await page().evaluate(`${source}; behind.innerHTML = ${JSON.stringify(clobbering)}; 0`);
	return everything();
}

describe("names taken", () => {
	it.each([
		["by pictures", (name: string) => `<img name="${name}">`],
		["by forms", (name: string) => `<form name="${name}"></form>`],
	])("%s", async (_, element) => {
		const expected = await read(element("nothing"));
		const clobbered = await read(names.map(element).join(""));
		for (const what of Object.keys(expected)) expect([what, clobbered[what]]).toEqual([what, expected[what]]);
	});
});

describe("a form that appears while the page is watched", () => {
	it("may have fields called like its properties", async () => {
		await page().open("<p>Before</p>");
		await page().call("watch", {});
		await page().evaluate(`document.body.insertAdjacentHTML("beforeend",
			'<form><input name="querySelectorAll"><div id="host"></div></form>');
			host.attachShadow({ mode: "open" }); 0`);
		await page().evaluate(`host.shadowRoot.innerHTML = "<p>After</p>"`);
		const { changes } = await page().call("settle", { quiet: 50, cap: 1_000 });
		expect(changes).toBe(2);
	});
});

describe("a form whose fields take the names of what it has", () => {
	const form = (name: (own: string) => string) =>
		`<h1>Shop</h1><form><p>Inside</p><label>Size <input value="L"></label>
		${names.map((own) => `<input hidden name="${name(own)}">`).join("")}</form><p>After</p>`;

	it("is read as any other", async () => {
		const read = async (body: string) => {
			await page().open(body);
			return [
				await page().call("getText", {}),
				await page().call("snapshot", {}),
				await page().call("markdown", {}),
			];
		};
		const expected = await read(form((own) => `plain-${own}`));
		expect(JSON.stringify(expected)).toContain("Inside");
		expect(await read(form((own) => own))).toEqual(expected);
	});
});
