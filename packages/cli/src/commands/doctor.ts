// Checks the whole way from here to a page, link by link, and names the first broken one.

import { findBrowser, needsNoSandbox, placesFor, preparePlaces, wantsHeadless } from "@reins/broker";
import { BrokerClient } from "@reins/broker/client";
import { limits, ReinsError, Trace } from "@reins/protocol";
import { brokerCommand } from "../broker-command.ts";
import { readOptions } from "../options.ts";
import { release } from "../release.ts";
import { sessionFlags, sessionOptions } from "../session-options.ts";
import type { Command } from "../usage.ts";

interface Finding {
	check: string;
	state: "ok" | "note" | "broken" | "skipped";
	detail: string;
	fix?: string;
}

type Check = () => Promise<Omit<Finding, "check" | "state"> & { state?: "note" }>;

export const doctor: Command = {
	help: `Usage: reins doctor [--json] [--chrome-path <path>]

Checks Node, the private directory, the browser, the sandbox, the broker, and at last
the whole way: a session is opened, a page is loaded headless, and everything is closed.`,
	async run(words) {
		const { json, "chrome-path": chromePath } = readOptions("doctor", words, {
			json: { type: "boolean" },
			"chrome-path": sessionFlags["chrome-path"],
		});
		const findings = await examine(checks(chromePath));
		if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
		else process.stdout.write(`${findings.map(describe).join("\n")}\n`);
		return findings.some(({ state }) => state === "broken") ? 1 : 0;
	},
};

async function examine(list: [string, Check][]): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const [check, run] of list) {
		// What lies behind a broken link cannot be judged.
		if (findings.some(({ state }) => state === "broken")) {
			findings.push({ check, state: "skipped", detail: "mend the broken link first" });
			continue;
		}
		try {
			findings.push({ check, state: "ok", ...(await run()) });
		} catch (error) {
			const { code, message, hint } = ReinsError.from(error);
			findings.push({ check, state: "broken", detail: `${code}: ${message}`, fix: hint });
		}
	}
	return findings;
}

function checks(chromePath: string | undefined): [string, Check][] {
	const { platform, env } = process;
	return [
		["node", async () => ({ detail: `${process.version} on ${platform} ${process.arch}` })],
		[
			"home",
			async () => {
				const places = placesFor();
				preparePlaces(places);
				return { detail: `${places.home}, private` };
			},
		],
		[
			"browser",
			async () => {
				const found = findBrowser({ ...(chromePath && { chromePath }), env, platform });
				return { detail: `${found.kind} at ${found.path}` };
			},
		],
		[
			"window",
			async () => {
				const headless = wantsHeadless({ env, platform });
				return { detail: headless ? "headless: there is no display" : "with a window; --headless for none" };
			},
		],
		["sandbox", async () => sandbox()],
		["broker and page", () => wholeWay(chromePath)],
	];
}

async function sandbox(): ReturnType<Check> {
	const { noSandbox, reason } = needsNoSandbox({
		flag: false,
		uid: process.getuid?.() ?? -1,
		platform: process.platform,
	});
	if (!noSandbox) return { detail: "the browser's own sandbox is on" };
	return {
		state: "note",
		detail: `the browser runs without its sandbox: ${reason}`,
		fix: "Run Reins as a user other than root.",
	};
}

async function wholeWay(chromePath: string | undefined): ReturnType<Check> {
	const options = sessionOptions({ headless: true, ...(chromePath && { "chrome-path": chromePath }) });
	const client = new BrokerClient({
		identity: { name: "reins doctor", version: release, release },
		session: { options },
		brokerCommand: brokerCommand(),
	});
	const started = performance.now();
	try {
		const call = (tool: string, args: Record<string, unknown>) =>
			client.call("tool.call", { tool, args }, { deadline: limits.slowCallDeadline, trace: new Trace() });
		await call("tab_new", {});
		await call("snapshot", {});
		return {
			detail: `a page was opened and read through the broker in ${Math.round(performance.now() - started)} ms`,
		};
	} finally {
		await client.close();
	}
}

const marks = { ok: "ok     ", note: "note   ", broken: "BROKEN ", skipped: "skipped" };

function describe({ check, state, detail, fix }: Finding): string {
	return `${marks[state]} ${check}: ${detail}${fix ? `\n          → ${fix}` : ""}`;
}
