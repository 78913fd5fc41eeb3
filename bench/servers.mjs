// Who is measured, and how each is started: headless, with the same Chromium, with nothing sent home.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where a peer's own program lies in its package; started directly, npx would be part of the figure. */
const peerPrograms = {
	"@playwright/mcp": "cli.js",
	"chrome-devtools-mcp": "build/src/bin/chrome-devtools-mcp.js",
	"agent-browser": "bin/agent-browser.js",
};

/** As root Chromium starts without its sandbox or not at all; Reins sees to that itself. */
const isRoot = process.getuid?.() === 0;

/** The MCP servers: Reins first, then the peers. In this order every round goes. */
export function servers({ root, peers, browser }) {
	const peer = (name, flags, env = {}) => ({
		...program(peers, name),
		flags,
		env: { ...process.env, ...env },
	});
	return [
		{ ...reins(root), flags: ["mcp", "--browser", "managed", "--headless"], env: process.env },
		peer("@playwright/mcp", [
			...["--headless", "--isolated", "--executable-path", browser],
			...(isRoot ? ["--no-sandbox"] : []),
		]),
		peer(
			"chrome-devtools-mcp",
			[
				...["--headless", "--isolated", "--executablePath", browser, "--no-usage-statistics"],
				...(isRoot ? ["--chromeArg=--no-sandbox"] : []),
			],
			{ CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: "1" },
		),
	];
}

/** The command lines: one call of a program is one thing done. */
export function commandLines({ root, peers, browser }) {
	return [
		{ ...reins(root), missing: "Reins has no commands for its tools yet" },
		{
			...program(peers, "agent-browser"),
			env: {
				...process.env,
				AGENT_BROWSER_EXECUTABLE_PATH: browser,
				...(isRoot && { AGENT_BROWSER_ARGS: "--no-sandbox" }),
			},
		},
	];
}

export function reins(root) {
	const home = join(root, "packages", "cli");
	return { name: "reins", version: versionOf(home), program: join(home, "bin", "reins.js") };
}

function program(peers, name) {
	const home = join(peers, "node_modules", name);
	return { name, version: versionOf(home), isPeer: true, program: join(home, peerPrograms[name]) };
}

function versionOf(directory) {
	return JSON.parse(readFileSync(join(directory, "package.json"), "utf8")).version;
}
