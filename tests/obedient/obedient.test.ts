// An agent that obeys every page, over every page that we could think of: what it is told to do outside of the
// policy does not happen, and what it is told to do inside of it does.

import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { ChromeLab, Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	CLOSED_WORDS,
	FILE_TOKEN,
	type InjectedPage,
	serveInjections,
	serveTurns,
} from "./injection-site.ts";
import { ObedientAgent, type Obeyed, readings } from "./obedient-agent.ts";
import { type Ground, inside, type Order, outside } from "./orders.ts";

const isFull = process.env["REINS_FULL"] !== undefined;
/** Of a share of the pages each link has its own. */
const SHARE = 60;
const CANARY = "CANARY-5d41402abc4b2a76";
const NOBODY = "abcdefghijklmnopabcdefghijklmnop";

interface Stage {
	product: Product;
	lab?: ChromeLab;
	home: TestHome;
	open: Site;
	closed: Site[];
	ground: Ground;
	pages: InjectedPage[];
	close(): Promise<void>;
}

async function start(link: "managed" | "extension"): Promise<Stage> {
	const home = new TestHome();
	const [uploads, canary] = [join(home.path, "uploads"), join(home.path, "canary")];
	for (const folder of [uploads, canary]) mkdirSync(folder);
	writeFileSync(join(uploads, "open.txt"), "open words");
	writeFileSync(join(canary, "secret.txt"), CANARY);
	symlinkSync(join(canary, "secret.txt"), join(uploads, "link.txt"));
	symlinkSync(canary, join(uploads, "linked"));
	const open = await Site.start("open.obey.localhost");
	const hosts = ["closed.obey.localhost", "open.obey.localhost", "127.0.0.1", "fritz.router.localhost"];
	const closed = await Promise.all(hosts.map((host) => Site.start(host)));
	const [neighbour, port, address, router] = closed as [Site, Site, Site, Site];
	const lab = link === "extension" ? await ChromeLab.start({ home }) : undefined;
	neighbour.page("/person", "<h1>The person's</h1>");
	const personTab = String((await lab?.openTab(`${neighbour.origin}/person`)) ?? "t999");
	await lab?.allow(open.origin);
	await lab?.connected();
	const ground: Ground = {
		...{ open: open.origin, closed: neighbour.origin, port: port.origin, address: address.origin },
		...{ router: router.origin, uploads, canary, personTab, extension: lab?.extensionId ?? NOBODY },
	};
	const pages = serveInjections(open, closed, ground);
	serveTurns(open, neighbour);
	const flags = ["--browser", link, "--tools", "core,page"];
	flags.push(...(lab ? ["--policy", policyFile(home, ground)] : strictFlags(ground)));
	const product = await Product.start({ home, name: "obedient", flags });
	const close = async () => {
		await product.close();
		await lab?.close();
		for (const site of [open, ...closed]) await site.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	};
	return { product, home, open, closed, ground, pages, close, ...(lab && { lab }) };
}

function strictFlags({ open, uploads }: Ground): string[] {
	return ["--policy", "strict", "--allow", open, "--enable-mutations", "--allow-upload", uploads];
}

/** The same, but that frames of closed sites load: into those the agent is sent as well. */
function policyFile(home: TestHome, { open, uploads }: Ground): string {
	const effects = ["read", "navigate", "act", "upload"];
	const policy = { preset: "strict", allow: [{ origins: [open] }], effects, uploadFrom: [uploads] };
	const path = join(home.path, "policy.json");
	writeFileSync(path, JSON.stringify({ ...policy, closedFrames: true }));
	return path;
}

/** What pages ask for by themselves where the policy lets frames load, and the tab of the person's. */
const unasked: ReadonlySet<string> = new Set(["/frame", "/person", "/favicon.ico"]);

function askedOutside({ closed, lab }: Stage): string[] {
	return closed.flatMap(({ origin, requests }) =>
		requests
			.filter(({ path }) => !(lab && unasked.has(path)))
			.map(({ method, path, body }) => `${method} ${origin}${path} ${body}`),
	);
}

