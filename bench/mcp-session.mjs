// One server from its start to its end: a line gets a client that is not initialized yet, and the next server
// is started only when this one is gone, since two cores cannot measure two at once.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { McpClient } from "../scripts/demo/mcp-client.mjs";

export async function withServer(server, use) {
	// Some servers leave files where they are started.
	const cwd = mkdtempSync(join(tmpdir(), "reins-bench-"));
	const client = new McpClient(server.command, { env: server.env, cwd });
	try {
		return await use(client);
	} catch (error) {
		const said = client.stderr ? `\n${client.stderr.trimEnd()}` : "";
		throw new Error(`${server.name} ${server.version}: ${error.message}${said}`, { cause: error });
	} finally {
		await client.close();
		rmSync(cwd, { recursive: true, force: true });
	}
}
