// Puts the unpacked extension where browsers can keep on finding it.

import { KnownBrowsers, placeExtension, preparePlaces } from "@reins/broker";
import { extensionSource, hostSystem, loadingSteps } from "../host-system.ts";
import { readOptions } from "../options.ts";
import type { Command } from "../usage.ts";

export const extension: Command = {
	help: `Usage: reins extension [--json]

Copies the extension to its stable folder in REINS_HOME and prints the folder.
Load it from there; after an update of Reins run this again. A browser that connects for
the first time in the next ten minutes needs no \`reins trust\`.`,
	async run(words) {
		const { json } = readOptions("extension", words, { json: { type: "boolean" } });
		const { places, around } = hostSystem();
		const placed = placeExtension(places, extensionSource(), around.platform);
		preparePlaces(places);
		new KnownBrowsers(places.state).openPairing();
		if (json) process.stdout.write(`${JSON.stringify(placed, null, 2)}\n`);
		else {
			const state = placed.changed ? "written" : "already there";
			process.stdout.write(
				`${[`extension ${state}: ${placed.folder}`, ...loadingSteps(placed.folder)].join("\n")}\n`,
			);
		}
		return 0;
	},
};
