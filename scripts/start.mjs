// `npm start`: from a bare checkout to a form filled in by an agent's tools, and the lines that give these
// tools to a real agent. It goes through the very MCP server that a host would run, so that a demonstration
// that ends well says that the product works here.

import { join } from "node:path";
import { bootstrap, Obstacle, root, runScript } from "./bootstrap.mjs";
import { hostLines } from "./demo/host-lines.mjs";
import { McpClient } from "./demo/mcp-client.mjs";
import { startSite } from "./demo/site.mjs";
import { makeSteps } from "./demo/steps.mjs";

const reins = join(root, "packages", "cli", "bin", "reins.js");

await runScript(async () => {
	await bootstrap();
	process.stdout.write("\nThe demonstration: `reins mcp` signs a person up on a page of its own\n");
	const started = performance.now();
	await demonstrate();
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	process.stdout.write(
		`All of it worked, in ${seconds} s.\n\n${hostLines(process.execPath, [reins, "mcp"])}\n`,
	);
	return 0;
});

async function demonstrate() {
	const site = await startSite();
	const client = new McpClient([
		process.execPath,
		...[reins, "mcp", "--browser", "managed", "--headless", "--session", "Reins demonstration"],
	]);
	try {
		for (const [name, step] of Object.entries(makeSteps(client, site))) await showStep(name, step, client);
	} finally {
		await client.close();
		await site.close();
	}
}

async function showStep(name, step, client) {
	const started = performance.now();
	try {
		const [first, ...more] = (await step()).split("\n");
		const took = `${Math.round(performance.now() - started)} ms`;
		process.stdout.write(`${took.padStart(9)}  ${name.padEnd(8)} ${first}\n`);
		for (const extra of more) process.stdout.write(`${" ".repeat(20)}${extra}\n`);
	} catch (error) {
		const said = client.stderr ? `\nThe server said:\n${client.stderr.trimEnd()}` : "";
		throw new Obstacle(
			`The step "${name}" failed: ${error.message}${said}`,
			`See which link is broken: node ${reins} doctor`,
		);
	}
}
