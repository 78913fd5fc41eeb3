// Reading a page that changes under the reader: an answer is of one moment and of one page, or a named error.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";
import { linesOf, script } from "../lines.ts";

const READS = ["snapshot", "get_text", "read_as_markdown", "outline", "extract_links", "form_values"];
/** What a read may answer while its page goes away; anything else is a fault. */
const GONE = new Set(["stale_ref"]);

/** A page all of whose words carry one mark. */
const marked = (mark: string) =>
	`<main><h1>${mark} head</h1>${[1, 2, 3].map((at) => `<p>${mark} text ${at}</p><a href="#${mark}">${mark} link ${at}</a><label>${mark} field<input value="${mark} value"></label>`).join("")}</main>`;

/** The marks in an answer: more than one would be a mixture of two pages. */
const marksIn = (text: string) =>
	new Set(Array.from(text.matchAll(/\b(red|blue)(?= (?:head|text|link|field|value))/g), ([mark]) => mark));

/** `addressed`: the address of each page ends with its mark, and must be that of the content. */
async function readMany(
	{ call }: CaseContext,
	rounds: number,
	addressed = false,
): Promise<{ seen: Set<string>; codes: Set<string> }> {
	const seen = new Set<string>();
	const codes = new Set<string>();
	for (let round = 0; round < rounds; round += 1) {
		const tool = READS[round % READS.length] as string;
		const { text, code } = await call(tool);
		if (code) {
			expect(GONE, `${tool}: ${text}`).toContain(code);
			codes.add(code);
			continue;
		}
		const marks = marksIn(text);
		// None at all: the page has come, and its content has not yet.
		expect(marks.size, `${tool}: ${text}`).toBeLessThanOrEqual(1);
		for (const mark of marks) {
			seen.add(mark);
			if (tool === "snapshot" && addressed)
				expect(text, mark).toMatch(new RegExp(`^t\\d+: .*/${mark}$`, "m"));
		}
	}
	return { seen, codes };
}

export const movingCases = group("moving", {
	"a body that is written anew all the time": async (context) => {
		await context.open(
			`${marked("red")}${script(`
				const pages = ${JSON.stringify([marked("red"), marked("blue")]).replaceAll("</", "<\\/")};
				let turn = 0;
				const rewrite = () => { document.body.innerHTML = pages[++turn % 2]; setTimeout(rewrite); };
				addEventListener("load", rewrite);`)}`,
		);
		const { seen, codes } = await readMany(context, 60);
		expect([...codes]).toEqual([]);
		expect([...seen].sort()).toEqual(["blue", "red"]);
	},
	"two pages that replace each other all the time": async (context) => {
		const { site, path, must, call } = context;
		let isOver = false;
		const serve = (mark: string, next: string) =>
			site.handle(path(mark), (_request, response) => {
				const rest = isOver
					? "<p>at rest</p>"
					: script(`setTimeout(() => location.replace(${JSON.stringify(next)}), 30)`);
				response.writeHead(200, { "content-type": "text/html" });
				response.end(marked(mark) + rest);
			});
		serve("red", path("blue"));
		await must("navigate", { url: serve("blue", path("red")), waitUntil: "commit" });
		const { seen } = await readMany(context, 40, true);
		expect(seen.size).toBeGreaterThan(0);
		isOver = true;
		await until("the page is at rest", async () => (await call("get_text")).text.includes("at rest"));
	},
	"a read that is asked while another page is called": async (context) => {
		const { must, call, serve } = context;
		const [red, blue] = [serve(marked("red")), serve(marked("blue"))];
		await must("navigate", { url: red });
		for (const url of [blue, red, blue, red]) {
			const [, ...answers] = await Promise.all([
				must("navigate", { url }),
				...READS.map((tool) => call(tool)),
			]);
			for (const { text, code } of answers) {
				if (code) expect(GONE, text).toContain(code);
				else expect(marksIn(text).size, text).toBeLessThanOrEqual(1);
			}
		}
		const address = (await must("snapshot")).text;
		expect(address).toContain(red);
		expect([...marksIn(address)]).toEqual(["red"]);
	},
	"title and content of a snapshot are of the same moment": async (context) => {
		const { must, open } = context;
		await open(
			`<h1>start</h1>${script(`
				let count = 0;
				const step = () => {
					count += 1;
					document.title = "step" + count;
					document.querySelector("h1").textContent = "step" + count;
					setTimeout(step, 1);
				};
				step();`)}`,
		);
		for (let round = 0; round < 20; round += 1) {
			const { text } = await must("snapshot");
			const steps = new Set(text.match(/step\d+/g));
			expect([...steps], text).toHaveLength(1);
		}
	},
	"an element that is swapped for its like between two reads": async (context) => {
		const { must, call, open, value } = context;
		await open('<div id="at"><button>Pay</button></div>');
		const ref = /\[([a-z0-9]+)\]/.exec((await must("find", { text: "Pay" })).text)?.[1];
		await value("at.innerHTML = '<button>Pay</button>'");
		for (const tool of ["get_text", "element_info", "get_html", "snapshot", "screenshot"])
			expect((await call(tool, { ref })).code, tool).toBe("stale_ref");
	},
	"text that is typed is read at once": async (context) => {
		await context.open(
			'<label>Name <input oninput="out.textContent = value.toUpperCase()"></label><p id="out"></p>',
		);
		for (const word of ["Ada", "Grace", "Hedy"]) {
			await context.must("type", { selector: "input", text: word, clear: true });
			expect(await linesOf(context)).toEqual([
				`- textbox "Name" focused = "${word}"`,
				`- text "${word.toUpperCase()}"`,
			]);
		}
	},
	"a page that blocks for a while is answered after it": async (context) => {
		await context.open(
			`<p id="p">before</p>${script(`globalThis.block = () => setTimeout(() => {
				const end = performance.now() + 400;
				while (performance.now() < end);
				p.textContent = "after";
			})`)}`,
		);
		await context.value("block()");
		const { text } = await context.must("get_text");
		expect(["before", "after"]).toContain(text.trim());
		expect((await context.must("get_text")).text).toContain("after");
	},
});
