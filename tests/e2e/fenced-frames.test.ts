// A strict session loads no frames of closed sites either: not in its pages, not in frames of other processes, not
// when a frame goes there by itself.

import { ChromeLab, Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A person's Chrome takes such a frame out of the page by itself: there is nothing to be seen or told of. */
const refusal = { managed: "not read: it was not loaded, this session may not go there", extension: "" };

describe.each(["managed", "extension"] as const)("over %s", (link) => {
	const home = new TestHome();
	let open: Site;
	/** Of another process than the page around it. */
	let sister: Site;
	let closed: Site;
	let lab: ChromeLab | undefined;
	let product: Product;
	beforeAll(async () => {
		[open, sister, closed] = [
			await Site.start("open.localhost"),
			await Site.start("sister.test.localhost"),
			await Site.start("closed.localhost"),
		];
		closed.page("/", "<h1>Not for agents</h1>");
		if (link === "extension") {
			lab = await ChromeLab.start({ home });
			for (const { origin } of [open, sister]) await lab.allow(origin);
			await lab.connected();
		}
		const allowed = [open, sister].flatMap(({ origin }) => ["--allow", origin]);
		const flags = ["--browser", link, "--policy", "strict", "--enable-mutations", ...allowed];
		product = await Product.start({ home, name: "strict", flags });
	});
	afterAll(async () => {
		await product?.close();
		await lab?.close();
		for (const site of [open, sister, closed]) await site?.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	});

	const snapshot = async () => (await product.must("snapshot")).text;
	const refused = refusal[link];

	test("a frame of a closed site", async () => {
		open.page("/direct", `<iframe title="Theirs" src="${closed.origin}/"></iframe><h1>Ours</h1>`);
		await product.must("navigate", { url: `${open.origin}/direct` });
		const text = await snapshot();
		expect(text).toContain('heading "Ours"');
		if (link === "managed") expect(text).toContain(`iframe "Theirs"`);
		expect(text).toContain(refused);
		expect(text).not.toContain("Not for agents");
		expect(closed.requests).toEqual([]);
	});

	test("one that an open frame of another process has in it", async () => {
		sister.page("/outer", `<h2>Sister</h2><iframe title="Deep" src="${closed.origin}/"></iframe>`);
		open.page("/nested", `<iframe src="${sister.origin}/outer" width="500" height="400"></iframe>`);
		await product.must("navigate", { url: `${open.origin}/nested` });
		const text = await snapshot();
		expect(text).toContain('heading "Sister"');
		expect(text).toContain(refused);
		expect(closed.requests).toEqual([]);
	});

	test.each(["near", "far"])("a frame that goes there by itself, from %s", async (from) => {
		const site = from === "near" ? open : sister;
		site.page("/leaves", `<button onclick="location = '${closed.origin}/'">Leave</button>`);
		open.page("/around", `<iframe title="Leaving" src="${site.origin}/leaves"></iframe>`);
		await product.must("navigate", { url: `${open.origin}/around` });
		await product.must("click", { role: "button", name: "Leave" });
		const text = await until("it has left", async () => {
			const now = await snapshot();
			return now.includes("Leave") ? undefined : now;
		});
		expect(text).toContain(refused);
		expect(closed.requests).toEqual([]);
	});

	test("a frame that a redirect leads there", async () => {
		open.handle("/led", (_request, response) =>
			response.writeHead(302, { location: `${closed.origin}/` }).end(),
		);
		open.page("/leads", `<iframe src="${open.origin}/led"></iframe>`);
		await product.must("navigate", { url: `${open.origin}/leads` });
		expect(await snapshot()).toContain(refused);
		expect(closed.requests).toEqual([]);
	});
});
