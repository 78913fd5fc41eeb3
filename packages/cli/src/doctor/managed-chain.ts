// The chain to a browser that Reins starts itself.

import { findBrowser, needsNoSandbox, wantsHeadless } from "@reins/broker";
import { sessionOptions } from "../session-options.ts";
import type { Doctor } from "./context.ts";
import { doctorClient, readAPage } from "./doctor-client.ts";
import type { Check, Verdict } from "./finding.ts";

export function managedChain(doctor: Doctor, chromePath: string | undefined): Check[] {
	const { platform, env } = process;
	return [
		{
			check: "browser",
			run: async () => {
				const found = findBrowser({ ...(chromePath && { chromePath }), env, platform });
				return { detail: `${found.kind} at ${found.path}` };
			},
		},
		{
			check: "window",
			run: async () => {
				const headless = wantsHeadless({ env, platform });
				return { detail: headless ? "headless: there is no display" : "with a window; --headless for none" };
			},
		},
		{ check: "sandbox", run: async () => sandbox() },
		{ check: "broker and page", run: () => wholeWay(doctor, chromePath) },
	];
}

function sandbox(): Verdict {
	const { noSandbox, reason } = needsNoSandbox({
		flag: false,
		uid: process.getuid?.() ?? -1,
		platform: process.platform,
	});
	if (!noSandbox) return { detail: "the browser's own sandbox is on" };
	return {
		name: "no_sandbox",
		state: "note",
		detail: `the browser runs without its sandbox: ${reason}`,
		fix: "Run Reins as a user other than root.",
	};
}

async function wholeWay(doctor: Doctor, chromePath: string | undefined): Promise<Verdict> {
	const flags = { browser: "managed", headless: true, ...(chromePath && { "chrome-path": chromePath }) };
	const took = await readAPage(doctorClient(doctor, sessionOptions(flags)));
	return { detail: `a page was opened and read through the broker in ${took} ms` };
}
