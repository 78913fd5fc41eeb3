// docs/reference/tools.md: the tools as a model is told about them, and what policy knows of them.

import { inWords } from "./json-schema.mjs";
import { code, page, table } from "./markdown.mjs";

const scopes = {
	tab: "one tab; calls to the same tab wait for each other",
	session: "the session; never waits",
};

export function toolsPage({ tools, listTool, limits }) {
	const overview = table(
		["tool", "toolset", "effect", "what it does"],
		tools.map(({ name, toolset, effect, summary }) => [`[${name}](#${name})`, toolset, effect, summary]),
	);
	return page(
		"Tools",
		"packages/tools/src",
		`${tools.length} tools. The effect is what policy asks about; see [the presets](../../README.md#policy). The toolset \`core\` is listed by default, others with \`reins mcp --tools core,page\`.`,
		overview,
		...tools.map((tool) => describe(tool, listTool(tool), limits)),
	);
}

function describe(tool, { inputSchema }, limits) {
	const deadline = (tool.slow ? limits.slowCallDeadline : limits.callDeadline) / 1_000;
	const facts = [
		`- effect: ${code(tool.effect)}`,
		`- scope: ${scopes[tool.scope] ?? tool.scope}`,
		`- deadline: ${deadline} s`,
	];
	return [`## ${tool.name}`, tool.summary, facts.join("\n"), describeArguments(inputSchema)].join("\n\n");
}

function describeArguments({ properties = {}, required = [] }) {
	const rows = Object.entries(properties).map(([name, schema]) => [
		code(name),
		inWords(schema),
		required.includes(name) ? "yes" : "",
		schema.description ?? "",
	]);
	return rows.length === 0 ? "No arguments." : table(["argument", "type", "required", "meaning"], rows);
}
