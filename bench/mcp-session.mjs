// One server from its start to its end: a line gets a client that is not initialized yet, and the next server
// is started only when this one is gone, since two cores cannot measure two at once.

import { McpClient } from "../scripts/demo/mcp-client.mjs";

export async function withServer(server, use) {
	const client = new McpClient(server.command, { env: server.env });
	try {
		return await use(client);
	} catch (error) {
		const said = client.stderr ? `\n${client.stderr.trimEnd()}` : "";
		throw new Error(`${server.name} ${server.version}: ${error.message}${said}`, { cause: error });
	} finally {
		await client.close();
	}
}
