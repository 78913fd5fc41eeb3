// Answers the popup: what is so, and what the person wants changed.

import { extensionId, fingerprint, parseUrl, type Site, siteLevels } from "@reins/protocol";
import { attachedTabs } from "../adapters/debugger.ts";
import { release } from "../adapters/runtime.ts";
import { type BrowserTab, getTab } from "../adapters/tabs.ts";
import type { PopupAnswer, PopupHop, PopupRequest, PopupState } from "../popup-contract.ts";
import type { Connection } from "./connection.ts";
import { killedError } from "./off.ts";
import type { BridgeServer } from "./serve.ts";
import type { SessionLinks } from "./session-links.ts";
import type { WorkerState } from "./state.ts";

interface Parts {
	state: WorkerState;
	connection: Connection;
	links: SessionLinks;
	server: BridgeServer;
}

/** Milliseconds to the broker and back; undefined where it did not answer. */
type Ping = number | undefined | "unmeasured";

export class PopupServer {
	readonly #parts: Parts;

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** `tab` is the tab that the asking page is in, if it is in one. */
	async answer(request: PopupRequest, tab: number | undefined): Promise<PopupAnswer> {
		try {
			// A page of ours under a debugger could be somebody else's hand.
			if ("do" in request && tab !== undefined && (await this.#held(tab))) {
				return { ok: false, message: "This page is being debugged; use the popup in the toolbar." };
			}
			if ("do" in request) await this.#do(request);
			// What was asked to be done is not held up by measuring.
			if ("do" in request) return { ok: true, state: await this.#describe(undefined, "unmeasured") };
			return { ok: true, state: await this.#describe(request.tab, await this.#parts.connection.ping()) };
		} catch (error) {
			return { ok: false, message: error instanceof Error ? error.message : String(error) };
		}
	}

	// @guard debugged-pages
	async #held(tab: number): Promise<boolean> {
		return this.#parts.state.leaseOf(tab) !== undefined && (await attachedTabs()).includes(tab);
	}

	async #do(request: Extract<PopupRequest, { do: string }>): Promise<void> {
		const { state, connection, links, server } = this.#parts;
		switch (request.do) {
			case "connect":
				await state.setLocal({ disconnected: false });
				connection.ensure();
				break;
			case "disconnect": {
				const written = state.setLocal({ disconnected: true });
				connection.disconnect();
				server.abortAll(killedError());
				await Promise.all([written, links.detachAll(killedError())]);
				break;
			}
			case "kill": {
				const written = state.setLocal({ killed: request.on });
				if (request.on) {
					server.abortAll(killedError());
					await links.detachAll(killedError());
				}
				await written;
				break;
			}
			case "resume":
				await state.setLocal({ userDetached: false });
				break;
			case "site":
				await state.setLocal({ sites: changed(state.get("sites"), request.origin, request.level) });
				break;
			case "share":
				await links.share(request.tab, request.session);
				break;
			case "take_back":
				await links.takeBack(request.tab);
				break;
			case "trust_broker":
				await connection.trustOffered();
				break;
			case "rename":
				await this.#rename(request.name);
				break;
			default:
				throw new Error("The popup asked for something that this worker does not know.");
		}
	}

	async #rename(name: string): Promise<void> {
		const kept = name.trim().slice(0, 60);
		if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(kept)) {
			throw new Error("A name begins with a letter or digit, and has letters, digits, spaces, . _ - only.");
		}
		const { state, connection } = this.#parts;
		await state.setLocal({ name: kept });
		// The name goes over with the next hello.
		if (state.get("disconnected")) return;
		connection.disconnect();
		connection.ensure();
	}

	async #describe(tab: number | undefined, ping: Ping): Promise<PopupState> {
		const { state, connection } = this.#parts;
		const { report } = connection;
		const off = state.get("killed") || state.get("disconnected");
		const here = tab === undefined ? undefined : await getTab(tab);
		return {
			connection: off ? "off" : report.state,
			killed: state.get("killed"),
			userDetached: state.get("userDetached"),
			disconnected: state.get("disconnected"),
			name: state.get("name"),
			release: release(),
			hops: this.#hops(ping),
			...(report.offered && {
				keys: {
					pinned: await fingerprint(state.get("brokerKey")),
					offered: await fingerprint(report.offered),
				},
			}),
			sessions: await this.#sessions(),
			...(here && { here: this.#here(here) }),
			sites: state.get("sites"),
		};
	}

	#hops(ping: Ping): PopupHop[] {
		const { state, connection } = this.#parts;
		const { state: line, broken, broker } = connection.report;
		const off = state.get("killed") || line === "off";
		const waiting = off ? "off" : "waiting";
		const hops: PopupHop[] = [{ name: "extension", state: "ok", detail: `Reins ${release()}` }];
		const hostBroken = broken?.at === "native host";
		const reached = line === "connected" || line === "key_changed" || broken?.at === "broker";
		hops.push({
			name: "native host",
			state: hostBroken ? "broken" : reached ? "ok" : waiting,
			detail: hostBroken ? broken.reason : reached ? "started by Chrome" : restWords[waiting],
			...(hostBroken && { fix: hostFix(broken.reason) }),
		});
		if (broken?.at === "broker") {
			const fix = broken.hint ?? "Run `reins doctor` in a terminal.";
			hops.push({ name: "broker", state: "broken", detail: broken.reason, fix });
		} else if (line === "key_changed") {
			hops.push({
				name: "broker",
				state: "broken",
				detail: "It shows another key than before.",
				fix: "Compare the two keys below.",
			});
		} else if (line === "connected" && ping === undefined) {
			hops.push({
				name: "broker",
				state: "broken",
				detail: "It does not answer.",
				fix: "Run `reins doctor` in a terminal.",
			});
		} else if (line === "connected" && broker) {
			const detail = `Reins ${broker.release}, process ${broker.pid}`;
			hops.push({ name: "broker", state: "ok", detail, ...(typeof ping === "number" && { ms: ping }) });
		} else hops.push({ name: "broker", state: waiting, detail: restWords[waiting] });
		const count = state.get("sessions").filter(({ away }) => !away).length;
		hops.push({
			name: "agents",
			state: line === "connected" && count > 0 && !off ? "ok" : waiting,
			detail: count === 0 ? "no session is open" : count === 1 ? "1 session" : `${count} sessions`,
		});
		return hops;
	}

	async #sessions(): Promise<PopupState["sessions"]> {
		const { state } = this.#parts;
		const leases = state.get("leases");
		return Promise.all(
			state.get("sessions").map(async ({ session, label, away = false }) => {
				const found = await Promise.all(
					leases
						.filter((lease) => lease.session === session)
						.map(async (lease) => ({ own: lease.own, tab: await getTab(Number(lease.tab)) })),
				);
				const tabs = found.flatMap(({ own, tab }) =>
					tab ? [{ tab: tab.id, title: tab.title, url: tab.url, own, active: tab.active }] : [],
				);
				return { session, label, away, tabs };
			}),
		);
	}

	#here(tab: BrowserTab): NonNullable<PopupState["here"]> {
		const { state } = this.#parts;
		const url = parseUrl(tab.url);
		const site = url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
		const level = state.get("sites").find(({ origin }) => origin === site)?.level;
		const session = state.leaseOf(tab.id)?.session;
		return {
			tab: tab.id,
			url: tab.url,
			...(site && { origin: site }),
			...(level && { level }),
			...(session && { session }),
			...(!site && { restricted: "Agents can only use http and https pages." }),
		};
	}
}

const restWords = { off: "not in use", waiting: "waiting" };

function changed(sites: Site[], origin: string, level: Site["level"] | null): Site[] {
	requireSite(origin);
	if (level !== null && !siteLevels.includes(level)) throw new Error("There is no such level.");
	const others = sites.filter((site) => site.origin !== origin);
	return level === null ? others : [...others, { origin, level }];
}

// @guard allowed-sites
function requireSite(origin: string): void {
	const url = parseUrl(origin);
	if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol))
		throw new Error("Only an http or https site can be allowed.");
}

function hostFix(reason: string): string {
	if (/not found/i.test(reason)) return "Run `reins install` in a terminal.";
	if (/forbidden/i.test(reason))
		return `Run \`reins install\` in a terminal: the host does not know ${extensionId}.`;
	return "Run `reins doctor --fix` in a terminal.";
}
