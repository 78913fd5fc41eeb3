// The person's browsers that are connected now, or were a moment ago; and which one a session means.

import { type BrowserStatus, fingerprint, limits, ReinsError } from "@reins/protocol";
import type { Log } from "../daemon/log.ts";
import { type Admission, KnownBrowsers } from "../keys/known-browsers.ts";
import type { BrowserPeer, BrowserPeerHost } from "./browser-peer.ts";
import { RealBrowser } from "./real-browser.ts";

/** A broker that has just started waits so long for browsers that it has met before. */
const YOUNG = 2_000;
/** Who asks for an extension by name waits a little for it. */
const PATIENCE = 5_000;

export class RealBrowsers implements BrowserPeerHost {
	readonly keys: KnownBrowsers;
	readonly broker: BrowserPeerHost["broker"];
	readonly #log: Log;
	readonly #born = performance.now();
	/** By instance. */
	readonly #browsers = new Map<string, RealBrowser>();
	readonly #away = new Map<string, NodeJS.Timeout>();
	readonly #arrivals = new Set<() => void>();
	/** A browser's state has changed, or it has come. */
	onState: (browser: RealBrowser) => void = () => {};
	onLeft: (peer: BrowserPeer, reason: ReinsError) => void = () => {};
	onRefused: (reason: ReinsError) => void = () => {};
	/** One was taken in that was not known before. */
	onPinned: (browser: { name: string; fingerprint: string }, why: Admission) => void = () => {};

	constructor(stateDirectory: string, broker: BrowserPeerHost["broker"], log: Log) {
		this.keys = new KnownBrowsers(stateDirectory);
		this.broker = broker;
		this.#log = log;
	}

