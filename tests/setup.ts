// Before any test: the kit and the command line are built from the sources that are tested.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function setup(): void {
	const script = fileURLToPath(new URL("../scripts/build.mjs", import.meta.url));
	execFileSync(process.execPath, [script], { stdio: ["ignore", "ignore", "inherit"] });
}
