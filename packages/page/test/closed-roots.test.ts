// Which hosts the browser is asked about for closed shadow roots: each once, and again when it has become defined.

import type { KitReply } from "@reins/protocol";
import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

/** The tags that a read suspects; whoever called the kit finds nothing in them. */
async function suspected(): Promise<string[]> {
	const { suspects } = (await page().reply("snapshot", {})) as KitReply<"snapshot"> & { suspects: number[] };
	return (await page().besideKit(`${JSON.stringify(suspects)}.map((number) => {
		const host = reinsKit.suspect(number);
		reinsKit.open(host, undefined);
		return host.localName;
	})`)) as string[];
}

const define = (tag: string) =>
	page().evaluate(`customElements.define("${tag}", class extends HTMLElement {}); 0`);

describe("hosts", () => {
	it("that nobody defines are asked about once, and again when they are defined", async () => {
		await page().open("<app-a>A</app-a><app-b>B</app-b>");
		await define("app-b");
		expect(await suspected()).toEqual(["app-b", "app-a"]);
		expect(await suspected()).toEqual([]);
		await define("app-a");
		expect(await suspected()).toEqual(["app-a"]);
		expect(await suspected()).toEqual([]);
	});

	it("that nobody defines do not push out those that are", async () => {
		await page().open(`${"<app-c>C</app-c>".repeat(100)}<app-d>D</app-d>`);
		await define("app-d");
		expect((await suspected()).filter((tag) => tag === "app-d")).toHaveLength(1);
	});
});
