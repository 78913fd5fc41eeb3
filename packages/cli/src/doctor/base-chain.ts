// What every use of Reins stands on: Node, the private directory, and a broker that is not in the way.

import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { brokerFingerprint, KnownBrowsers, preparePlaces } from "@reins/broker";
import { compareReleases, fingerprint, limits, ReinsError, Trace } from "@reins/protocol";
import { askBroker } from "../control.ts";
import type { Doctor } from "./context.ts";
import { doctorClient } from "./doctor-client.ts";
import type { Check, Verdict } from "./finding.ts";

/** How long a broker that was asked to leave may take. */
const LEAVING = 5_000;

export function baseChain(doctor: Doctor): Check[] {
	return [
		{
			check: "node",
			run: async () => ({ detail: `${process.version} on ${process.platform} ${process.arch}` }),
		},
		{ check: "home", run: async () => judgeHome(doctor) },
		{ check: "broker", run: () => judgeBroker(doctor) },
		{ check: "strangers", run: () => judgeStrangers(doctor) },
	];
}

function judgeHome({ system: { places } }: Doctor): Verdict {
	try {
		preparePlaces(places);
		return { detail: `${places.home}, private` };
	} catch (error) {
		const { code, message, hint } = ReinsError.from(error);
		const broken: Verdict = { name: code, state: "broken", detail: `${code}: ${message}`, fix: hint };
		const open = [places.home, places.run, places.logs, places.profiles, places.state].find(isOpen);
		if (code !== "unsafe_directory" || open === undefined) return broken;
		const stranger = entryOfOthers(open);
		if (stranger) {
			const fix = `Look at it and remove it, then run: chmod 700 ${open}`;
			return {
				...broken,
				name: "open_directory",
				detail: `${broken.detail} Another user has put ${stranger} there.`,
				fix,
			};
		}
		return {
			...broken,
			name: "open_directory",
			repair: () => {
				chmodSync(open, 0o700);
				return `closed ${open} to other users`;
			},
		};
	}
}

/** A directory of ours that others may write in or look into. */
function isOpen(path: string): boolean {
	// Where home is a file there is nothing to be asked of a room in it.
	const found = existsSync(path) ? lstatSync(path) : undefined;
	return (
		(found?.isDirectory() ?? false) && found?.uid === process.getuid?.() && ((found?.mode ?? 0) & 0o077) !== 0
	);
}

function entryOfOthers(directory: string): string | undefined {
	const paths = readdirSync(directory).map((name) => join(directory, name));
	return paths.find((path) => lstatSync(path).uid !== process.getuid?.());
}

async function judgeBroker(doctor: Doctor): Promise<Verdict> {
	const { address } = doctor.system.places;
	if (process.platform !== "win32") {
		const found = lstatSync(address, { throwIfNoEntry: false });
		if (!found) {
			const key = await brokerFingerprint(doctor.system.places.state);
			const known = key ? `, key ${key}` : "";
			return { detail: `none is running; it starts by itself when it is needed${known}` };
		}
		if (!found.isSocket()) {
			const fix = `Move it away: ${address}`;
			return {
				name: "not_a_socket",
				state: "broken",
				detail: `${address} is there and is not a socket`,
				fix,
			};
		}
		if (await nobodyListens(address)) return staleSocket(doctor);
	}
	const status = await askBroker("status", {}, doctor.system.places);
	if (!status) return { detail: "an idle one has just left; it starts by itself when it is needed" };
	if (compareReleases(status.release, doctor.release) >= 0)
		return {
			detail: `release ${status.release}, pid ${status.pid}, ${status.peers - 1} clients, key ${status.fingerprint}`,
		};
	return {
		name: "old_broker",
		state: "broken",
		detail: `the broker that runs is of release ${status.release}, older than this program (${doctor.release})`,
		fix: "End the clients that use it, or run: reins stop --force",
		repair: async () => {
			const answer = await askBroker("stop", { force: false }, doctor.system.places);
			if (answer?.stopped === false) throw new ReinsError("broker_busy", answer.reason ?? "It is in use.");
			await untilGone(address);
			return `asked the broker ${status.release} to leave`;
		},
	};
}

/** Who was shown out, and who waits to be let in. */
async function judgeStrangers({ system: { places } }: Doctor): Promise<Verdict[]> {
	const waiting = new KnownBrowsers(places.state).waiting.map(
		async ({ name, key, changed }): Promise<Verdict> => {
			const print = await fingerprint(key);
			return {
				name: changed ? "key_changed" : "not_confirmed",
				state: "note",
				detail: `a browser that calls itself ${name} ${changed ? "shows another key than before" : "is new"} and waits, key ${print}`,
				fix: `If it is yours, run: reins trust ${print.slice(0, 9)}`,
			};
		},
	);
	const status = existsSync(places.address) ? await askBroker("status", {}, places) : undefined;
	const refused: Verdict[] = status?.refused
		? [
				{
					name: "refused",
					state: "note",
					detail: `${status.refused.count} were refused since the broker started, the last at ${status.refused.last.at}: ${status.refused.last.who}, ${status.refused.last.code}: ${status.refused.last.reason}`,
					fix: "See: reins audit --refused",
				},
			]
		: [];
	const found = [...(await Promise.all(waiting)), ...refused];
	return found.length > 0 ? found : [{ detail: "nobody was refused, and no browser waits" }];
}

/** A note: whoever starts a broker next removes it. */
function staleSocket(doctor: Doctor): Verdict {
	const { address } = doctor.system.places;
	return {
		name: "stale_socket",
		state: "note",
		detail: `${address} was left by a broker that died; the next one removes it`,
		// A starting broker removes it under its lock, after it has made sure that nobody listens.
		repair: async () => {
			const client = doctorClient(doctor);
			try {
				await client.call("status", {}, { deadline: limits.callDeadline, trace: new Trace() });
			} finally {
				await client.close();
			}
			return `removed ${address}, which was left by a broker that died`;
		},
	};
}

function nobodyListens(address: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(address);
		socket.once("connect", () => {
			socket.destroy();
			resolve(false);
		});
		socket.once("error", (error: NodeJS.ErrnoException) =>
			resolve(error.code === "ECONNREFUSED" || error.code === "ENOENT"),
		);
	});
}

/** The last connection ends when the broker does. */
function untilGone(address: string): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect(address);
		const timer = setTimeout(() => socket.destroy(), LEAVING);
		socket.on("error", () => {});
		socket.once("close", () => {
			clearTimeout(timer);
			resolve();
		});
		socket.resume();
	});
}
