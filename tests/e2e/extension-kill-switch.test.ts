// The person's switch: off means off at once, under load, after every restart, until they say otherwise.

import { ChromeLab, Ledger, type Product, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent, slack } from "./extension-setup.ts";

const LATEST = 250;
const AGENTS = 3;

const home = new TestHome();
let ledger: Ledger;
let lab: ChromeLab;
let products: Product[] = [];
beforeAll(async () => {
	ledger = await Ledger.start();
	lab = await ChromeLab.start({ home });
	await lab.allow(ledger.origin);
	await lab.connected();
	products = await Promise.all(
		Array.from({ length: AGENTS }, (_, index) => agent(home, [ledger.origin], { name: `agent${index}` })),
	);
});
afterAll(async () => {
	await Promise.all(products.map((product) => product.close()));
	await lab?.close();
	await ledger.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

const first = () => products[0] as Product;
const open = () => first().call("tab_new", { url: ledger.page("probe") });

test.each([
	["a button that is held", "click_at", { selector: "#a", x: 5, y: 5, holdMs: 10_000 }],
	["what is dragged", "drag", { from: { selector: "#a" }, onto: { selector: "#b" } }],
])("%s is let go, and whoever holds it is told at once", async (_what, tool, args) => {
	const { site } = ledger;
	const told = (kind: string) => `/told/${tool}/${kind}`;
	const body = `<div id="a" style="width:60px;height:60px">A</div><div id="b" style="width:60px;height:60px">B</div>
		<script>
			for (const kind of ["mousedown", "mouseup", "click"])
				addEventListener(kind, ({ target }) => {
					// Where a button goes up elsewhere than down, what is around both is clicked.
					if (kind !== "click" || target.id) navigator.sendBeacon("/told/${tool}/" + kind);
				});
			// A drag takes its time.
			addEventListener("mousemove", ({ buttons }) => {
				if (buttons) for (const end = performance.now() + 500; performance.now() < end; );
			});
		</script>`;
	const product = await agent(home, [ledger.origin], { name: tool, flags: ["--tools", "core,page"] });
	try {
		await product.must("tab_new", { url: site.page(`/holds/${tool}`, body) });
		await lab.openPopup();
		const call = product.call(tool, args);
		const wrong = call.then(({ text }) => text);
		const isPressed = until("it is pressed", () => site.hits(told("mousedown")) === 1);
		expect(await Promise.race([isPressed, wrong])).toBe(true);
		await lab.must({ do: "kill", on: true });
		const pressed = performance.now();
		const { code, text } = await call;
		expect(code, text).toBe("killed");
		expect(performance.now() - pressed).toBeLessThan(1_000 * slack);
		await until("it is let go", () => site.hits(told("mouseup")) === 1);
		expect(site.hits(told("click"))).toBe(0);
		expect(await lab.attachedTabs()).toEqual([]);
	} finally {
		await lab.must({ do: "kill", on: false });
		await product.close();
	}
	await until("the browser is of use again", async () => (await open()).code === undefined);
});

test("pressed under load: nothing is done later than promised", async () => {
	await Promise.all(
		products.map((product, index) => product.must("tab_new", { url: ledger.page(`load${index}`, 300) })),
	);
	await lab.openPopup();
	const work = products.map(async (product) => {
		const codes: string[] = [];
		for (let number = 0; number < 300; number++) {
			const { code } = await product.call("click", { selector: `#b${number}` });
			if (code) codes.push(code);
			if (codes.length === 5) break;
		}
		return codes;
	});
	await until("all are at work", () =>
		products.every((_, index) => ledger.hits.filter(({ page }) => page === `load${index}`).length > 3),
	);
	const press = await lab.ask({ do: "kill", on: true });
	expect(press.ok).toBe(true);
	const pressed = press.askedAt;
	const answered = Date.now() - pressed;
	const codes = await Promise.all(work);
	expect(codes.flat().filter((code) => code !== "killed")).toEqual([]);
	expect(codes.every((each) => each.length === 5)).toBe(true);
	const late = ledger.hits.map(({ at }) => at - pressed).filter((after) => after > LATEST * slack);
	expect(late).toEqual([]);
	const last = Math.max(...ledger.hits.map(({ at }) => at - pressed));
	console.log(
		`last effect ${Math.round(last)} ms after the press, popup answered after ${Math.round(answered)} ms`,
	);
	expect(answered).toBeLessThan(1_000 * slack);
	expect(await lab.attachedTabs()).toEqual([]);
	expect((await lab.state()).killed).toBe(true);
});

test("reading is off as well, and the answer says who can change it", async () => {
	for (const tool of ["get_text", "snapshot", "screenshot", "reload"]) {
		expect((await first().call(tool)).code, tool).toBe("killed");
	}
	const answer = await open();
	expect(answer.code).toBe("killed");
	expect(answer.error?.hint).toContain("person");
});

test.each<[string, () => Promise<unknown>]>([
	["worker", () => lab.killWorker()],
	["shim", () => lab.killShim()],
	["broker", () => lab.killBroker()],
	["Chrome", () => lab.restart()],
])("still off after the death of the %s", async (_what, strike) => {
	const before = ledger.site.requests.length;
	await strike();
	// A call that meets the death itself may say so; it is not done either.
	expect((await open()).code).toMatch(/^(killed|worker_restarting|broker_unreachable)$/);
	const state = await lab.state();
	expect(state).toMatchObject({ killed: true, connection: "off" });
	expect((await open()).code).toBe("killed");
	expect(ledger.site.requests.length).toBe(before);
	expect(await lab.attachedTabs()).toEqual([]);
});

test("the broker dead and the switch pressed: it holds when the broker is back", async () => {
	await lab.must({ do: "kill", on: false });
	await until("the browser is of use again", async () => (await open()).code === undefined);
	await lab.killBroker();
	await lab.must({ do: "kill", on: true });
	expect((await open()).code).toBe("killed");
});

test("switched on again, agents go on", async () => {
	await lab.must({ do: "kill", on: false });
	await until("the browser is of use again", async () => (await open()).code === undefined);
	await first().must("click", { selector: "#b0" });
	await ledger.seen("probe-0");
});
