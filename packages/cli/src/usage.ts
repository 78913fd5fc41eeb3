// What a person reads about the commands.

export interface Command {
	help: string;
	/** Resolves to the exit code. */
	run(words: string[]): Promise<number>;
}

const summaries: [name: string, summary: string][] = [
	["mcp", "serve MCP over stdio: what an MCP host runs"],
	["status", "show the broker, its sessions and its browsers"],
	["stop", "end the broker and the browsers that it started"],
	["policy", "check a policy file, show what a session may do, and say why or why not"],
	["secret", "keep passwords and the like, which agents write and never see"],
	["audit", "show what agents have done, and what they were refused"],
	["trust", "show which browsers wait for your yes, take one in, forget one"],
	["doctor", "check everything from here to the browser, and say what to do"],
	["install", "make Reins known to the browsers that you have"],
	["uninstall", "take away what install wrote"],
	["extension", "put the extension where browsers find it, and say where"],
];

export function isInternal(command: string): boolean {
	return !summaries.some(([name]) => name === command);
}

export function describeCommands(release: string): string {
	const rows = summaries.map(([name, summary]) => `  ${name.padEnd(9)} ${summary}`);
	return [
		`reins ${release}: let agents use a browser while you keep hold of it.`,
		"",
		"Usage: reins <command> [options]",
		"",
		...rows,
		"",
		"  reins <command> --help   the options of a command",
		"  reins --version",
		"",
		"Environment:",
		"  REINS_HOME     where Reins keeps its files (default ~/.reins)",
		"  REINS_CHROME   the browser to start",
	].join("\n");
}
