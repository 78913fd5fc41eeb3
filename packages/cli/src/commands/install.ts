// Makes Reins known to the person's browsers.

import { resolve } from "node:path";
import { installHost, KnownBrowsers, placeExtension, preparePlaces, requireExtension } from "@reins/broker";
import { thisProgram } from "../broker-command.ts";
import { extensionSource, hostSystem, loadingSteps } from "../host-system.ts";
import { readOptions } from "../options.ts";
import type { Command } from "../usage.ts";

const nextStep =
	"Start your browser once, then run `reins install` again; or name its profile directory: --user-data-dir <dir>.";

export const install: Command = {
	help: `Usage: reins install [--browser <name>]… [--user-data-dir <dir>]… [--json]

Writes the native messaging host for the Chromium-family browsers that are present, puts
the extension into its folder, and lists every file. Run it again at any time. A browser
that connects for the first time in the next ten minutes needs no \`reins trust\`.

  --browser <name>         only this browser, such as chrome, chromium, edge or brave
  --user-data-dir <dir>    only for a browser that runs with this profile directory`,
	async run(words) {
		const options = readOptions("install", words, {
			browser: { type: "string", multiple: true },
			"user-data-dir": { type: "string", multiple: true },
			json: { type: "boolean" },
		});
		const system = hostSystem();
		// Before anything is written: half an installation helps nobody.
		requireExtension(extensionSource());
		const report = installHost({
			...system,
			program: thisProgram(),
			browsers: options.browser ?? [],
			userDataDirs: (options["user-data-dir"] ?? []).map((directory) => resolve(directory)),
		});
		const lines = report.skipped.map(({ browser, reason }) => `left out ${browser}: ${reason}`);
		if (report.manifests.length === 0) {
			if (options.json) process.stdout.write(`${JSON.stringify({ ...report, nextStep }, null, 2)}\n`);
			else
				process.stderr.write(
					`${[...lines, "No browser to install for was found.", `  ${nextStep}`].join("\n")}\n`,
				);
			return 1;
		}
		const { folder, changed } = placeExtension(system.places, extensionSource(), system.around.platform);
		preparePlaces(system.places);
		new KnownBrowsers(system.places.state).openPairing();
		if (options.json) process.stdout.write(`${JSON.stringify({ ...report, extension: folder }, null, 2)}\n`);
		else {
			const written = [
				`wrote ${report.launcher}`,
				...report.manifests.map(({ path, browser, registryKey }) => {
					return `wrote ${path}${registryKey ? ` and ${registryKey}` : ""} (${browser})`;
				}),
				`${changed ? "wrote" : "unchanged"} ${folder}`,
			];
			process.stdout.write(`${[...written, ...lines, ...loadingSteps(folder)].join("\n")}\n`);
		}
		return 0;
	},
};
