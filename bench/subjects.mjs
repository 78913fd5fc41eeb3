// What a line measures against the peers: a subject that can be started anew for every round. The next one is
// started only when this one is gone, since two cores cannot measure two at once.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { McpClient } from "../scripts/demo/mcp-client.mjs";
import { Agent } from "./agent.mjs";
import { vocabularies } from "./vocabulary.mjs";

const run = promisify(execFile);

/** An MCP server: `withClient` gives one that is not initialized yet, `withAgent` one that is ready to work. */
export function serverSubject({ name, version, isPeer, program, flags, env }, origin) {
	const withClient = (use) =>
		inFolder(async (folder) => {
			const ours = { ...env, REINS_HOME: join(folder, "home") };
			const client = new McpClient([process.execPath, program, ...flags], { env: ours, cwd: folder });
			try {
				return await use(client, folder);
			} catch (error) {
				const said = client.stderr ? `\n${client.stderr.trimEnd()}` : "";
				throw new Error(`${name} ${version}: ${error.message}${said}`, { cause: error });
			} finally {
				await client.close();
				// The broker waits a while for the next client; a round does not.
				if (!isPeer) await run(process.execPath, [program, "stop", "--force"], { env: ours });
			}
		});
	const withAgent = (use) =>
		withClient(async (client, folder) => {
			await client.initialize("reins-bench");
			return use(new Agent({ client, words: vocabularies[name], origin }), folder);
		});
	return { name, version, isPeer, withClient, withAgent };
}

/** A program that does one thing a call, beside what it keeps running until `close`. */
export function commandSubject({ name, version, isPeer, missing, program, env }, origin) {
	if (missing) return { name, version, missing };
	const withCommands = (use) =>
		inFolder(async (folder) => {
			const own = { ...env, HOME: folder, AGENT_BROWSER_SOCKET_DIR: folder };
			const command = async (...words) => {
				const { stdout } = await run(process.execPath, [program, ...words], { env: own, cwd: folder });
				return stdout;
			};
			try {
				return await use({ origin, command });
			} finally {
				await command("close");
			}
		});
	return { name, version, isPeer, withCommands };
}

/** Some programs leave files where they are started, or in what they take for a home. */
async function inFolder(use) {
	const folder = mkdtempSync(join(tmpdir(), "reins-bench-"));
	try {
		return await use(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
