import { listTool, toolsets, toolsOf } from "@reins/tools";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { cliOptions, kitOptions } from "../../scripts/build-options.mjs";
import { kitIsSelfContained, type Load, loadsNothingOf, staticLoad, withinBudget } from "./guards/bundles.ts";
import { root } from "./tree.ts";

/**
 * Goes into every document that is used. A third of it is reads; the usual libraries for Markdown alone are 46 KB.
 * Pictures with labels have 4 KB, what a person can see of a page 15, articles 5, what fits on a screen 8, reading on
 * without a gap 4, lists of a page's own making 1.5, the guard of presses and pointing at pictures 2, what a new page says first and looks taken
 * ahead one, looks that are not taken twice half of one, what moves and what is folded or out of the way when looks are
 * compared 3; what falls and what is dragged 2, what lies behind dialogs, long values and other orders in receipts 2,
 * what was written and is taken back 1, lists in shadow roots, open ones, long ones and those that only their likeness shows 4, carets and hollow shapes 1.
 */
const kitBudget = 147 * 1_024;
/** What `reins mcp` loads before it answers; 15 % above what was measured. */
const mcpBudget = 210_000;
/** Every model that uses Reins reads the list of tools, in every conversation. */
const toolListBudget = 10_000;
/** What only the broker's own process needs. */
const brokerOnly = ["packages/broker/src/daemon/", "packages/broker/src/sessions/", "packages/link/"];
/** What only tests need: every start of the server would pay for it (docs/decisions/0032). */
const testsOnly = ["node_modules/@modelcontextprotocol/"];

const { entryPoints: _kitEntry, ...kit } = kitOptions;
const { entryPoints: _cliEntry, ...cli } = cliOptions;

async function bundle(options: BuildOptions): Promise<Metafile> {
	const made = await build({
		...options,
		absWorkingDir: root,
		outdir: "dist",
		write: false,
		metafile: true,
		logLevel: "silent",
	});
	return made.metafile as Metafile;
}

function bytesOf({ outputs }: Metafile): number {
	return Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0);
}

describe("the page kit", () => {
	let metafile: Metafile;
	beforeAll(async () => {
		metafile = await bundle({ ...kit, entryPoints: ["packages/page/src/kit.ts"] });
	});

	it("is made of page alone", () => {
		expect(Object.keys(metafile.inputs)).toContain("packages/page/src/kit.ts");
		expect(kitIsSelfContained(metafile)).toEqual([]);
	});

	it("keeps within its budget", () => {
		expect(withinBudget("the kit", bytesOf(metafile), kitBudget)).toEqual([]);
	});

	it("is seen to bundle a value of protocol", async () => {
		const contents = 'import { decide } from "@reins/protocol"; globalThis.planted = decide;';
		const planted = await bundle({ ...kit, stdin: { contents, resolveDir: `${root}packages/page/src` } });
		expect(kitIsSelfContained(planted).join("\n")).toMatch(
			/bundles packages\/protocol\/src\/policy\/decide\.ts/,
		);
	});

	it("is seen to be too large", () => {
		expect(withinBudget("the kit", kitBudget + 1, kitBudget)).toEqual([
			`the kit has ${kitBudget + 1} bytes, at most ${kitBudget}`,
		]);
	});
});

describe("what `reins mcp` loads", () => {
	const main = "packages/cli/src/main.ts";
	const command = "packages/cli/src/commands/mcp.ts";
	let metafile: Metafile;
	let load: Load;
	beforeAll(async () => {
		metafile = await bundle({ ...cli, entryPoints: [main] });
		load = staticLoad(metafile, [main, command]);
	});

	it("has the way to the broker in it", () => {
		expect(load.inputs).toContain("packages/mcp/src/serve.ts");
		expect(load.inputs).toContain("packages/broker/src/client/broker-client.ts");
	});

	it("has nothing in it that only the broker needs", () => {
		expect(loadsNothingOf(load, brokerOnly)).toEqual([]);
	});

	it("has no MCP library in it", () => {
		expect(loadsNothingOf(load, testsOnly)).toEqual([]);
	});

	it("keeps within its budget", () => {
		expect(withinBudget("reins mcp", load.bytes, mcpBudget)).toEqual([]);
	});

	it("would be seen to have the broker in it", () => {
		const broker = staticLoad(metafile, [main, "packages/cli/src/commands/broker.ts"]);
		expect(loadsNothingOf(broker, brokerOnly).join("\n")).toMatch(
			/packages\/link\/src\/cdp-link\.ts is loaded/,
		);
	});

	it("would be seen to import the broker statically", async () => {
		const contents = `import "./commands/broker.ts"; export { mcp } from "./commands/mcp.ts";`;
		const stdin = { contents, resolveDir: `${root}packages/cli/src`, sourcefile: "planted.ts" };
		const planted = await bundle({ ...cli, stdin });
		expect(loadsNothingOf(staticLoad(planted, ["packages/cli/src/planted.ts"]), brokerOnly)).not.toEqual([]);
	});
});

describe("the list of tools", () => {
	it("keeps within its budget", () => {
		const bytes = Buffer.byteLength(JSON.stringify(toolsOf(["core"]).map(listTool)));
		expect(bytes).toBeGreaterThan(1_000);
		expect(withinBudget("the list of tools", bytes, toolListBudget)).toEqual([]);
		expect(toolsOf(["core"]).length).toBeLessThanOrEqual(24);
	});

	it("keeps within its budget in every toolset", () => {
		for (const set of toolsets) {
			const bytes = Buffer.byteLength(JSON.stringify(toolsOf([set]).map(listTool)));
			expect(withinBudget(set, bytes, toolListBudget)).toEqual([]);
		}
	});
});
