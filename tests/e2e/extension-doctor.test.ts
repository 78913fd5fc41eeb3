// Doctor on the real chain: host manifest, launcher, broker, shim, worker, and a page in the person's browser.

import { ChromeLab, runReins, stopReins, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const home = new TestHome();
let lab: ChromeLab;
beforeAll(async () => {
	lab = await ChromeLab.start({ home });
	await lab.connected();
});
afterAll(async () => {
	await lab?.close();
	await stopReins(home);
	await home.empty();
	home.remove();
});

interface Finding {
	check: string;
	state: string;
	name: string;
	fix?: string;
}

async function examine(): Promise<{ code: number | null; findings: Finding[] }> {
	const { code, out } = await runReins(home, ["doctor", "--json", "--user-data-dir", lab.userDataDir]);
	return { code, findings: JSON.parse(out) as Finding[] };
}

const broken = ({ findings }: { findings: Finding[] }) => findings.filter(({ state }) => state === "broken");

test("a healthy chain is walked to its end, and leaves no tab and no session", async () => {
	const before = (await lab.tabs()).map(({ id }) => id);
	const seen = await examine();
	expect(broken(seen)).toEqual([]);
	expect(seen.code).toBe(0);
	expect(seen.findings.some(({ state }) => state === "skipped")).toBe(false);
	expect((await lab.tabs()).map(({ id }) => id)).toEqual(before);
	expect((await lab.state()).sessions).toEqual([]);
	expect(await lab.attachedTabs()).toEqual([]);
});

const stops: [string, Record<string, unknown>, Record<string, unknown>][] = [
	["killed", { do: "kill", on: true }, { do: "kill", on: false }],
	["extension_off", { do: "disconnect" }, { do: "connect" }],
];

test.each(process.env["REINS_FULL"] ? stops : stops.slice(0, 1))(
	"%s is named, and what to do",
	async (name, press, release) => {
		await lab.must(press);
		const seen = await examine();
		expect(broken(seen)).toMatchObject([{ name, fix: expect.stringMatching(/\w/) }]);
		expect(seen.code).toBe(1);
		await lab.must(release);
		await lab.connected();
		expect(broken(await examine())).toEqual([]);
	},
);
