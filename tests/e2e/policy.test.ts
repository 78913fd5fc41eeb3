// Deny by default where something is at stake: what the flags open, and nothing else.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Product, refOf, Site, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formPage } from "./form-page.ts";

const home = new TestHome();
let site: Site;
let other: Site;
beforeAll(async () => {
	site = await Site.start();
	other = await Site.start();
	site.page("/", formPage);
	other.page("/", "<h1>Other</h1>");
	site.handle("/away", (_request, response) =>
		response.writeHead(302, { location: `${other.origin}/` }).end(),
	);
});
afterAll(async () => {
	await site.stop();
	await other.stop();
	await home.empty();
	home.remove();
});

async function using(flags: string[], work: (product: Product) => Promise<void>): Promise<void> {
	const product = await Product.start({ home, flags });
	try {
		await work(product);
	} finally {
		await product.close();
	}
}

describe("strict", () => {
	test("without --allow nothing is open", () =>
		using(["--policy", "strict"], async (product) => {
			const answer = await product.call("navigate", { url: `${site.origin}/` });
			expect(answer.code).toBe("policy_denied");
			expect(answer.text).toContain("--allow");
			expect(site.hits("/")).toBe(0);
		}));

	test("--allow opens a site for reading, and no other", () =>
		using(["--policy", "strict", "--allow", site.origin], async (product) => {
			await product.must("navigate", { url: `${site.origin}/` });
			const seen = (await product.must("snapshot")).text;
			expect((await product.call("click", { ref: refOf(seen, '"Press"') })).code).toBe("policy_denied");
			expect((await product.call("type", { ref: refOf(seen, '"Name"'), text: "x" })).code).toBe(
				"policy_denied",
			);
			expect((await product.call("eval", { expression: "1" })).code).toBe("policy_denied");
			expect((await product.must("get_text", { selector: "#note" })).text).toBe("Nothing yet.");
			expect((await product.call("navigate", { url: `${other.origin}/` })).code).toBe("policy_denied");
			expect((await product.call("tab_new", { url: `${other.origin}/` })).code).toBe("policy_denied");
		}));

	test("a redirect to a closed site is not followed", () =>
		using(["--policy", "strict", "--allow", site.origin], async (product) => {
			expect((await product.call("navigate", { url: `${site.origin}/away` })).code).toBe("policy_denied");
			const read = await product.call("get_text");
			expect(read.code).toBe("restricted_url");
			expect(read.text).not.toContain("Other");
		}));

	test("--enable-mutations and --unsafe-enable-eval open what they say", () =>
		using(
			["--policy", "strict", "--allow", site.origin, "--enable-mutations", "--unsafe-enable-eval"],
			async (product) => {
				await product.must("navigate", { url: `${site.origin}/` });
				const seen = (await product.must("snapshot")).text;
				await product.must("click", { ref: refOf(seen, '"Press"') });
				expect(JSON.parse((await product.must("eval", { expression: "1 + 1" })).text).value).toBe(2);
			},
		));
});

test("a policy file rules, and flags cannot widen it", () => {
	const file = join(home.path, "policy.json");
	writeFileSync(
		file,
		`{ // only this one\n "preset": "strict", "allow": [{ "origins": ["${site.origin}"] }] }`,
	);
	return using(["--policy", file, "--enable-mutations", "--allow", "*"], async (product) => {
		await product.must("navigate", { url: `${site.origin}/` });
		const seen = (await product.must("snapshot")).text;
		expect((await product.call("click", { ref: refOf(seen, '"Press"') })).code).toBe("policy_denied");
		expect((await product.call("navigate", { url: `${other.origin}/` })).code).toBe("policy_denied");
	});
});

test("sandbox: --allow narrows", () =>
	using(["--allow", site.origin], async (product) => {
		await product.must("navigate", { url: `${site.origin}/` });
		expect((await product.call("navigate", { url: `${other.origin}/` })).code).toBe("policy_denied");
	}));

test("--unsafe-all-domains is loud", () =>
	using(["--unsafe-all-domains"], async (product) => {
		await product.must("navigate", { url: `${site.origin}/` });
		expect(product.stderr).toContain("WARNING");
	}));
