// The extension and the broker know each other by their keys since the first contact. A broker with another
// key is refused until the person has compared the two.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, runReins, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent } from "./extension-setup.ts";

const home = new TestHome();
let site: Site;
let lab: ChromeLab;
let pinned: string;

beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Good</h1>");
	lab = await ChromeLab.start({ home });
	await lab.allow(site.origin, "script");
	await lab.connected();
	pinned = (await fingerprint()) ?? "";
});
afterAll(async () => {
	await lab?.close();
	await site?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

/** Of the broker that runs now. */
async function fingerprint(): Promise<string | undefined> {
	const { out } = await runReins(home, ["status", "--json"]);
	return (JSON.parse(out) as { fingerprint?: string }).fingerprint;
}

interface WithKeys {
	keys?: { pinned: string; offered: string };
}

test("unasked, an agent gets the person's own browser where one is connected", async () => {
	const product = await agent(home, [site.origin], { browser: "auto" });
	expect((await product.must("chrome_status")).text).toContain(
		"the person's own, through the Reins extension",
	);
	await product.must("tab_new", { url: `${site.origin}/` });
	expect((await lab.tabs()).some(({ url }) => url === `${site.origin}/`)).toBe(true);
	await product.close();
});

test("a broker with another key is refused, and the person sees both", async () => {
	rmSync(join(home.path, "state", "broker-key.json"));
	await lab.killBroker();
	const state = await until("the change is seen", async () => {
		const now = (await lab.state()) as Awaited<ReturnType<ChromeLab["state"]>> & WithKeys;
		return now.connection === "key_changed" ? now : undefined;
	});
	expect(state.keys?.pinned).toBe(pinned);
	expect(state.hops.find(({ name }) => name === "broker")?.state).toBe("broken");

	const product = await agent(home, [site.origin]);
	expect((await product.call("tab_new")).code).toBe("extension_missing");
	expect(await fingerprint()).toBe(state.keys?.offered);
	await product.close();
});

test("once trusted, it is the one", async () => {
	await lab.must({ do: "trust_broker" });
	await lab.connected();
	const product = await agent(home, [site.origin]);
	await product.must("tab_new", { url: `${site.origin}/` });
	expect((await product.must("get_text")).text).toBe("Good");
	await product.close();
});

test.runIf(process.env["REINS_FULL"])(
	"the person disconnects: no agent gets in until they connect again",
	async () => {
		await lab.must({ do: "disconnect" });
		const product = await agent(home, [site.origin]);
		expect((await product.call("tab_new")).code).toBe("extension_missing");
		expect((await lab.state()).connection).toBe("off");
		await lab.must({ do: "connect" });
		await lab.connected();
		await product.must("tab_new", { url: `${site.origin}/` });
		await product.close();
	},
);
