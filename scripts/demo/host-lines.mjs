// What a person copies into their agent's settings, with the paths of this checkout.

export function hostLines(command, args) {
	const settings = { mcpServers: { reins: { command, args } } };
	return [
		"Give it to your agent:",
		`  Claude Code   claude mcp add reins -- ${[command, ...args].map(quoted).join(" ")}`,
		"  Codex         in ~/.codex/config.toml:",
		"                [mcp_servers.reins]",
		`                command = ${JSON.stringify(command)}`,
		`                args = [${args.map((word) => JSON.stringify(word)).join(", ")}]`,
		`  any MCP host  ${JSON.stringify(settings)}`,
	].join("\n");
}

function quoted(word) {
	if (/^[\w@%+=:,./-]+$/.test(word)) return word;
	return process.platform === "win32" ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
