// What the demonstration does, step by step, as an agent would: look, act by the refs that were seen, check.
// Each step answers with what is worth showing; it throws where the product did not do what it said.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const person = { name: "Ada Lovelace", email: "ada@example.org" };
const PNG = Buffer.from("89504e470d0a1a0a", "hex");

/** The steps in order, over one client and one site; what a step learns, later steps use. */
export function makeSteps(client, site) {
	let seen = "";
	const type = (label, text) => client.callTool("type", { ref: refOf(seen, "textbox", label), text });
	return {
		async start() {
			const { serverInfo } = await client.initialize("reins-demonstration");
			const list = await client.listTools();
			const size = Buffer.byteLength(JSON.stringify(list)) / 1000;
			return `${serverInfo.name} ${serverInfo.version} offers ${list.tools.length} tools in ${size.toFixed(1)} KB`;
		},
		async open() {
			const { text } = await client.callTool("navigate", { url: site.url });
			return text.trim().replace(/\s*\n\s*/g, ", ");
		},
		async look() {
			seen = (await client.callTool("snapshot")).text;
			const lines = seen.split("\n").filter((line) => /^\s*- (heading|textbox|checkbox|button)/.test(line));
			return ["the page as the agent sees it:", ...lines].join("\n");
		},
		async fill() {
			await type("Name", person.name);
			await type("E-mail", person.email);
			return `"${person.name}" and "${person.email}"`;
		},
		async agree() {
			return receipt(await client.callTool("click", { ref: refOf(seen, "checkbox") }));
		},
		async submit() {
			return receipt(await client.callTool("click", { ref: refOf(seen, "button") }));
		},
		async check() {
			const { text } = await client.callTool("get_text");
			const greeting = `Welcome, ${person.name}!`;
			if (!text.includes(greeting)) throw new Error(`The page does not say "${greeting}". It says:\n${text}`);
			const arrived = site.received.at(-1);
			if (arrived?.email !== person.email) throw new Error(`The site received ${JSON.stringify(arrived)}.`);
			return `the page says "${greeting}", and the site has the form`;
		},
		async picture() {
			const { text, picture } = await client.callTool("screenshot");
			const bytes = Buffer.from(picture ?? "", "base64");
			if (!bytes.subarray(0, PNG.length).equals(PNG)) throw new Error(`No PNG came back, but: ${text}`);
			const path = join(mkdtempSync(join(tmpdir(), "reins-demo-")), "page.png");
			writeFileSync(path, bytes);
			return `${path} (${text.split("\n")[0]})`;
		},
	};
}

/** The ref of the first line with this role and name in a snapshot. */
function refOf(snapshot, role, name = "") {
	const found = snapshot.split("\n").find((line) => line.trimStart().startsWith(`- ${role} "${name}`));
	const ref = found && /\[(\w+)\]/.exec(found)?.[1];
	if (!ref) throw new Error(`The snapshot has no ${role} "${name}" with a ref:\n${snapshot}`);
	return ref;
}

/** What was done and what came of it: the first two lines. */
function receipt({ text }) {
	return text.split("\n").slice(0, 2).join(", ");
}
