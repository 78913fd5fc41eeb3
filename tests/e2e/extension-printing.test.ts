// Pages that print in tabs of the person's own: the preview is the person's to close. Nobody tells of it, and nothing that
// waits in the page is done until it is closed. Without a window Chrome shows none.

import { ChromeLab, type Product, Screen, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agent, handleOf } from "./extension-setup.ts";

/** It is named within about a second; without that every call takes thirty. */
const IN_TIME = 2_500;
const PREVIEW = "dialog_open: The browser shows the print preview of this page";

describe.runIf(Screen.available)("with a window", () => {
	const home = new TestHome();
	let screen: Screen;
	let site: Site;
	let lab: ChromeLab;
	let product: Product;
	let own: string;
	beforeAll(async () => {
		site = await Site.start();
		screen = await Screen.start();
		lab = await ChromeLab.start({ home, display: screen.display });
		await lab.allow(site.origin);
		await lab.connected();
		product = await agent(home, [site.origin]);
		own = handleOf((await product.must("tab_new", { url: site.page("/own", "<p>Own</p>") })).text);
	});
	afterAll(async () => {
		await product?.close();
		await lab?.close();
		await screen?.stop();
		await site.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	});

	async function timed(tool: string, args: Record<string, unknown>) {
		const started = performance.now();
		const answer = await product.call(tool, args);
		expect(performance.now() - started, `${tool}: ${answer.text}`).toBeLessThan(IN_TIME);
		return answer;
	}

	async function shared(path: string, body: string, active: boolean): Promise<string> {
		const url = site.page(path, body);
		const tab = await lab.openTab(url, active);
		await until("it has loaded", async () =>
			(await lab.tabs()).some(({ id, status }) => id === tab && status === "complete"),
		);
		const { sessions } = await lab.state();
		await lab.must({ do: "share", tab, session: sessions[0]?.session });
		await lab.closePopup();
		const row = (await product.must("tabs_list")).text.split("\n").find((one) => one.includes(`${url} `));
		return handleOf(row ?? "");
	}

	const previews = async () => (await lab.targets()).filter(({ url }) => url === "chrome://print/").length;

	/** The person closes it; a page of Chrome's own that lies over the tab. */
	async function close(): Promise<void> {
		await until("the preview is there", async () => (await previews()) > 0);
		const expression = `{
			const inside = (root) => [...root.querySelectorAll("*")].flatMap((one) =>
				[one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
			inside(document).find((one) => one.matches(".cancel-button")).click();
		}`;
		await lab.command("chrome://print/", "Runtime.evaluate", { expression }).catch(() => {
			// It is gone before it can answer.
		});
		await until("the preview is gone", async () => (await previews()) === 0);
	}

	async function isTheirs(tabId: string): Promise<void> {
		for (const [tool, args] of [
			["get_text", {}],
			["click", { selector: "p" }],
			["screenshot", {}],
		] as const) {
			const { code, text } = await timed(tool, { tabId, ...args });
			expect(`${code}: ${text}`).toContain(PREVIEW);
			expect(text).toContain("left to the person");
		}
		const answer = await timed("dialog", { tabId, accept: true });
		expect(`${answer.code}: ${answer.text}`).toContain(PREVIEW);
		expect((await product.must("tabs_list")).text).toContain("a dialog is open");
		// Others go on meanwhile.
		expect((await timed("get_text", { tabId: own })).text).toBe("Own");
	}

	test.each([
		["in front", true],
		["in the background", false],
	])("what an agent presses prints, %s", async (where, active) => {
		const body = `<button onclick="print(); out.textContent = 'printed'">Print</button><p id="out">none</p>`;
		const tabId = await shared(`/prints/${active}`, body, active);
		const { code, text } = await timed("click", { tabId, selector: "button" });
		expect(code, `${where}: ${text}`).toBeUndefined();
		expect(text).toContain("dialog_open: print preview; it is left to the person");
		await isTheirs(tabId);
		await close();
		await until("the page goes on", async () => {
			const answer = await product.call("get_text", { tabId, selector: "#out" });
			return answer.text === "printed";
		});
		expect((await timed("click", { tabId, selector: "p" })).code).toBeUndefined();
	});

	test("a tab that is shared while its preview is open", async () => {
		const tabId = await shared("/early", "<p>Early</p><script>setTimeout(() => print(), 100)</script>", true);
		await until("the preview is there", async () => (await previews()) > 0);
		await isTheirs(tabId);
		await close();
		await until(
			"the page can be read",
			async () => (await product.call("get_text", { tabId })).text === "Early",
		);
	});

	test("a page that is led elsewhere has no preview any more", async () => {
		const body = `<button onclick="print()">Print</button>`;
		const tabId = await shared("/leaves", body, true);
		await timed("click", { tabId, selector: "button" });
		await until("the preview is there", async () => (await previews()) > 0);
		await lab.leadAway(`${site.origin}/leaves`, site.page("/there", "<p>There</p>"));
		await until(
			"the page can be read",
			async () => (await product.call("get_text", { tabId })).text === "There",
		);
	});
});
