// Checks the whole way from here to a page, link by link, and names the first broken one.

import { resolve } from "node:path";
import { brokerCommand, thisProgram } from "../broker-command.ts";
import { baseChain } from "../doctor/base-chain.ts";
import type { Doctor } from "../doctor/context.ts";
import { examineExtension } from "../doctor/examine-extension.ts";
import { type Finding, isBroken, walk } from "../doctor/finding.ts";
import { managedChain } from "../doctor/managed-chain.ts";
import { describeFindings } from "../doctor/report.ts";
import { hostSystem } from "../host-system.ts";
import { readOptions } from "../options.ts";
import { release } from "../release.ts";
import { sessionFlags } from "../session-options.ts";
import type { Command } from "../usage.ts";

/** An extension whose broker has gone dials again within this time. */
const PATIENCE = 4_000;

export const doctor: Command = {
	help: `Usage: reins doctor [--fix] [--json] [--chrome-path <path>] [--user-data-dir <dir>]

Checks Node, the private directory and the broker; then the way to a browser that Reins
starts: a session is opened, a page is loaded headless, and everything is closed; then the
way to your own browser: host manifest, launcher, shim, the extension's worker, a page.

  --fix                    repair what can be repaired, and say what was done
  --chrome-path <path>     the browser to start
  --user-data-dir <dir>    look at the browser that runs with this profile directory`,
	async run(words) {
		const options = readOptions("doctor", words, {
			fix: { type: "boolean" },
			json: { type: "boolean" },
			"chrome-path": sessionFlags["chrome-path"],
			"user-data-dir": { type: "string" },
		});
		const { fix = false, json, "chrome-path": chromePath, "user-data-dir": userDataDir } = options;
		const findings = await examineAll({ fix, chromePath, userDataDir });
		if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
		else process.stdout.write(`${describeFindings(findings)}\n`);
		return isBroken(findings) ? 1 : 0;
	},
};

interface Wishes {
	fix: boolean;
	chromePath: string | undefined;
	userDataDir: string | undefined;
}

async function examineAll({ fix, chromePath, userDataDir }: Wishes): Promise<Finding[]> {
	let context: Doctor;
	try {
		context = {
			system: hostSystem(),
			release,
			program: thisProgram(),
			brokerCommand: brokerCommand(),
			userDataDir: userDataDir === undefined ? undefined : resolve(userDataDir),
			patience: PATIENCE,
		};
	} catch (error) {
		// There is no place for a home: nothing else can be looked at.
		return walk([{ check: "home", run: () => Promise.reject(error) }], { fix });
	}
	const base = await walk(baseChain(context), { fix });
	const blocked = isBroken(base);
	const managed = await walk(managedChain(context, chromePath), { fix, blocked });
	return [...base, ...managed, ...(await examineExtension(context, { fix, blocked }))];
}
