// `npm run gen`: writes what follows from the sources, so that nobody keeps it by hand. With `--check` it writes
// nothing and fails where a file is not what the sources say.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bridgeSchema } from "./gen/bridge-schema.mjs";
import { cliPage } from "./gen/cli-page.mjs";
import { errorsPage } from "./gen/errors-page.mjs";
import { limitsPage } from "./gen/limits-page.mjs";
import { loadSources } from "./gen/load-sources.mjs";
import { policySchema } from "./gen/policy-schema.mjs";
import { toolsPage } from "./gen/tools-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Every generated file with the function that makes its text. */
const makers = {
	"contracts/bridge.schema.json": bridgeSchema,
	"contracts/policy.schema.json": policySchema,
	"docs/reference/cli.md": cliPage,
	"docs/reference/errors.md": errorsPage,
	"docs/reference/limits.md": limitsPage,
	"docs/reference/tools.md": toolsPage,
};

const sources = await loadSources(root);
const check = process.argv.includes("--check");
const drifted = [];
for (const [path, make] of Object.entries(makers)) {
	const place = join(root, path);
	const wanted = make(sources);
	if (existsSync(place) && readFileSync(place, "utf8") === wanted) continue;
	drifted.push(path);
	if (check) continue;
	mkdirSync(dirname(place), { recursive: true });
	writeFileSync(place, wanted);
}

if (drifted.length === 0) console.log(`gen: ${Object.keys(makers).length} files are up to date`);
else if (!check) for (const path of drifted) console.log(`gen: wrote ${path}`);
else {
	for (const path of drifted) console.error(`gen: ${path} does not follow from the sources`);
	console.error("Run `npm run gen` and keep what it writes.");
	process.exitCode = 1;
}
