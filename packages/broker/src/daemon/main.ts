// The broker's process: started detached, says on descriptor 3 when it is ready, ends by itself.

import { closeSync, fstatSync, writeSync } from "node:fs";
import { ReinsError } from "@reins/protocol";
import type { Readiness } from "../client/start-broker.ts";
import { placesFor } from "../places/places.ts";
import { preparePlaces } from "../places/private-directory.ts";
import { Broker } from "./broker.ts";

const REPORT = 3;

/** Runs until the broker has left. */
export async function runBroker(release: string): Promise<void> {
	try {
		const places = placesFor();
		preparePlaces(places);
		const broker = new Broker(places, release);
		for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
			process.on(signal, () => void broker.stop(`received ${signal}`).finally(() => process.exit(0)));
		}
		// A defect within the leaving must not begin it anew.
		process.once("uncaughtException", (error) => {
			process.on("uncaughtException", () => process.exit(1));
			void broker.collapse(error).finally(() => process.exit(1));
		});
		await broker.start();
		report({ ready: true });
	} catch (error) {
		report({ error: ReinsError.from(error).toWire() });
		process.exitCode = 1;
	}
}

function report(readiness: Readiness): void {
	try {
		if (!fstatSync(REPORT).isFIFO() && !fstatSync(REPORT).isSocket()) return;
		writeSync(REPORT, `${JSON.stringify(readiness)}\n`);
		closeSync(REPORT);
	} catch {
		// Started by hand: nobody listens.
	}
}
