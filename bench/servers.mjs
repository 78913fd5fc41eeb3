// Who is measured, and how each is started: headless, with the same Chromium, with nothing sent home.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where a peer's own program lies in its package; started directly, npx would be part of the figure. */
const peerPrograms = {
	"@playwright/mcp": "cli.js",
	"chrome-devtools-mcp": "build/src/bin/chrome-devtools-mcp.js",
};

/** What each calls the tools that the lines use. */
const verbs = {
	reins: { navigate: "navigate", snapshot: "snapshot", picture: "screenshot" },
	"@playwright/mcp": {
		navigate: "browser_navigate",
		snapshot: "browser_snapshot",
		picture: "browser_take_screenshot",
	},
	"chrome-devtools-mcp": {
		navigate: "navigate_page",
		navigateArgs: { type: "url", pageId: 1 },
		snapshot: "take_snapshot",
		snapshotArgs: { pageId: 1 },
		picture: "take_screenshot",
		pictureArgs: { pageId: 1 },
	},
};

/** Reins first, then the peers: in this order every round goes. */
export function servers({ root, peers, browser }) {
	const peer = (name, flags, env = {}) => ({
		name,
		verbs: verbs[name],
		version: versionOf(join(peers, "node_modules", name)),
		command: [process.execPath, join(peers, "node_modules", name, peerPrograms[name]), ...flags],
		env: { ...process.env, ...env },
	});
	// As root Chromium starts without its sandbox or not at all; Reins sees to that itself.
	const isRoot = process.getuid?.() === 0;
	return [
		{
			name: "reins",
			verbs: verbs.reins,
			version: versionOf(join(root, "packages", "cli")),
			command: [
				process.execPath,
				join(root, "packages", "cli", "bin", "reins.js"),
				"mcp",
				"--browser",
				"managed",
				"--headless",
			],
			env: process.env,
		},
		peer("@playwright/mcp", [
			...["--headless", "--isolated", "--executable-path", browser],
			...(isRoot ? ["--no-sandbox"] : []),
		]),
		peer(
			"chrome-devtools-mcp",
			[
				"--headless",
				"--isolated",
				"--executablePath",
				browser,
				"--no-usage-statistics",
				...(isRoot ? ["--chromeArg=--no-sandbox"] : []),
			],
			{ CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: "1" },
		),
	];
}

function versionOf(directory) {
	return JSON.parse(readFileSync(join(directory, "package.json"), "utf8")).version;
}
