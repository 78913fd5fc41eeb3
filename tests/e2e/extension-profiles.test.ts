// Two profiles at once: the wrong one is never chosen silently, and neither hears of the other.

import { ChromeLab, Site, stopReins, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent, handleOf } from "./extension-setup.ts";

const home = new TestHome();
let site: Site;
let work: ChromeLab;
let play: ChromeLab;
beforeAll(async () => {
	site = await Site.start();
	site.handle("/who", (request, response) => {
		const given = new URL(request.url ?? "/", site.origin).searchParams.get("set");
		if (given) response.setHeader("set-cookie", `who=${given}`);
		response
			.writeHead(200, { "content-type": "text/html" })
			.end(`<p>${request.headers.cookie ?? "none"}</p>`);
	});
	work = await ChromeLab.start({ home, profile: "work", name: "work" });
	play = await ChromeLab.start({ home, profile: "play", name: "play" });
	for (const lab of [work, play]) {
		await lab.allow(site.origin);
		await lab.connected();
	}
});
afterAll(async () => {
	await work?.close();
	await play?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test("both are shown with name, epoch and what they can do", async () => {
	const { browsers } = await work.status();
	const shown = browsers.filter(({ kind }) => kind === "extension");
	expect(shown.map(({ name }) => name).sort()).toEqual(["play", "work"]);
	const details = shown.map(({ extension }) => extension as Record<string, unknown>);
	expect(new Set(details.map(({ epoch }) => epoch)).size).toBe(2);
	expect(new Set(details.map(({ instance }) => instance)).size).toBe(2);
	expect(details.every(({ connected }) => connected)).toBe(true);
});

test("none named: ambiguous, both are named, and nothing is opened", async () => {
	for (const browser of ["extension", "auto"]) {
		const product = await agent(home, [site.origin], { browser });
		const answer = await product.call("tab_new", { url: `${site.origin}/who` });
		expect(answer.code, browser).toBe("ambiguous");
		expect(answer.text).toContain("work");
		expect(answer.text).toContain("play");
		await product.close();
	}
	expect(site.hits("/who")).toBe(0);
});

test("by name the right one, with no cross-talk", async () => {
	const agents = await Promise.all(
		["work", "play"].map((browser) => agent(home, [site.origin], { browser, name: `in ${browser}` })),
	);
	const [inWork, inPlay] = agents as [(typeof agents)[0], (typeof agents)[0]];
	const one = handleOf((await inWork.must("tab_new", { url: `${site.origin}/who?set=work` })).text);
	const two = handleOf((await inPlay.must("tab_new", { url: `${site.origin}/who?set=play` })).text);
	expect(one).not.toBe(two);
	for (let round = 0; round < 10; round++) {
		const seen = await Promise.all(
			agents.map(async (product) => {
				await product.must("navigate", { url: `${site.origin}/who` });
				return (await product.must("get_text")).text;
			}),
		);
		expect(seen).toEqual(["who=work", "who=play"]);
	}
	const mine = async (lab: ChromeLab) => (await lab.tabs()).filter(({ url }) => url.startsWith(site.origin));
	expect(await mine(work)).toHaveLength(1);
	expect(await mine(play)).toHaveLength(1);
	expect((await inWork.call("snapshot", { tabId: two })).code).toBe("leased");
	expect(JSON.parse((await inWork.must("chrome_status")).text).browser).toContain("work");
	await Promise.all(agents.map((product) => product.close()));
});

test.runIf(process.env["REINS_FULL"])(
	"a name that nobody has is refused, and the names are told",
	async () => {
		const product = await agent(home, [site.origin], { browser: "nobody" });
		const answer = await product.call("tab_new", { url: `${site.origin}/who` });
		expect(answer.code).toMatch(/^(no_browser|extension_missing|bad_args)$/);
		expect(answer.text).toContain("nobody");
		await product.close();
	},
);
