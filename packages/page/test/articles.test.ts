// Pages of many kinds, whose every word says whether it is content (`keep…`) or stands around it (`drop…`): how much
// of each an article has, and that headings, lists, code and tables stay.

import { afterAll, describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

let count = 0;
const words = (kind: "keep" | "drop", many: number) =>
	Array.from({ length: many }, () => `${kind}${count++}`).join(" ");
const keep = (many = 60) => `${words("keep", many)}, ${words("keep", 3)}.`;
const p = (many?: number) => `<p>${keep(many)}</p>`;
const h = (level: number) => `<h${level}>${words("keep", 3)}</h${level}>`;
const links = (many: number) =>
	`<ul>${Array.from({ length: many }, () => `<li><a href="/x">${words("drop", 2)}</a></li>`).join("")}</ul>`;
const teasers = (many: number) =>
	Array.from({ length: many }, () => `<h4><a href="/x">${words("drop", 6)}</a></h4>`).join("");
const list = () => `<ul><li>${keep(12)}</li><li>${keep(12)}<ol><li>${keep(8)}</li></ol></li></ul>`;
const code = () => `<pre><code class="language-js">${words("keep", 6)}\n  ${words("keep", 4)}</code></pre>`;
const table = () =>
	`<table><tr><th>${words("keep", 1)}</th><th>${words("keep", 1)}</th></tr><tr><td>${words("keep", 4)}</td><td>${words("keep", 4)}</td></tr></table>`;
const footer = () => `${links(8)}<p>${words("drop", 8)}</p>`;

const pages: Record<string, () => string> = {
	"news with landmarks": () =>
		`<header><nav>${links(10)}</nav></header><main><article>${h(1)}${p()}${p()}<aside>${teasers(4)}</aside>${h(2)}${p()}${list()}</article><section>${teasers(5)}</section></main><footer>${footer()}</footer>`,
	"blog of plain boxes": () =>
		`<div id="top">${links(8)}</div><div id="page"><div class="post">${h(1)}<div class="text">${p()}${p()}${h(2)}${p()}${list()}</div><div class="share-links">${links(4)}</div></div><div class="sidebar">${links(12)}<p>${words("drop", 12)}</p></div></div><div id="foot">${footer()}</div>`,
	"documentation with a tree of pages": () =>
		`<div class="layout"><nav class="menu">${links(40)}</nav><main>${h(1)}${p(30)}${h(2)}${code()}${p(20)}${table()}${h(3)}${list()}${code()}</main><aside class="toc">${links(6)}</aside></div>`,
	"documentation without landmarks": () =>
		`<div class="wrap"><div class="left-menu">${links(40)}</div><div class="body">${h(1)}${p(40)}${code()}${p(30)}${h(2)}${p(40)}${table()}${list()}</div></div><div class="footer">${footer()}</div>`,
	"forum thread": () =>
		`<nav>${links(8)}</nav><main>${h(1)}${Array.from({ length: 6 }, () => `<article><h3>${words("keep", 1)}</h3>${p(35)}<blockquote>${keep(10)}</blockquote></article>`).join("")}<nav class="pager">${links(5)}</nav></main><footer>${footer()}</footer>`,
	"questions and answers": () =>
		`<div class="header">${links(7)}</div><div id="content">${h(1)}<div class="question">${p(50)}${code()}</div>${h(2)}<div class="answer">${p(60)}${code()}</div><div class="answer">${p(40)}</div></div><div class="related">${teasers(8)}</div>`,
	"shop product": () =>
		`<header>${links(10)}</header><main><nav class="breadcrumbs">${links(3)}</nav>${h(1)}<p>${words("keep", 4)}</p><div class="description">${p(50)}${list()}</div>${h(2)}${table()}<section class="related">${teasers(6)}</section></main><footer>${footer()}</footer>`,
	"encyclopedia with many links": () =>
		`<div id="nav">${links(20)}</div><div id="main">${h(1)}<div class="toc">${links(6)}</div>${Array.from({ length: 5 }, () => `${h(2)}<p>${keep(25)} <a href="/a">${words("keep", 2)}</a> ${keep(15)} <a href="/b">${words("keep", 2)}</a></p>`).join("")}${table()}</div><div id="foot">${footer()}</div>`,
	recipe: () =>
		`<header>${links(9)}</header><div class="recipe">${h(1)}${p(30)}${h(2)}<ul>${Array.from({ length: 8 }, () => `<li>${words("keep", 4)}</li>`).join("")}</ul>${h(2)}<ol>${Array.from({ length: 6 }, () => `<li>${keep(18)}</li>`).join("")}</ol></div><div class="newsletter">${words("drop", 10)}</div><footer>${footer()}</footer>`,
	"message of a mailing list": () =>
		`<div>${links(6)}</div>${h(1)}<pre>${Array.from({ length: 12 }, () => words("keep", 9)).join("\n")}</pre><div>${links(6)}</div>`,
	"release notes": () =>
		`<header>${links(8)}</header><main>${h(1)}${Array.from({ length: 6 }, () => `<section>${h(2)}<ul><li>${keep(10)}</li><li>${keep(10)}</li></ul></section>`).join("")}</main><footer>${footer()}</footer>`,
	"article in custom elements": () =>
		`<x-nav>${links(10)}</x-nav><x-page><div>${h(1)}${p()}${p()}${h(2)}${p()}${list()}</div></x-page><x-foot>${footer()}</x-foot>`,
	"right to left": () =>
		`<div dir="rtl"><div class="menu">${links(10)}</div><div class="story">${h(1)}${p()}${p()}${p()}</div></div>`,
	"first paragraph in a box of its own": () =>
		`<div class="nav">${links(9)}</div><div class="story">${h(1)}<div class="lead">${p(40)}</div><div class="body">${p()}${p()}${p()}${h(2)}${p()}</div></div><div class="popular">${teasers(8)}</div>`,
};

const figures: string[] = [];
afterAll(() => console.log(figures.join("\n")));

describe("the article of", () => {
	it.each(Object.entries(pages))("%s", async (name, make) => {
		const html = make();
		await page().open(html);
		const { text } = await page().call("markdown", { article: true });
		const has = new Set(text.match(/(keep|drop)\d+/g));
		const share = (kind: string) => {
			const all = html.match(new RegExp(`${kind}\\d+`, "g")) ?? [];
			return all.filter((word) => has.has(word)).length / all.length;
		};
		const [kept, around] = [share("keep"), share("drop")];
		figures.push(
			`${name}: ${Math.round(kept * 100)} % kept, ${Math.round(around * 100)} % of what is around`,
		);
		expect(kept).toBeGreaterThanOrEqual(0.9);
		expect(around).toBeLessThanOrEqual(0.1);
		const tags = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
		expect(text.match(/^#{1,6} keep/gm)?.length ?? 0).toBe(tags(/<h[1-6]>keep/g));
		expect(text.match(/^```js$/gm)?.length ?? 0).toBe(tags(/<code class="language-js">keep/g));
		expect(text.match(/^\| keep\d+ \| keep\d+ \|\n\| --- \| --- \|/gm)?.length ?? 0).toBe(tags(/<table>/g));
		expect(text.match(/^\s*(-|\d+\.) keep/gm)?.length ?? 0).toBe(tags(/<li>keep/g));
	});
});
