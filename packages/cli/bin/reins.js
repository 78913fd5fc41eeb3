#!/usr/bin/env node
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// What Reins runs waits most of the time, for days: it need not keep room for what loading it throws away.
setFlagsFromString("--semi-space-growth-factor=1");

const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
	process.stderr.write("reins: not built yet. Run `npm start` in the checkout.\n");
	process.exitCode = 1;
}
