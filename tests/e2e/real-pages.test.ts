// Tasks on pages made of real component libraries, by the tools alone; in full all of them, ten times in a row.

import { Product, Site, stopReins, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";
import { libraryPage } from "../pages/bundle.ts";
import { RealAgent } from "./real-agent.ts";
import { longTasks, shortTasks } from "./real-tasks.ts";

const isFull = process.env["REINS_FULL"] !== undefined;
const tasks = Object.entries({ ...shortTasks, ...(isFull && longTasks) });
const rounds = Array.from({ length: isFull ? 10 : 1 }, (_, at) => at + 1);

const home = new TestHome();
let site: Site;
let product: Product;

beforeAll(async () => {
	site = await Site.start();
	const flags = [
		"--browser",
		"managed",
		"--allow",
		site.origin,
		"--enable-mutations",
		"--tools",
		"core,page",
	];
	product = await Product.start({ home, flags });
});
afterAll(async () => {
	await product?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

describe.each(rounds)("round %i", (round) => {
	test.each(tasks)("%s", async (name, { page, start, run }) => {
		const path = `/${round}/${name.replaceAll(/\W/g, "-")}`;
		const url = await libraryPage(site, path, `real/${page}`, { ...(start && { start }) });
		await product.must("navigate", { url });
		await run(new RealAgent(product));
	});
});
