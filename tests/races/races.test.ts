// Pages that run for it: touched, they lead at once to a site that nobody has allowed. Its log stays empty.

import { limits } from "@reins/protocol";
import { ChromeLab, Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { raceKinds, serveRaces, windowKinds } from "./race-site.ts";
import { installWorker } from "./worked-site.ts";

const isFull = process.env["REINS_FULL"] !== undefined;
const COUNT = isFull ? 500 : raceKinds.length;
/** With a service worker of the forbidden site, which would answer without the network. */
const WITH_WORKER = 100;

const popups = ["window", "empty window", "new tab", "new tab with opener"] as const;
const POPUPS = 100;

interface Course {
	product: Product;
	lab?: ChromeLab;
	site: Site;
	forbidden: Site;
	close(): Promise<void>;
}

async function start(link: "managed" | "extension"): Promise<Course> {
	const home = new TestHome();
	// One site to a browser, two origins: nearer than that a stranger does not come.
	const [site, forbidden] = [
		await Site.start("open.race.localhost"),
		await Site.start("closed.race.localhost"),
	];
	const lab = link === "extension" ? await ChromeLab.start({ home }) : undefined;
	await lab?.allow(site.origin);
	await lab?.connected();
	const flags = ["--browser", link, "--allow", site.origin, "--enable-mutations"];
	const product = await Product.start({ home, name: "racer", flags });
	const close = async () => {
		await product.close();
		await lab?.close();
		await site.stop();
		await forbidden.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	};
	return { product, site, forbidden, close, ...(lab && { lab }) };
}

/** Touches what is there, and closes what it opened; what a page made of it is not asked. */
async function race({ product }: Course, url: string, isKey: boolean): Promise<void> {
	await product.must("navigate", { url });
	const touched = isKey
		? await product.call("type", { selector: "#go", text: "secret", keyEvents: true })
		: await product.call("click", { selector: "#go" });
	await product.call("press", { key: "x" });
	for (const [, tabId] of touched.text.matchAll(/new tab: (t\d+)/g))
		await product.call("tab_close", { tabId });
}

describe.each(["managed", "extension"] as const)("races over %s", (link) => {
	let course: Course;
	let urlOf: ReturnType<typeof serveRaces>;
	beforeAll(async () => {
		course = await start(link);
		course.forbidden.page("/forbidden", `<script>onkeydown = () => fetch("/key")</script>`);
		urlOf = serveRaces(course.site, course.forbidden);
	});
	afterAll(() => course?.close());

	// The first: of what a page opens beyond its limit in a minute nothing is left to look at.
	test.runIf(isFull)(
		`${POPUPS} popups of a tab that is not in front`,
		{ timeout: POPUPS * 4_000 },
		async () => {
			const { product, forbidden, lab, site } = course;
			const front = site.page("/front", "<h1>In front</h1>");
			await product.must("navigate", { url: front });
			const behind = /^\W*(t\d+)/m.exec((await product.must("tabs_list")).text)?.[1];
			expect(behind).toBeDefined();
			// The person looks at another tab, or there is another one in front.
			if (lab) await lab.openTab(front, true);
			else await product.must("tab_new", { url: front, focus: true });
			let opened = 0;
			for (let number = 0; number < POPUPS; number += 1) {
				const kind = popups[number % popups.length] as (typeof popups)[number];
				await product.must("navigate", { url: urlOf(kind, 20_000 + number), tabId: behind });
				const { text } = await product.must("click", { selector: "#go", tabId: behind });
				const tabId = /new tab: (t\d+)/.exec(text)?.[1];
				// Of a page that opens more than so many a minute, the rest are closed at once.
				if (tabId) await product.must("tab_close", { tabId });
				opened += tabId ? 1 : 0;
				expect(forbidden.requests, `${kind}, number ${number}`).toEqual([]);
			}
			expect(opened).toBeGreaterThanOrEqual(limits.tabsOpenedPerMinute / 2);
		},
	);

	test(`${COUNT}: nothing reaches the forbidden site`, { timeout: COUNT * 4_000 }, async () => {
		for (let number = 0; number < COUNT; number += 1) {
			const kind = raceKinds[number % raceKinds.length] as (typeof raceKinds)[number];
			await race(course, urlOf(kind, number), kind === "key");
			expect(course.forbidden.requests, `${kind}, number ${number}`).toEqual([]);
		}
	});

	test.runIf(isFull && link === "extension")(
		`${WITH_WORKER} with a service worker there`,
		{ timeout: WITH_WORKER * 4_000 + 30_000 },
		async () => {
			const { forbidden } = course;
			const lab = course.lab as ChromeLab;
			await installWorker(forbidden, lab);
			await wallIsDown(lab);
			forbidden.requests.length = 0;
			const kinds = [...raceKinds, ...windowKinds];
			for (let number = 0; number < WITH_WORKER; number += 1) {
				const kind = kinds[number % kinds.length] as (typeof kinds)[number];
				// Every other time it runs already.
				if (number % 2 === 0) await lab.stopWorkers(forbidden.origin);
				await race(course, urlOf(kind, 10_000 + number), kind === "key");
				expect(forbidden.requests, `${kind}, number ${number}`).toEqual([]);
				await until("no tab shows the forbidden site", async () =>
					(await lab.tabs()).every(({ url, title }) => !url.startsWith(forbidden.origin) || title !== ""),
				);
			}
			await wallIsDown(lab);
			expect(forbidden.requests, "at the end").toEqual([]);
		},
	);
});

/** Around tabs that nobody knows: it stands for some seconds after the last act. */
const wallIsDown = (lab: ChromeLab) =>
	until("the wall is down", async () => {
		const rules = await lab.evaluate<{ condition: { tabIds?: number[] } }[]>(
			"chrome.declarativeNetRequest.getSessionRules()",
		);
		return rules.every(({ condition }) => condition.tabIds);
	});
