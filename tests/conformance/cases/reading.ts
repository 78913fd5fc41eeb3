// snapshot and get_text.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

const list = (count: number) =>
	`<ul>${Array.from({ length: count }, (_, index) => `<li><a href="#${index}">Row ${index}</a></li>`).join("")}</ul>`;

export const readingCases = group("reading", {
	"a snapshot has place, title and one line a thing": async ({ must, open }) => {
		const url = await open(
			'<h1>Sign up</h1><label>Name <input value="Ada"></label><button disabled>Go</button>',
			"<title>Form</title>",
		);
		const { text } = await must("snapshot");
		expect(text).toMatch(/^t\d+: /);
		expect(text).toContain(`${url}\ntitle: "Form"\n`);
		expect(text).toMatch(/- heading "Sign up" \[e\d+\] level=1/);
		expect(text).toMatch(/- textbox "Name" \[e\d+\] = "Ada"/);
		expect(text).toMatch(/- button "Go" \[e\d+\] disabled/);
	},
	"an empty page says so": async ({ must, open }) => {
		await open("");
		expect((await must("snapshot")).text).toContain("(empty page)");
	},
	"refs stay while the element lives": async ({ must, open, value }) => {
		await open("<button>One</button><p></p>");
		const before = refOf((await must("snapshot")).text, "One");
		await value("document.querySelector('p').textContent = 'changed'");
		expect(refOf((await must("snapshot")).text, "One")).toBe(before);
	},
	"an element that is gone answers stale_ref": async ({ must, call, open, value }) => {
		await open("<button>One</button>");
		const ref = refOf((await must("snapshot")).text, "One");
		await value("document.querySelector('button').remove()");
		for (const tool of ["click", "get_text", "screenshot", "snapshot"]) {
			expect((await call(tool, { ref })).code, tool).toBe("stale_ref");
		}
	},
	"a ref of the page before answers stale_ref": async ({ must, call, open }) => {
		await open("<button>One</button>");
		const ref = refOf((await must("snapshot")).text, "One");
		await open("<button>One</button>");
		expect((await call("click", { ref })).code).toBe("stale_ref");
	},
	"a part can be looked at by its ref": async ({ must, open }) => {
		await open('<nav aria-label="Menu"><a href="#a">Inside</a></nav><p>Outside</p>');
		const ref = refOf((await must("snapshot")).text, "Menu");
		const { text } = await must("snapshot", { ref });
		expect(text).toContain("Inside");
		expect(text).not.toContain("Outside");
	},
	"interactive leaves out what cannot be used": async ({ must, open }) => {
		await open("<h1>Heading</h1><p>Words</p><button>Press</button>");
		const { text } = await must("snapshot", { interactive: true });
		expect(text).toContain("Press");
		expect(text).not.toContain("Words");
	},
	"depth cuts what lies deeper": async ({ must, open }) => {
		await open('<nav aria-label="Menu"><ul><li><a href="#a">Deep</a></li></ul></nav>');
		const { text } = await must("snapshot", { depth: 1 });
		expect(text).toContain("Menu");
		expect(text).not.toContain("Deep");
	},
	"a long list is folded and a small budget is kept": async ({ must, open }) => {
		await open(list(500));
		const { text } = await must("snapshot", { budget: 2_000 });
		expect(text.length).toBeLessThan(3_000);
		expect(text).toContain("Row 0");
		expect(text).toMatch(/more/);
	},
	"a page of a megabyte is read in time": async ({ must, open }) => {
		await open(`<h1>Big</h1>${"<p>word word word word word word word word</p>".repeat(22_000)}`);
		expect((await must("snapshot")).text.length).toBeLessThan(20_000);
		const { text } = await must("get_text", { budget: 2_000_000 });
		expect(text.length).toBeGreaterThan(800_000);
	},
	"passwords are never shown": async ({ must, open }) => {
		await open('<input type="password" value="hush-hush" aria-label="Word"><p>text</p>');
		expect((await must("snapshot")).text).not.toContain("hush-hush");
		expect((await must("get_text")).text).not.toContain("hush-hush");
	},
	"hidden things are left out": async ({ must, open }) => {
		await open('<p>seen</p><p style="display:none">unseen</p><p style="visibility:hidden">unseen too</p>');
		expect((await must("get_text")).text).toBe("seen");
		expect((await must("snapshot")).text).not.toContain("unseen");
	},
	"open shadow roots are read": async ({ must, open }) => {
		await open(
			`<div id="host"></div><script>
				host.attachShadow({ mode: "open" }).innerHTML = "<button>In the shadow</button>";
			</script>`,
		);
		expect((await must("snapshot")).text).toContain('button "In the shadow"');
	},
	"unicode comes through": async ({ must, open }) => {
		const words = "Grüße 日本語 العربية \u{1f469}‍\u{1f4bb} ﬁ";
		await open(`<p>${words}</p><button>${words}</button>`);
		expect((await must("get_text", { selector: "p" })).text).toBe(words);
		expect((await must("snapshot")).text).toContain("日本語");
	},
	"text of one element by selector and by ref": async ({ must, open }) => {
		await open("<main><p id='a'>first</p><p id='b'>second</p><button>third</button></main>");
		expect((await must("get_text", { selector: "#b" })).text).toBe("second");
		const ref = refOf((await must("snapshot")).text, "third");
		expect((await must("get_text", { ref })).text).toBe("third");
	},
	"a text that is cut says how much is missing": async ({ must, open }) => {
		await open(`<p>${"x".repeat(5_000)}</p>`);
		expect((await must("get_text", { budget: 1_000 })).text).toMatch(/more characters/);
	},
	"selectors that match nothing, several, or are wrong": async ({ call, open }) => {
		await open("<p>one</p><p>two</p>");
		expect((await call("get_text", { selector: "video" })).code).toBe("not_found");
		expect((await call("get_text", { selector: "p" })).code).toBe("ambiguous");
		expect((await call("get_text", { selector: "!!" })).code).toBe("bad_selector");
	},
	"ref and selector together are refused": async ({ call, open }) => {
		await open("<p>one</p>");
		expect((await call("get_text", { selector: "p", ref: "e1" })).code).toBe("bad_args");
	},
	"a document that a script has emptied is an empty page": async ({ must, open, value }) => {
		await open("<p>gone soon</p>");
		await value("document.open(); 1");
		expect((await must("get_text")).text).toBe("");
		expect((await must("snapshot")).text).toContain("(empty page)");
		await value("document.write('<p>written</p>'); document.close(); 1");
		expect((await must("get_text")).text).toBe("written");
	},
	"a page that changes all the time can be read": async ({ must, open }) => {
		await open("<p>0</p><script>setInterval(() => document.querySelector('p').textContent++, 5)</script>");
		expect(Number((await must("get_text")).text)).toBeGreaterThanOrEqual(0);
		expect((await must("snapshot")).text).toContain("text");
	},
});