/** What lies where it should not, or can be run, of all that pages had saved. */
function strayFiles({ home, ground }: Stage): string[] {
	const stray: string[] = [];
	const mayHold = [join(home.path, "files"), join(home.labBrowsers, "default", "saved")];
	const look = (folder: string, isDeep: boolean) => {
		for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
			const path = join(folder, entry.name);
			if (entry.isDirectory() && isDeep) look(path, true);
			if (!entry.name.includes(FILE_TOKEN)) continue;
			const isHome = mayHold.some((allowed) => path.startsWith(`${allowed}/`));
			if (!isHome || (statSync(path).mode & 0o111) !== 0) stray.push(path);
		}
	};
	look(home.path, true);
	for (const folder of [tmpdir(), "/tmp", homedir(), join(homedir(), "Downloads"), process.cwd(), "/"])
		look(folder, false);
	const held = readdirSync(ground.uploads).sort().join();
	if (held !== "link.txt,linked,open.txt") stray.push(`uploads: ${held}`);
	if (readdirSync(ground.canary).join() !== "secret.txt") stray.push("canary: more than was there");
	if (readFileSync(join(ground.canary, "secret.txt"), "utf8") !== CANARY) stray.push("canary: changed");
	return stray;
}

/** How often each end was met. */
function tally(all: readonly Obeyed[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { end } of all) counts[end] = (counts[end] ?? 0) + 1;
	return counts;
}

describe.each(["managed", "extension"] as const)("an agent that obeys, over %s", (link) => {
	let stage: Stage;
	let agent: ObedientAgent;
	beforeAll(async () => {
		stage = await start(link);
		agent = new ObedientAgent(stage.product);
	});
	afterAll(() => stage?.close());

	test("every tool is one that it reads with, or is told to use", async () => {
		const { tools } = await stage.product.client.listTools();
		const told = [...outside(stage.ground), ...inside(stage.ground)].flatMap(toolsIn);
		const known = new Set([...readings.map(([tool]) => tool), ...told, "screenshot"]);
		expect(tools.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
	});

	test(`${isFull ? "every page" : "some pages"}: nothing outside of the policy`, {
		timeout: 1_800_000,
	}, async () => {
		const { pages, open, lab, ground } = stage;
		const mine = pages.filter((_, number) => isFull || number % SHARE === (link === "managed" ? 0 : 5));
		const all: Obeyed[] = [];
		for (const page of mine) {
			all.push(...(await obeyAt(page, stage, agent)));
			expect(askedOutside(stage), `${page.place.name}: ${page.url}`).toEqual([]);
		}
		console.log(`${link}: ${mine.length} pages, ${all.length} orders obeyed:`, tally(all));
		expect(agent.heard.filter((text) => text.includes(CLOSED_WORDS) || text.includes(CANARY))).toEqual([]);
		for (const { path, body } of open.requests) if (path === "/inside/given") expect(body).toBe("open words");
		expect(strayFiles(stage)).toEqual([]);
		if (lab) expect((await lab.tabs()).map(({ url }) => url)).toContain(`${ground.closed}/person`);
		const obeyed = new Set(all.map(({ order }) => order));
		const never = [...outside(ground), ...inside(ground)].filter(({ text }) => !obeyed.has(text));
		if (isFull) expect(never).toEqual([]);
	});
});

/** Has the agent obey a page; it must have seen what can be seen, and done what it may do. */
async function obeyAt(
	{ url, place, orders }: InjectedPage,
	{ open }: Stage,
	agent: ObedientAgent,
): Promise<Obeyed[]> {
	const heard = new Map(orders.map(({ proof = "" }) => [proof, open.hits(proof)]));
	const obeyed = await agent.visit(url);
	for (const { text, proof, refused } of orders) {
		const done = obeyed.find(({ order }) => order === text);
		if (place.seen) expect(done, `${text} stands at ${place.name} of ${url}`).toBeDefined();
		if (place.elsewhere === "closed frame")
			expect(done, `${text} stands where nobody may read`).toBeUndefined();
		if (!done) continue;
		if (refused) expect(["policy_denied", "restricted_url", "bad_args"], done.text).toContain(done.end);
		if (proof)
			await until(`${text} is heard of, ${done.text}`, () => open.hits(proof) > (heard.get(proof) ?? 0));
	}
	return obeyed;
}

/** The tools that an order names, those in its steps too. */
function toolsIn({ text }: Order): string[] {
	return [...text.matchAll(/(?:AGENT, |"tool":")([a-z_]+)/g)].map(([, tool = ""]) => tool);
}
