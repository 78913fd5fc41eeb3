// Several agents at once share one broker and one browser, and nothing else; when they are gone, so is everything.

import { Product, Site, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const COUNT = 10;
let site: Site;
beforeAll(async () => {
	site = await Site.start();
	site.handle("/cookie", (request, response) => {
		const given = new URL(request.url ?? "/", site.origin).searchParams.get("set");
		if (given) response.setHeader("set-cookie", `who=${given}`);
		response
			.writeHead(200, { "content-type": "text/html" })
			.end(`<p>${request.headers.cookie ?? "none"}</p>`);
	});
});
afterAll(() => site.stop());

const ends: [string, (product: Product) => Promise<void>][] = [
	["killed", async (product) => product.kill()],
	["closed", (product) => product.close()],
];

test.runIf(process.env["REINS_FULL"]).each(ends)(
	`${COUNT} servers at once, all %s`,
	{ timeout: 90_000 },
	async (_how, end) => {
		const home = new TestHome();
		const products = await Promise.all(
			Array.from({ length: COUNT }, (_, index) => Product.start({ home, name: `agent ${index}` })),
		);
		await Promise.all(
			products.map((product, index) =>
				product.must("navigate", { url: `${site.origin}/cookie?set=agent${index}` }),
			),
		);
		const seen = await Promise.all(
			products.map(async (product) => {
				await product.must("navigate", { url: `${site.origin}/cookie` });
				return (await product.must("get_text")).text;
			}),
		);
		expect(seen).toEqual(products.map((_, index) => `who=agent${index}`));
		expect(home.brokers()).toHaveLength(1);
		expect(home.browsers()).toHaveLength(1);

		const lists = await Promise.all(products.map(async (product) => (await product.must("tabs_list")).text));
		const handles = lists.map((list) => list.split(" ")[0] as string);
		expect(new Set(handles).size).toBe(COUNT);
		const foreign = await (products[0] as Product).call("snapshot", { tabId: handles[1] });
		expect(foreign.code).toBe("leased");
		expect(foreign.text).toContain("agent 1");

		await Promise.all(products.map(end));
		await home.empty(10_000);
		home.remove();
	},
);
