// Canaries in a page's sensitive fields and a secret that the page repeats wherever it can: every tool is called, and
// nothing that leaves Reins has a piece of them, no answer, no log, no file, no process.

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ChromeLab, type Product, runReins, Site, stopReins, TestHome } from "@reins/testkit";
import { tools } from "@reins/tools";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canaryCalls } from "./canary-calls.ts";
import { canariesIn, canaryPage, fieldCanaries, secretCanary } from "./canary-page.ts";
import { agent } from "./extension-setup.ts";

const fields = [...Object.values(fieldCanaries), fieldCanaries.card.replaceAll(" ", "")];
const canaries = [...fields, secretCanary];
const LABEL = "[secret canary]";
const SANDBOXED = "A secret is not for a sandboxed document.";

test.each([
	["as it is", (value: string) => value],
	["in JSON in JSON", (value: string) => JSON.stringify(JSON.stringify(value))],
	["in an address in an address", (value: string) => encodeURIComponent(encodeURIComponent(value))],
	["of a form", (value: string) => new URLSearchParams({ value }).toString()],
	["in HTML", (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")],
	["in capitals", (value: string) => value.toUpperCase()],
	["its beginning", (value: string) => `${value.slice(0, 11)}…`],
	["its end", (value: string) => value.slice(-11)],
])("the eye sees a canary %s", (_, spelled) => {
	for (const canary of canaries) expect(canariesIn(`{"x": "${spelled(canary)}"}`, [canary])).not.toEqual([]);
	expect(canariesIn("nothing of that kind", canaries)).toEqual([]);
});

/** In every answer the masks are the same over both. */
const links = process.env["REINS_FULL"] ? (["managed", "extension"] as const) : (["managed"] as const);

describe.each(links)("over %s", (kind) => {
	const home = new TestHome();
	const uploads = join(home.path, "uploads");
	let site: Site;
	let other: Site;
	let lab: ChromeLab | undefined;
	let product: Product;
	/** Everything that came out, by where it came from. */
	const seen = new Map<string, string>();

	beforeAll(async () => {
		mkdirSync(uploads);
		writeFileSync(join(uploads, "a.txt"), "hello");
		[site, other] = [await Site.start(), await Site.start()];
		const origins = [site.origin, other.origin];
		const words = ["secret", "set", "canary", "--origin", site.origin];
		const kept = await runReins(home, words, `${secretCanary}\n`);
		expect(kept).toMatchObject({ code: 0, err: "" });
		seen.set("reins secret set", kept.out);
		if (kind === "extension") {
			lab = await ChromeLab.start({ home });
			for (const origin of origins) await lab.allow(origin, "script");
			await lab.connected();
		}
		const flags = ["--tools", "core,page", "--allow-upload", uploads];
		product = await agent(home, origins, { browser: kind, flags });
	});
	afterAll(async () => {
		await product?.close();
		await lab?.close();
		await site?.stop();
		await other?.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	});

	/** All of an answer but pictures, with what was told on the way. */
	async function ask(tool: string, args: Record<string, unknown>): Promise<string> {
		const progress: unknown[] = [];
		const onprogress = (told: unknown) => progress.push(told);
		const result = await product.client.callTool({ name: tool, arguments: args }, { onprogress });
		const content = (result.content as { type: string }[]).filter(({ type }) => type !== "image");
		// Times are left out: so many digits of so many milliseconds have six of a card among them now and then.
		const told = JSON.stringify({ ...result, content, progress }).replace(
			/"at":1\d{12}(?:\.\d+)?/g,
			'"at":0',
		);
		seen.set(`${seen.size} ${tool} ${JSON.stringify(args)}`, told);
		return told;
	}

	test("every tool is called, and what it would have shown is masked", async () => {
		const url = canaryPage(site, other);
		await product.must("navigate", { url });
		const typed = await ask("type", { selector: "#s", secret: "canary" });
		expect(typed).toContain(LABEL);
		expect(typed).toContain("typed into");
		// It is there: the kit has seen it, and so has the page.
		const held = `document.querySelector("#s").value.length === ${secretCanary.length}`;
		expect((await product.must("eval", { expression: held })).text).toContain("true");
		await product.must("wait_for", { function: "document.querySelector('#outer').name" });
		const made = canaryCalls(url, site, uploads);
		expect(new Set(["type", ...made.map(({ tool }) => tool)])).toEqual(
			new Set(tools.map(({ name }) => name)),
		);
		const bare: string[] = [];
		for (const { tool, args, shown } of made) {
			const told = await ask(tool, args);
			if (shown && !told.includes(LABEL)) bare.push(`${tool} ${JSON.stringify(args)}: ${told.slice(0, 600)}`);
		}
		expect(bare).toEqual([]);
	});

	test("it goes into no document of another origin, whatever page or frame that is in", async () => {
		const field = "<label>Token <input id='t'></label>";
		site.page("/in", field);
		other.page("/in", field);
		const elsewhere = {
			page: other.page("/page", field),
			frame: site.page("/frames", `<iframe src="${other.origin}/in"></iframe>`),
			sandboxed: site.page("/mail", `<iframe sandbox="allow-scripts" srcdoc="${field}"></iframe>`),
		};
		const write = (secret = "canary") => ask("type", { label: "Token", secret });
		for (const [where, url] of Object.entries(elsewhere)) {
			await product.must("navigate", { url });
			const told = await write();
			const bound = `The secret \\"canary\\" is for ${site.origin};`;
			expect(told, where).toContain(`policy_denied: ${where === "sandboxed" ? SANDBOXED : bound}`);
			expect(told).toContain("Nothing was done.");
			expect((await product.must("form_values")).raw).not.toContain("canary");
		}
		// The site itself has it opened so.
		site.handle("/csp", (_request, response) => {
			response.setHeader("content-security-policy", "sandbox allow-scripts");
			response.setHeader("content-type", "text/html");
			response.end(field);
		});
		await product.must("navigate", { url: `${site.origin}/csp` });
		expect(await write()).toContain(SANDBOXED);
		await product.must("navigate", {
			url: other.page("/around", `<iframe src="${site.origin}/in"></iframe>`),
		});
		expect(await write()).toContain("typed into");
		expect((await product.must("form_values")).text).toContain(LABEL);
		expect(await write("bank")).toContain('bad_args: There is no secret \\"bank\\".');
	});

	test("what is wrong with the arguments is said before anything is done", async () => {
		await product.must("navigate", { url: site.page("/wrong", "<label>Token <input></label>") });
		const wrong: [Record<string, unknown>, string][] = [
			[{ secret: "canary", text: "x" }, "give either a text or the name of a secret"],
			[{}, "give either a text or the name of a secret"],
			[{ secret: "canary", keyEvents: true }, "keyEvents: not with a secret"],
		];
		for (const [args, reason] of wrong) {
			const step = { tool: "type", args: { label: "Token", ...args } };
			const first = { tool: "type", args: { label: "Token", text: "first" } };
			expect(await ask("type", step.args)).toContain(reason);
			expect(await ask("batch", { steps: [first, step] })).toContain(`Step 2: type: `);
		}
		expect((await product.must("form_values")).text).not.toContain("first");
	});

	test("one that is set meanwhile is masked at once, and when it was removed; a store that others may read ends all", async () => {
		const late = "late-Sesame-31";
		await product.must("navigate", { url: site.page("/late", `<p>${late}</p>`) });
		expect((await product.must("get_text")).text).toContain(late);
		const words = ["secret", "set", "late", "--origin", site.origin];
		expect(await runReins(home, words, late)).toMatchObject({ code: 0 });
		expect((await product.must("get_text")).text).toContain("[secret late]");
		const store = join(home.path, "state", "secrets.json");
		chmodSync(store, 0o644);
		expect((await product.call("get_text")).code).toBe("unsafe_directory");
		chmodSync(store, 0o600);
		expect(await runReins(home, ["secret", "remove", "late"])).toMatchObject({ code: 0 });
		expect((await product.must("get_text")).text).toContain("[secret late]");
	});

	test("commands, processes, files and stderr", async () => {
		const commands = ["audit", "status", "doctor", "secret list"];
		const ran = await Promise.all(commands.map((words) => runReins(home, [...words.split(" "), "--json"])));
		for (const [at, { out, err }] of ran.entries()) {
			expect(out).not.toBe("");
			seen.set(`reins ${commands[at]}`, out + err);
		}
		expect(seen.get("reins audit")).toContain('"secret":"canary"');
		expect(seen.get("reins secret list")).toContain(site.origin);
		const processes = home.processes();
		expect(processes.length).toBeGreaterThan(2);
		for (const { pid, command } of processes) {
			seen.set(`process ${pid}`, `${command}\n${read(`/proc/${pid}/environ`)}`);
		}
		for (const path of filesIn(home)) seen.set(`file ${path}`, `${path}\n${read(join(home.path, path))}`);
		seen.set("stderr", product.stderr);
		expect(seen.has("file logs/audit.jsonl") && seen.has("file logs/broker.log")).toBe(true);
	});

	test("nothing of a canary is anywhere", () => {
		const found = [...seen].flatMap(([where, text]) =>
			canariesIn(text, canaries).map((piece) => `${where}: ${piece}`),
		);
		expect(found).toEqual([]);
		expect(canariesIn(read(join(home.path, "state", "secrets.json")), [secretCanary])).not.toEqual([]);
	});
});

/** But for the store itself, and what belongs to browsers. */
function filesIn(home: TestHome): string[] {
	const others = ["state/secrets.json", "profiles/", "chrome/", "cache/"];
	return readdirSync(home.path, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(home.path, join(entry.parentPath, entry.name)))
		.filter((path) => !others.some((start) => path.startsWith(start)));
}

function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		// A process has ended, or a file was only there for a moment.
		return "";
	}
}
