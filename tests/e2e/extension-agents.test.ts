// Eight agents at once in the person's browser: each in its own tabs, nobody thrown out, and no TCP port.

import { ChromeLab, Ledger, listeningTcp, type Product, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent, handleOf, slack } from "./extension-setup.ts";

const AGENTS = 8;
const ACTIONS = process.env["REINS_FULL"] ? 100 : 5;

const home = new TestHome();
let ledger: Ledger;
let lab: ChromeLab;
let products: Product[] = [];
beforeAll(async () => {
	ledger = await Ledger.start();
	lab = await ChromeLab.start({ home });
	await lab.allow(ledger.origin);
	await lab.connected();
});
afterAll(async () => {
	await Promise.all(products.map((product) => product.close()));
	await lab?.close();
	await ledger.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test(`${AGENTS} agents, ${ACTIONS} actions each`, { timeout: 60_000 + ACTIONS * 5_000 }, async () => {
	const names = Array.from({ length: AGENTS }, (_, index) => `agent${index}`);
	products = await Promise.all(names.map((name) => agent(home, [ledger.origin], { name })));
	const ports: unknown[] = [];
	const look = () => ports.push(...listeningTcp(home.processes().map(({ pid }) => pid)));

	const handles = await Promise.all(
		products.map(async (product, index) =>
			handleOf((await product.must("tab_new", { url: ledger.page(`p${index}`, ACTIONS) })).text),
		),
	);
	expect(new Set(handles).size).toBe(AGENTS);
	look();
	await Promise.all(
		products.map(async (product, index) => {
			for (let number = 0; number < ACTIONS; number++) {
				await product.must("click", { selector: `#b${number}` });
				expect((await product.must("get_text", { selector: "h1" })).text).toBe(`Page p${index}`);
				if (index === 0) look();
			}
		}),
	);
	look();
	expect(ports).toEqual([]);
	expect(home.brokers()).toHaveLength(1);
	expect(lab.shims()).toHaveLength(1);

	const wanted = names.flatMap((_, index) =>
		Array.from({ length: ACTIONS }, (__, number) => `p${index}-${number}`),
	);
	expect(ledger.hits.map(({ id }) => id).sort()).toEqual(wanted.sort());
	expect(ledger.hits.every(({ id, page, trusted }) => id.startsWith(`${page}-`) && trusted)).toBe(true);
});

test("a tab of another agent is leased, and the holder is named", async () => {
	const [first, second] = products as [Product, Product];
	const foreign = handleOf((await second.must("tabs_list")).text);
	const answer = await first.call("snapshot", { tabId: foreign });
	expect(answer.code).toBe("leased");
	expect(answer.text).toContain("agent1");
});

test("the popup shows the sessions with their tabs, and the person can take one back", async () => {
	const { sessions } = await lab.state();
	const first = sessions.find(({ label }) => label.includes("agent0"));
	expect(sessions).toHaveLength(AGENTS);
	expect(first?.tabs).toMatchObject([{ url: ledger.page("p0", ACTIONS), own: true }]);
	await lab.must({ do: "take_back", tab: first?.tabs[0]?.tab });
	const refused = await (products[0] as Product).call("click", { selector: "#b0" });
	expect(refused.code).toMatch(/^(tab_gone|no_such_tab|user_detached|leased)$/);
	expect(ledger.count("p0-0")).toBe(1);
});

test("when the sessions have ended nothing stays attached, and the tabs stay open", async () => {
	expect(await lab.attachedTabs()).not.toEqual([]);
	const before = (await lab.tabs()).length;
	await Promise.all(products.map((product) => product.close()));
	products = [];
	await stopReins(home);
	await until("nothing is attached", async () => (await lab.attachedTabs()).length === 0, 2_000 * slack);
	expect(await lab.tabs()).toHaveLength(before);
});
