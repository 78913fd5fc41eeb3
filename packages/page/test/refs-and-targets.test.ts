// Refs that last as long as their element, targets that mean exactly one thing, and every way to fail at both.

import { describe, expect, it } from "vitest";
import { source } from "../src/generated/kit-source.ts";
import { usePage } from "./chromium.ts";

const page = usePage();

describe("refs", () => {
	it("stay the same across snapshots, moves and a second injection of the kit", async () => {
		await page().open("<button>A</button><button>B</button>");
		const ref = await page().refOf('"B"');
		await page().evaluate('document.body.prepend(document.querySelectorAll("button")[1])');
		await page().evaluate('document.body.prepend(document.createElement("hr"))');
		await page().inject();
		expect(await page().refOf('"B"')).toBe(ref);
		expect((await page().call("locate", { target: { ref } })).name).toBe("B");
	});

	it("go stale with their element, and come back with it", async () => {
		await page().open("<button>A</button>");
		const ref = await page().refOf('"A"');
		await page().evaluate('globalThis.kept = document.querySelector("button"); kept.remove()');
		expect(await page().failure("locate", { target: { ref } })).toMatchObject({
			code: "stale_ref",
			data: { ref },
		});
		await page().evaluate("document.body.append(kept)");
		expect((await page().call("locate", { target: { ref } })).ref).toBe(ref);
	});

	it("are never given to another element", async () => {
		await page().open("<button>A</button>");
		const ref = await page().refOf('"A"');
		await page().evaluate('document.body.innerHTML = "<button>A</button>"');
		expect(await page().refOf('"A"')).not.toBe(ref);
		expect((await page().failure("snapshot", { ref })).code).toBe("stale_ref");
	});

	it("leave no trace in the page", async () => {
		await page().open("<button>A</button>");
		const before = await page().evaluate("document.documentElement.outerHTML");
		await page().snapshot();
		await page().call("locate", { target: { selector: "button" } });
		expect(await page().evaluate("document.documentElement.outerHTML")).toBe(before);
		expect(await page().evaluate("typeof globalThis.reinsKit")).toBe("undefined");
	});
});

describe("targets", () => {
	it("need exactly one of ref and selector", async () => {
		await page().open("<button>A</button>");
		for (const target of [{}, { ref: "e1", selector: "button" }, { ref: 1 }, "e1", null]) {
			const failure = await page().failure("locate", { target: target as never });
			expect(failure.code).toBe("bad_args");
		}
		expect((await page().failure("locate", { target: { ref: "button" } })).code).toBe("bad_args");
		expect((await page().failure("locate", { target: { ref: "e99" } })).code).toBe("stale_ref");
	});

	it.each(["", "div[", "::nope", ">"])("refuse the selector %j", async (selector) => {
		await page().open("<button>A</button>");
		expect((await page().failure("locate", { target: { selector } })).code).toBe("bad_selector");
	});

	it("say when nothing matches", async () => {
		await page().open("<button>A</button>");
		const failure = await page().failure("fill", { target: { selector: "#no" }, text: "x", clear: true });
		expect(failure).toMatchObject({ code: "not_found" });
		expect(failure.message).toContain("#no");
	});

	it("name the candidates when several match, visible ones first", async () => {
		await page().open(
			`<button hidden>Zero</button>${[1, 2, 3, 4, 5, 6].map((n) => `<button>B${n}</button>`).join("")}`,
		);
		const failure = await page().failure("locate", { target: { selector: "button" } });
		expect(failure.code).toBe("ambiguous");
		expect(failure.message).toMatch(/^7 elements match "button": button "B1" \[e\d+\], .* and 2 more$/);
		const candidates = failure.data?.["candidates"] as { ref: string; role: string; name: string }[];
		expect(candidates.map(({ name }) => name)).toEqual(["B1", "B2", "B3", "B4", "B5"]);
		const ref = candidates[2]?.ref as string;
		expect(await page().call("locate", { target: { ref } })).toMatchObject({ role: "button", name: "B3" });
	});

	it("are looked for in open shadow roots, too", async () => {
		await page().open('<div id="h"></div>');
		await page().evaluate(`
			const root = document.querySelector("#h").attachShadow({mode: "open"});
			root.innerHTML = "<p></p>";
			root.querySelector("p").attachShadow({mode: "open"}).innerHTML = "<button class=deep>Deep</button>"`);
		expect((await page().call("locate", { target: { selector: ".deep" } })).name).toBe("Deep");
	});
});

describe("calls", () => {
	it("never throw: unknown functions and wrong arguments are answered", async () => {
		await page().open("");
		expect((await page().failure("constructor" as "watch", {})).code).toBe("unknown_method");
		expect((await page().failure("snapshot", null as never)).code).toBe("bad_args");
		expect((await page().failure("snapshot", { budget: -1 })).code).toBe("bad_args");
		expect((await page().failure("snapshot", { depth: "2" as never })).code).toBe("bad_args");
		expect((await page().failure("settle", { quiet: "x" as never, cap: 1 })).code).toBe("bad_args");
		expect(
			(await page().failure("fill", { target: { ref: "e1" }, text: 1 as never, clear: true })).code,
		).toBe("bad_args");
	});

	it("come in a bundle that holds nothing but the kit", () => {
		expect(source).not.toContain("zod");
	});
});
