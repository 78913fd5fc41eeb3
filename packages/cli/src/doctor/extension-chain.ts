// The chain to the person's own browser behind the files: the shim that the launcher starts, the extension's
// worker, and at last a page.

import { setTimeout as pause } from "node:timers/promises";
import { viewHosts } from "@reins/broker";
import { type BrokerStatus, limits, Trace } from "@reins/protocol";
import { sessionOptions } from "../session-options.ts";
import type { Doctor } from "./context.ts";
import { doctorClient, readAPage } from "./doctor-client.ts";
import type { Check, Verdict } from "./finding.ts";
import { tryShim } from "./try-shim.ts";

type Browser = BrokerStatus["browsers"][number];
type Extended = Browser & { extension: NonNullable<Browser["extension"]> };

export function extensionChain(doctor: Doctor): Check[] {
	let found: Extended[] = [];
	return [
		{ check: "shim", run: () => judgeShim(doctor) },
		{
			check: "worker",
			run: async () => {
				found = await waitForExtension(doctor);
				return judgeWorkers(found);
			},
		},
		{ check: "file access", run: async () => found.map(fileAccess) },
		{ check: "page in your browser", run: () => roundTrip(doctor, found) },
	];
}

async function judgeShim({ system, userDataDir, administrators }: Doctor): Promise<Verdict> {
	const view = viewHosts(system, userDataDir, administrators);
	const manifest = view.places.find((place) => place.manifest)?.manifest ?? view.system[0]?.manifest;
	const started = performance.now();
	await tryShim(manifest?.path ?? view.launcher, system.places.state);
	return {
		detail: `the broker answered through the launcher in ${Math.round(performance.now() - started)} ms`,
	};
}

/** An extension that lost its broker dials again by itself; it gets a moment for that. */
async function waitForExtension(doctor: Doctor): Promise<Extended[]> {
	const client = doctorClient(doctor);
	const deadline = performance.now() + doctor.patience;
	try {
		for (;;) {
			const status = await client.call("status", {}, { deadline: limits.callDeadline, trace: new Trace() });
			const extended = status.browsers.filter(
				(browser): browser is Extended => browser.extension !== undefined,
			);
			if (extended.some(isUsable) || performance.now() > deadline) return extended;
			await pause(100);
		}
	} finally {
		await client.close();
	}
}

/** One browser that works is enough; the others are named beside it. */
function judgeWorkers(browsers: readonly Extended[]): Verdict[] {
	const verdicts = browsers.map(judgeWorker);
	if (verdicts.length === 0) {
		return [
			{
				name: "extension_off",
				state: "broken",
				detail: "no browser with the extension is connected",
				fix: "Open the browser and the popup of Reins: press Connect, or do what it says. Where there is no popup, switch Reins on at chrome://extensions, or load it from the folder that `reins extension` prints.",
			},
		];
	}
	const working = verdicts.filter(({ state }) => state === undefined);
	if (working.length === 0) return verdicts.slice(0, 1);
	return [
		...working,
		...verdicts.filter(({ state }) => state).map((verdict) => ({ ...verdict, state: "note" as const })),
	];
}

function judgeWorker({ name, version, extension }: Extended): Verdict {
	const { connected, killed, userDetached, ping, release, fingerprint, sites } = extension;
	const broken = (problem: string, detail: string, fix: string): Verdict => ({
		name: problem,
		state: "broken",
		detail: `${name}: ${detail}`,
		fix,
	});
	if (killed)
		return broken("killed", "Reins is switched off there", "Switch it on in the extension's popup.");
	if (userDetached)
		return broken(
			"user_detached",
			"the debugging bar was cancelled",
			"Press Resume in the extension's popup.",
		);
	if (!connected)
		return broken(
			"extension_off",
			"its connection is lost and has not come back",
			"Open the browser and the popup of Reins: press Connect, or do what it says.",
		);
	if (ping === undefined)
		return broken(
			"worker_silent",
			"the extension's worker does not answer",
			"Reload Reins at chrome://extensions.",
		);
	return {
		detail: `${name} (${version}), extension ${release}, answers in ${Math.round(ping)} ms, ${sites} sites allowed, key ${fingerprint}`,
	};
}

function isUsable({ extension: { connected, ping, killed, userDetached } }: Extended): boolean {
	return connected && ping !== undefined && !killed && !userDetached;
}

/** Chrome's own switch. Unpacked extensions have it on, those from the store off. */
function fileAccess({ name, extension }: Extended): Verdict {
	return extension.fileAccess
		? {
				name: "file_access_on",
				state: "note",
				detail: `${name}: "Allow access to file URLs" is on; Reins itself opens no file: pages`,
				fix: "Switch it off in the extension's details at chrome://extensions unless you need uploads.",
			}
		: {
				name: "file_access_off",
				state: "note",
				detail: `${name}: "Allow access to file URLs" is off; files cannot be uploaded`,
			};
}

async function roundTrip(doctor: Doctor, found: readonly Extended[]): Promise<Verdict> {
	const usable = found.filter(isUsable);
	// Where there are several, none is chosen silently.
	const browser = usable.length === 1 ? "extension" : (usable[0]?.name ?? "extension");
	const took = await readAPage(doctorClient(doctor, { ...sessionOptions({}), browser }));
	return { detail: `a tab was opened, read and closed in ${took} ms` };
}
