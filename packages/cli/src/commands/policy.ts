// What a session may do: checked, shown and explained by the same judge that decides, without a browser.

import { type BrowserKind, decide, type Policy, ReinsError, sessionPolicy } from "@reins/protocol";
import { findTool, tools } from "@reins/tools";
import { readOptions } from "../options.ts";
import { policyFileAt, sessionFlags, sessionOptions } from "../session-options.ts";
import type { Command } from "../usage.ts";

const flags = {
	browser: sessionFlags.browser,
	policy: sessionFlags.policy,
	allow: sessionFlags.allow,
	"enable-mutations": sessionFlags["enable-mutations"],
	"unsafe-enable-eval": sessionFlags["unsafe-enable-eval"],
	"unsafe-all-domains": sessionFlags["unsafe-all-domains"],
	"allow-upload": sessionFlags["allow-upload"],
	json: { type: "boolean" },
} as const;

/** What a person calls the browsers of a kind. */
const kinds: Record<BrowserKind, string> = {
	managed: "a browser that Reins starts",
	endpoint: "a browser that runs already, by its debugging endpoint",
	extension: "your own browser, with the extension",
};

export const policy: Command = {
	help: `Usage: reins policy check <file> [--json]
       reins policy show [options] [--json]
       reins policy explain <tool> <url> [options] [--json]

check     whether a policy file is valid; else what is wrong, with line and column
show      what a session that is started with these options may do
explain   whether a tool may be used at a URL, and which rule says so; ends with
          code 1 where it may not, in none of the browsers that are told of

Options, as for reins mcp: --browser, --policy, --allow, --enable-mutations,
--unsafe-enable-eval, --unsafe-all-domains, --allow-upload. Without --browser,
both for a browser that Reins starts and for your own.`,
	async run([what, ...words]) {
		if (what === "check") return check(words);
		if (what === "show") return show(words);
		if (what === "explain") return explain(words);
		throw new ReinsError("bad_args", `reins policy takes check, show or explain, not "${what ?? ""}".`, {
			hint: "Run: reins policy --help",
		});
	},
};

/** The words that are no options, of which there must be so many. */
function split(words: string[], names: readonly string[]): { named: string[]; rest: string[] } {
	const named = words.slice(0, names.length);
	if (named.length < names.length || named.some((word) => word.startsWith("-"))) {
		const wanted = names.map((name) => `<${name}>`).join(" ");
		throw new ReinsError("bad_args", `Give ${wanted} first.`, { hint: "Run: reins policy --help" });
	}
	return { named, rest: words.slice(names.length) };
}

function check(words: string[]): number {
	const { named, rest } = split(words, ["file"]);
	const [file] = named as [string];
	const { json } = readOptions("policy", rest, { json: { type: "boolean" } });
	// A preset is no file, even where a file has its name.
	const path = /[/\\]/.test(file) ? file : `./${file}`;
	policyFileAt(path, `${file} is no file that can be read`);
	sessionOptions({ policy: path });
	tell(json, { file, valid: true }, `${file} is a valid policy.`);
	return 0;
}

function show(words: string[]): number {
	const { json, ...given } = readOptions("policy", words, flags);
	const options = sessionOptions(given);
	const found = kindsFor(options.browser).map((kind) => ({ kind, policy: sessionPolicy(options, kind) }));
	const text = found
		.map(({ kind, policy: one }) => `In ${kinds[kind]}:\n${described(one, kind)}`)
		.join("\n\n");
	tell(json, found, text);
	return 0;
}

function explain(words: string[]): number {
	const { named, rest } = split(words, ["tool", "url"]);
	const [name, url] = named as [string, string];
	const { json, ...given } = readOptions("policy", rest, flags);
	const tool = findTool(name);
	if (!tool) {
		const known = tools.map((one) => one.name).join(", ");
		throw new ReinsError("bad_args", `There is no tool "${name}".`, { hint: `The tools are: ${known}.` });
	}
	const { effect } = tool;
	const options = sessionOptions(given);
	const found = kindsFor(options.browser).map((kind) => ({
		kind,
		tool: name,
		effect,
		url,
		...decide(sessionPolicy(options, kind), effect, url, { scope: "argument" }),
	}));
	const text = found.map((one) => {
		const where = `In ${kinds[one.kind]}: `;
		if (!one.allow) return `${where}no (${one.code}). ${one.reason}\n  ${one.hint}`;
		const also =
			one.kind === "extension" ? "\n  The list of sites in the extension's popup must allow it too." : "";
		return `${where}yes, by ${one.rule}.${also}`;
	});
	tell(json, found, [`${name} has the effect ${effect}.`, ...text].join("\n"));
	return found.some((one) => one.allow) ? 0 : 1;
}

function kindsFor(browser: string): BrowserKind[] {
	if (browser === "auto") return ["managed", "extension"];
	if (browser === "managed") return ["managed"];
	return /^(https?|wss?):/.test(browser) ? ["endpoint"] : ["extension"];
}

function described(policy: Policy, kind: BrowserKind): string {
	const list = (words: readonly string[]) => (words.length === 0 ? "none" : words.join(", "));
	const rules = policy.allow.map(
		({ origins, effects }) => `${origins.join(", ")}: ${list(effects ?? policy.effects)}`,
	);
	const rows: [string, string][] = [
		["preset", `${policy.preset}${policy.source === "file" ? ", changed by a file" : ""}`],
		["allowed", list(rules)],
		["denied", list(policy.deny)],
		...(policy.only ? ([["and only", list(policy.only)]] satisfies [string, string][]) : []),
		[
			"* covers",
			list([
				"websites",
				...(policy.loopback ? ["this machine"] : []),
				...(policy.privateNetwork ? ["private addresses"] : []),
			]),
		],
		[
			"other tabs",
			policy.allowAllTabs ? "may be used where their site is allowed" : "only those that were shared",
		],
		["closed frames", policy.closedFrames ? "load, and are not read" : "do not load"],
		["uploads", policy.uploadFrom ? `from ${policy.uploadFrom.join(", ")}` : "none"],
	];
	const lines = rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`);
	if (kind === "extension") lines.push("  The list of sites in the extension's popup must allow it too.");
	return lines.join("\n");
}

function tell(json: boolean | undefined, data: unknown, text: string): void {
	process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${text}\n`);
}
