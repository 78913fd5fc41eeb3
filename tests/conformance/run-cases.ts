// Runs the whole set of cases over one link: one browser, one session a group, one page a case.

import { type Product, Site, stopReins, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaseContext, ConformanceCase, LinkName } from "./case.ts";
import { allCases } from "./cases/all.ts";
import { expectations } from "./expectations.ts";
import { closedOrigin, offers, type RunningLink, startLink, uploadsOf } from "./links.ts";
import { judge } from "./verdict.ts";

const isFull = process.env["REINS_FULL"] !== undefined;

interface Surroundings {
	home: TestHome;
	link: RunningLink;
}

/** Declares the tests; `around` sees the link before the first case and after the last. */
export function conform(
	name: LinkName,
	around: {
		before?(link: RunningLink): Promise<void>;
		after?(link: RunningLink): Promise<void>;
		/** Groups of cases that are left to the long run. */
		later?: readonly string[];
	} = {},
): Surroundings {
	const home = new TestHome();
	const surroundings = { home } as Surroundings;
	let site: Site;
	let other: Site;
	let closed: string;
	let sister: Site;
	let stranger: Site;
	let lodger: Site;

	beforeAll(async () => {
		[site, other, closed] = [await Site.start(), await Site.start(), await closedOrigin(Site.start)];
		[sister, stranger] = [await Site.start("sister.localhost"), await Site.start("stranger.localhost")];
		lodger = await Site.start();
		// Where nothing comes from is allowed too, or the fence would say no before that is known.
		const nowhere = [site.origin.replace("http:", "https:"), "http://nowhere.invalid", "http://127.0.0.1:25"];
		const origins = [site.origin, other.origin, closed, sister.origin, ...nowhere];
		surroundings.link = await startLink(name, home, origins);
		await around.before?.(surroundings.link);
	});
	afterAll(async () => {
		if (surroundings.link) await around.after?.(surroundings.link);
		await surroundings.link?.close();
		await site.stop();
		await other.stop();
		await sister.stop();
		await stranger.stop();
		await lodger.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	});

	const later = around.later ?? [];
	const names = (left: string) => (one: ConformanceCase) => one.id === left || one.id.startsWith(`${left}/`);
	const unknown = later.filter((left) => !allCases.some(names(left)));
	if (unknown.length > 0) throw new Error(`No case is called ${unknown.join(", ")}.`);
	const now = grouped(allCases.filter((one) => isFull || !later.some((left) => names(left)(one))));
	describe.each(now)("%s", (label, cases) => {
		let product: Product;
		beforeAll(async () => {
			product = await surroundings.link.session(label);
		});
		afterAll(() => product?.close());

		const fitting = cases.filter(({ needs = [] }) => needs.every((need) => offers[name].includes(need)));
		test.each(fitting.map((one) => [one.id, one] as const))("%s", async (id, { run }) => {
			const { context, end } = contextOf(id, {
				...{ product, site, other, closed, sister, stranger, lodger },
				uploads: uploadsOf(home),
				hasWindow: name === "extension-headed",
			});
			try {
				await judge(name, id, expectations, () => run(context));
			} finally {
				await end();
			}
			expect(product.stderr).toBe("");
		});
	});
	return surroundings;
}

function grouped(cases: readonly ConformanceCase[]): [string, ConformanceCase[]][] {
	const groups = new Map<string, ConformanceCase[]>();
	for (const one of cases) {
		const label = one.id.split("/")[0] as string;
		groups.set(label, [...(groups.get(label) ?? []), one]);
	}
	return [...groups];
}

/** Functions and no object with a self, so that a case can take out what it needs. */
function contextOf(
	id: string,
	around: Pick<
		CaseContext,
		"product" | "site" | "other" | "closed" | "sister" | "stranger" | "lodger" | "uploads" | "hasWindow"
	>,
) {
	const { product, site } = around;
	const slug = id.replace(/[^a-z0-9/]+/gi, "-");
	const tabs: string[] = [];
	let pages = 0;

	const call: Product["call"] = (...args) => product.call(...args);
	const must: Product["must"] = (...args) => product.must(...args);
	const path = (name = String(pages++)) => `/${slug}/${name}`;
	const serve = (body: string, head?: string) => site.page(path(), body, head);
	const context: CaseContext = {
		...around,
		call,
		must,
		path,
		serve,
		async open(body, head) {
			const url = serve(body, head);
			await must("navigate", { url });
			return url;
		},
		async value(expression, tabId) {
			const { text } = await must("eval", { expression, ...(tabId && { tabId }) });
			const answer = JSON.parse(text) as { ok: boolean; value?: unknown; error?: string };
			if (!answer.ok) throw new Error(answer.error);
			return answer.value;
		},
		async current() {
			const rows = (await must("tabs_list")).text.split("\n");
			const line = rows.find((row) => /^t\d+ \(current/.test(row));
			if (!line) throw new Error("There is no current tab.");
			return line.split(" ")[0] as string;
		},
		async newTab(url) {
			const { text } = await must("tab_new", url ? { url } : {});
			const handle = text.split(" ")[0] as string;
			tabs.push(handle);
			return handle;
		},
	};
	const end = async () => {
		for (const tabId of tabs) await call("tab_close", { tabId });
	};
	return { context, end };
}
