// Everything that must be there before a script of this checkout can work: a fitting Node, the packages,
// the build, a browser. It runs on a bare checkout, so this file and its folder use Node's own modules only.
// What is there already costs milliseconds and no line of output.

import { fileURLToPath } from "node:url";
import { obtainBrowser } from "./bootstrap/browser.mjs";
import { ensureBuilt } from "./bootstrap/build.mjs";
import { ensurePackages } from "./bootstrap/packages.mjs";
import { Obstacle } from "./bootstrap/step.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Resolves to the path of a browser. `out` takes the progress; the answer of a script belongs on stdout. */
export async function bootstrap({ out = process.stdout } = {}) {
	checkNode();
	const installed = await ensurePackages(root, out);
	const built = await ensureBuilt(root, out, { force: installed });
	const browser = await obtainBrowser(out);
	const kept = [!installed && "packages", !built && "build"].filter(Boolean).join(" and ");
	const parts = [`Node ${process.versions.node}`, kept && `${kept} up to date`, browser];
	out.write(`ready: ${parts.filter(Boolean).join(", ")}\n`);
	return browser;
}

/** Runs a script's `main`; an obstacle is told in words, a defect with its stack. */
export async function runScript(main) {
	try {
		process.exitCode = await main(process.argv.slice(2));
	} catch (error) {
		if (error instanceof Obstacle) {
			const next = error.next ? `\n  → ${error.next.split("\n").join("\n    ")}` : "";
			process.stderr.write(`\n${error.message}${next}\n`);
		} else {
			process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`);
		}
		process.exitCode = 1;
	}
}

export { Obstacle };

function checkNode() {
	const [major, minor] = process.versions.node.split(".").map(Number);
	if (major > 20 || (major === 20 && minor >= 19)) return;
	throw new Obstacle(
		`Reins needs Node 20.19 or newer; this is Node ${process.versions.node} at ${process.execPath}.`,
		"Install a newer Node (nodejs.org, or your version manager), then run this again.",
	);
}