	list(): RealBrowser[] {
		return [...this.#browsers.values()];
	}

	async admit(peer: BrowserPeer): Promise<Admission> {
		const why = await this.keys.admit(peer.hello.browser.instance, peer.key, peer.name);
		if (why !== "known") this.onPinned({ name: peer.name, fingerprint: await fingerprint(peer.key) }, why);
		return why;
	}

	refused(_peer: BrowserPeer, reason: ReinsError): void {
		this.onRefused(reason);
	}

	joined(peer: BrowserPeer, state: Parameters<BrowserPeerHost["joined"]>[1]): void {
		const { instance, epoch, name } = peer.hello.browser;
		const known = this.#browsers.get(instance);
		let browser: RealBrowser;
		if (known && known.epoch === epoch) {
			known.back(peer, state);
			browser = known;
		} else {
			known?.end();
			browser = new RealBrowser(peer, state);
			this.#browsers.set(instance, browser);
		}
		clearTimeout(this.#away.get(instance));
		this.#log("extension_connected", { browser: name, epoch, release: peer.hello.release });
		this.onState(browser);
		for (const arrived of [...this.#arrivals]) arrived();
	}

	state(peer: BrowserPeer, state: Parameters<BrowserPeerHost["state"]>[1]): void {
		const browser = this.#of(peer);
		if (!browser) return;
		browser.says(state);
		this.onState(browser);
	}

	event(peer: BrowserPeer, session: string, event: Parameters<BrowserPeerHost["event"]>[2]): void {
		this.#of(peer)?.event(session, event);
	}

	log(line: string): void {
		this.#log("extension_says", { line });
	}

	left(peer: BrowserPeer, reason: ReinsError): void {
		const browser = this.#of(peer);
		if (browser?.away(peer)) {
			this.#log("extension_lost", { browser: browser.name, reason: reason.message });
			const forget = () => {
				browser.end();
				if (this.#browsers.get(browser.instance) === browser) this.#browsers.delete(browser.instance);
			};
			this.#away.set(browser.instance, setTimeout(forget, limits.realBrowserGrace).unref());
		}
		this.onLeft(peer, reason);
	}

	/**
	 * The browser for a session: `instance` is the one that it had before. Undefined where none is asked for by
	 * name and none is there.
	 */
	async choose(wanted: string, instance: string | undefined): Promise<RealBrowser | undefined> {
		if (instance !== undefined) {
			const same = () => this.#connected().find((browser) => browser.instance === instance);
			const found = await this.#await(same, limits.browserReturn);
			if (found) return found;
			throw missing("The browser of this session is not connected.");
		}
		if (wanted === "auto") {
			const left = this.keys.anyKnown ? YOUNG - (performance.now() - this.#born) : 0;
			await this.#await(() => this.#connected().length > 0 || undefined, left);
			return single(await this.#responsive());
		}
		if (wanted === "extension") {
			await this.#await(() => this.#connected().length > 0 || undefined, PATIENCE);
			const found = single(await this.#responsive());
			if (!found) throw missing("No browser with the Reins extension is connected.");
			return found;
		}
		const named = () => {
			const all = this.#connected();
			const exact = all.filter(({ name }) => name === wanted);
			return single(exact.length > 0 ? exact : all.filter(({ name }) => sameName(name, wanted)));
		};
		const found = await this.#await(named, PATIENCE);
		if (found) return found;
		const names = this.#connected().map(({ name }) => name);
		throw missing(
			`No connected browser is called "${wanted}". ${names.length > 0 ? `There is: ${names.join(", ")}.` : "None is connected."}`,
		);
	}

	/** Disconnects whoever is not known any more. */
	review(): { disconnected: number } {
		const strangers = this.#connected().filter(({ instance, key }) => !this.keys.isKnown(instance, key));
		for (const { peer } of strangers) peer?.close();
		return { disconnected: strangers.length };
	}

	async status(): Promise<BrowserStatus[]> {
		return Promise.all(
			this.list().map(async (browser) => {
				const { hello, state } = browser;
				const ping = await browser.peer?.ping();
				return {
					name: browser.name,
					version: browser.version,
					kind: browser.kind,
					sessions: browser.sessions,
					extension: {
						release: hello.release,
						instance: browser.instance,
						epoch: browser.epoch,
						connected: browser.connected,
						...(ping !== undefined && { ping: Math.round(ping * 10) / 10 }),
						killed: state.killed,
						userDetached: state.userDetached,
						fileAccess: state.fileAccess,
						sites: state.sites.length,
						fingerprint: await fingerprint(browser.key),
					},
				};
			}),
		);
	}

	#of(peer: BrowserPeer): RealBrowser | undefined {
		const browser = this.#browsers.get(peer.hello.browser.instance);
		return browser?.peer === peer ? browser : undefined;
	}

	#connected(): RealBrowser[] {
		return this.list().filter((browser) => browser.connected && !browser.gone);
	}

	async #responsive(): Promise<RealBrowser[]> {
		const asked = this.#connected().map(async (browser) => ({ browser, ping: await browser.peer?.ping() }));
		return (await Promise.all(asked)).flatMap(({ browser, ping }) => (ping === undefined ? [] : [browser]));
	}

	/** Asks again whenever a browser comes, until `limit` milliseconds are over. */
	async #await<T>(find: () => T | undefined, limit: number): Promise<T | undefined> {
		const deadline = performance.now() + limit;
		for (;;) {
			const found = find();
			const left = deadline - performance.now();
			if (found !== undefined || left <= 0) return found;
			await new Promise<void>((resolve) => {
				const done = () => {
					clearTimeout(timer);
					this.#arrivals.delete(done);
					resolve();
				};
				const timer = setTimeout(done, left).unref();
				this.#arrivals.add(done);
			});
		}
	}
}

function single(found: RealBrowser[]): RealBrowser | undefined {
	if (found.length < 2) return found[0];
	const names = found.map(({ name }) => name);
	throw new ReinsError("ambiguous", `${found.length} browsers are connected: ${names.join(", ")}.`, {
		hint: `Start Reins with --browser "${names[0]}", or with the name of another one.`,
		data: { browsers: names },
	});
}

function sameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

function missing(message: string): ReinsError {
	return new ReinsError("extension_missing", message, {
		hint: "Ask the person to open Chrome with the Reins extension; `reins doctor` names what is missing.",
	});
}
