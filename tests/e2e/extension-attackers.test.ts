// While an agent works in the person's browser, another extension and a page try to take part. They have no effect, and
// learn nothing.

import { join } from "node:path";
import { extensionId, hostName } from "@reins/protocol";
import {
	ChromeLab,
	Ledger,
	listeningTcp,
	type Product,
	Site,
	stopReins,
	TestHome,
	until,
} from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Attempt, attackingExtension, attackingPage, type Victim } from "./attackers.ts";
import { agent } from "./extension-setup.ts";

const LABEL = "agent-with-a-label";
const NAME = "Browser with a name";
const BUTTONS = 60;
const home = new TestHome();
const told = { extension: [] as Attempt[], page: [] as Attempt[] };
let attacker: Site;
let ledger: Ledger;
let lab: ChromeLab;
let product: Product;
let attackPage: string;
let isTime = false;

beforeAll(async () => {
	[attacker, ledger] = [await Site.start(), await Ledger.start()];
	for (const who of ["extension", "page"] as const)
		attacker.handle(`/${who}`, (_request, response, body) => {
			told[who].push(JSON.parse(body) as Attempt);
			response.writeHead(204).end();
		});
	attacker.handle("/extension-when", (_request, response) => {
		const answer = () =>
			response.writeHead(200, { "access-control-allow-origin": "*" }).end(isTime ? "now" : "wait");
		setTimeout(answer, 100);
	});
	const victim: Victim = {
		extension: extensionId,
		host: hostName,
		files: ["manifest.json", "popup.html", "offscreen.html", "background.js", "icons/on-16.png"],
		requests: [
			{ ask: "state" },
			{ do: "kill", on: true },
			{ do: "disconnect" },
			{ do: "site", origin: attacker.origin, level: "script" },
			{ do: "rename", name: "taken" },
			{ do: "trust_broker" },
		],
		ports: [9222, 8765, Number(new URL(attacker.origin).port)],
	};
	const folder = join(home.path, "attacker");
	attackingExtension(folder, victim, `${attacker.origin}/extension`);
	attackPage = attackingPage(attacker, victim, `${attacker.origin}/page`);
	lab = await ChromeLab.start({ home, name: NAME, others: [folder] });
	await lab.allow(ledger.origin);
	await lab.connected();
	product = await agent(home, [ledger.origin], { name: LABEL });
	await product.must("navigate", { url: ledger.page("work") });
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await attacker?.stop();
	await ledger?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

/** What the extension and the broker hold, without how long they take. */
async function held() {
	const { hops, ...state } = await lab.state();
	const { browsers, sessions } = await lab.status();
	const timeless = browsers.map(({ extension, ...browser }) => ({
		...browser,
		extension: { ...(extension as object), ping: undefined },
	}));
	return { ...state, hops: hops.map((hop) => hop.state), browsers: timeless, sessions };
}

const isDone = () => Object.values(told).every((list) => list.some(({ name }) => name === "done"));

test("while both do what they can, the agent works on and nothing changes", {
	timeout: 120_000,
}, async () => {
	const before = await held();
	await lab.openTab(attackPage);
	await until("the page is there", async () =>
		(await lab.tabs()).some(({ url, status }) => url === attackPage && status === "complete"),
	);
	isTime = true;
	await lab.command(attackPage, "Runtime.evaluate", { expression: "void attack()", userGesture: true });
	let presses = 0;
	for (; !isDone() || presses === 0; presses = (presses + 1) % BUTTONS) {
		await product.must("click", { selector: `#b${presses}` });
		await ledger.seen(`work-${presses}`);
	}
	await product.must("click", { selector: "#b0" });
	expect(await held()).toEqual(before);
	expect(ledger.hits.every(({ trusted }) => trusted)).toBe(true);
	expect(listeningTcp([...home.brokers(), ...home.shims(), product.pid])).toEqual([]);
});

/** What an attempt may come to, other than to fail. */
const harmless: Record<string, RegExp> = {
	// That they can reach their own site shows that the attempts were real.
	"fetch port own": /^(opaque|basic)$/,
	// A form says nothing of what became of it, and a frame that was refused loads an error.
	form: /^sent$/,
	frame: /^loaded$/,
	"inside of frames": /^not here$/,
	// Chrome opens it for them, as a tab of its own. They are not told what it shows, and cannot touch it.
	"our popup as a tab": /^undefined$/,
	"list of tabs": /^unnamed(,unnamed)*$/,
};

test.each(["extension", "page"] as const)("what the %s has learned: nothing", async (who) => {
	const own = new URL(attacker.origin).port;
	const attempts = told[who].filter(({ name }) => name !== "done");
	expect(attempts.length).toBeGreaterThan(30);
	for (const { name, outcome } of attempts) {
		const may = Object.entries(harmless).find(([kind]) => name.replace(own, "own").startsWith(kind))?.[1];
		expect(outcome, `${who}: ${name}`).toMatch(may ?? /^(failed: |no answer$)/);
	}
	expect(attempts.map(({ name }) => name)).toContain(`fetch port ${own}`);
	const heard = JSON.stringify(attempts.map(({ outcome }) => outcome));
	const { state, browsers } = {
		state: await lab.state(),
		browsers: JSON.stringify((await lab.status()).browsers),
	};
	const secrets = [LABEL, NAME, ledger.origin, "Reins", state.sessions[0]?.session ?? LABEL];
	secrets.push(...(browsers.match(/[0-9a-f]{4}( [0-9a-f]{4}){7}|(br|ep)_\w+/g) ?? []));
	expect(secrets.length).toBeGreaterThan(7);
	for (const secret of secrets) expect(heard).not.toContain(secret);
});

test("no page of ours is shown inside of another one", async () => {
	const frames = await lab.evaluate<number[]>(
		"chrome.runtime.getContexts({}).then((all) => all.map(({ frameId }) => frameId))",
	);
	expect(frames.length).toBeGreaterThan(2);
	expect(frames.filter((frame) => frame > 0)).toEqual([]);
});
