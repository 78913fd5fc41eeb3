// The browsers that the broker holds: one managed Chromium for each way to start one, one
// connection for each debugging endpoint. Sessions come and go; a browser that we started leaves
// with its last session, one that we found is never closed.

import { createHash } from "node:crypto";
import { join } from "node:path";
import {
	CdpConnection,
	Gate,
	type Link,
	linkInDefaultContext,
	linkInOwnContext,
	type TextChannel,
} from "@reins/link";
import {
	type BrowserStatus,
	decide,
	limits,
	newId,
	type Policy,
	ReinsError,
	type SessionOptions,
} from "@reins/protocol";
import { connectEndpoint } from "../browsers/endpoint.ts";
import { findBrowser } from "../browsers/find.ts";
import { needsNoSandbox, wantsHeadless } from "../browsers/headless.ts";
import { launchBrowser } from "../browsers/launch.ts";
import type { Log } from "../daemon/log.ts";
import type { Places } from "../places/places.ts";
import type { RealBrowsers } from "../real/real-browsers.ts";

export interface Browser {
	/** One start of one browser: handles are bound to it. */
	readonly epoch: string;
	readonly name: string;
	readonly version: string;
	readonly kind: BrowserStatus["kind"];
	readonly headless?: boolean;
	readonly pid?: number;
	readonly gone: boolean;
	/** The profile of a browser of the person's. */
	readonly instance?: string;
	/** A link for one session, in a context of its own where the browser is ours. */
	openLink(session: LinkOwner): Promise<Link>;
	/** Waits while a connection is broken; false where the browser will not come back. */
	present?(): Promise<boolean>;
	/** Shows the person whether somebody works with the session. */
	tellPresence?(session: string, present: boolean): void;
	/** Writes down in the browser whose a tab is, where tabs outlive the broker. */
	claim?(session: string, tab: string, handle: string): Promise<void>;
	/** The session does not need the browser any more. */
	release(): Promise<void>;
	readonly sessions: number;
}

/** The session as its browser knows it. */
export interface LinkOwner {
	/** The session's public key. */
	key: string;
	label: string;
	/** The key of a session whose tabs it takes over. */
	adopt?: string | undefined;
	/** Where its pages save files, in a browser of ours. */
	downloads: string;
	/** What its own tabs may load. */
	policy: Policy;
}

interface Started {
	channel: TextChannel;
	name: string;
	managed: boolean;
	headless?: boolean;
	pid?: number;
	stop(): Promise<void>;
}

interface Plan {
	key: string;
	start(): Promise<Started>;
}

const NOT_YET = Promise.resolve(undefined);

export class BrowserPool {
	readonly #places: Places;
	readonly #real: RealBrowsers;
	readonly #log: Log;
	readonly #browsers = new Map<string, Promise<PooledBrowser>>();
	/** Browsers on their way out: the broker stays until they are gone. */
	readonly #leaving = new Set<Promise<void>>();
	onChange: () => void = () => {};

	constructor(places: Places, real: RealBrowsers, log: Log) {
		this.#places = places;
		this.#real = real;
		this.#log = log;
	}

	get size(): number {
		return this.#browsers.size + this.#leaving.size;
	}

	/** Those that are there; one that is still starting is not waited for. */
	async list(): Promise<Browser[]> {
		const found = await Promise.all(
			[...this.#browsers.values()].map((one) => Promise.race([one, NOT_YET]).catch(() => undefined)),
		);
		return found.filter((one) => one !== undefined);
	}

	get real(): RealBrowsers {
		return this.#real;
	}

	/**
	 * The browser that these options ask for: a connected one, or one that is started if it is not there.
	 * `instance` is the browser of the person's that the session had before.
	 */
	async acquire(
		options: SessionOptions,
		environment: Record<string, string>,
		instance?: string,
	): Promise<Browser> {
		const { browser } = options;
		if (instance !== undefined || !(browser === "managed" || isEndpoint(browser))) {
			const real = await this.#real.choose(browser, instance);
			if (real) return real.retain();
		}
		return this.#acquireOwn(
			isEndpoint(browser) ? this.#planEndpoint(browser) : this.#planManaged(options, environment),
		);
	}

	async #acquireOwn(plan: Plan): Promise<Browser> {
		await this.#departed(plan.key);
		const known = this.#browsers.get(plan.key);
		if (known) {
			const browser = await known;
			if (!browser.gone) return browser.retain();
		}
		const starting = plan.start().then((started) => this.#adopt(plan.key, started));
		this.#browsers.set(plan.key, starting);
		try {
			return (await starting).retain();
		} catch (error) {
			this.#drop(plan.key, starting);
			throw error;
		}
	}

	async closeAll(): Promise<void> {
		await Promise.all(
			[...this.#browsers.values()].map((one) => one.then((browser) => browser.shutDown()).catch(() => {})),
		);
		await Promise.all(this.#leaving);
	}

	#planManaged(options: SessionOptions, environment: Record<string, string>): Plan {
		const platform = process.platform;
		const found = findBrowser({
			...(options.chromePath && { chromePath: options.chromePath }),
			env: environment,
			platform,
		});
		const headless = wantsHeadless({
			...(options.window && { asked: options.window }),
			env: environment,
			platform,
		});
		const { noSandbox } = needsNoSandbox({
			flag: options.noSandbox,
			uid: process.getuid?.() ?? -1,
			platform,
		});
		const key = `${found.path} ${headless ? "headless" : "headed"}${noSandbox ? " no-sandbox" : ""}`;
		const profile = join(
			this.#places.profiles,
			`managed-${createHash("sha256").update(key).digest("hex").slice(0, 12)}`,
		);
		const start = async (): Promise<Started> => {
			this.#log("browser_starting", { executable: found.path, headless, noSandbox });
			const launched = await launchBrowser({
				executable: found.path,
				profile,
				headless,
				noSandbox,
				env: environment,
				log: (line: string) => this.#log("browser_says", { line }),
			});
			return {
				channel: launched.channel,
				name: `managed ${found.kind}`,
				managed: true,
				headless,
				pid: launched.pid,
				stop: () => launched.stop(),
			};
		};
		return { key, start };
	}

	#planEndpoint(url: string): Plan {
		const start = async (): Promise<Started> => ({
			channel: await connectEndpoint(url),
			name: `browser at ${new URL(url).host}`,
			managed: false,
			stop: async () => {},
		});
		return { key: url, start };
	}

	async #adopt(key: string, started: Started): Promise<PooledBrowser> {
		const connection = new CdpConnection(started.channel);
		const patience = new AbortController();
		const silent = new ReinsError(
			"endpoint_unreachable",
			`The ${started.name} accepts connections and does not answer.`,
		);
		const timer = setTimeout(() => patience.abort(silent), limits.handshake);
		let version: Record<string, unknown>;
		let gate: Gate | undefined;
		try {
			version = await connection.send("Browser.getVersion", {}, "", patience.signal);
			const discover = { discover: true, filter: [{ type: "page" }] };
			await connection.send("Target.setDiscoverTargets", discover, "", patience.signal);
			if (started.managed) gate = await Gate.hold(connection);
		} catch (error) {
			connection.close();
			await started.stop();
			throw error;
		} finally {
			clearTimeout(timer);
		}
		const browser = new PooledBrowser({ connection, gate }, started, String(version["product"]), () =>
			this.#leave(key, browser, started),
		);
		connection.onClose = (reason) => {
			this.#log("browser_gone", { browser: started.name, reason });
			browser.gone = true;
			void this.#leave(key, browser, started);
		};
		this.#log("browser_ready", { browser: started.name, version: browser.version, process: started.pid });
		return browser;
	}

	/** Forgets the browser and waits until it is gone. */
	async #leave(key: string, browser: PooledBrowser, started: Started): Promise<void> {
		if (browser.leaving) return browser.leaving;
		browser.gone = true;
		this.#browsers.delete(key);
		const leaving = (async () => {
			await started.stop();
			browser.disconnect();
		})().catch((error) => this.#log("browser_stop_failed", { reason: String(error) }));
		browser.leaving = leaving;
		this.#leaving.add(leaving);
		await leaving;
		this.#leaving.delete(leaving);
		this.onChange();
	}

	// A browser that is closing still holds the profile that its successor needs.
	async #departed(key: string): Promise<void> {
		if (!this.#browsers.has(key)) await Promise.all(this.#leaving);
	}

	#drop(key: string, failed: Promise<PooledBrowser>): void {
		if (this.#browsers.get(key) === failed) this.#browsers.delete(key);
		this.onChange();
	}
}

class PooledBrowser implements Browser {
	readonly epoch = newId("be");
	readonly name: string;
	readonly version: string;
	readonly kind: "managed" | "endpoint";
	readonly headless?: boolean;
	readonly pid?: number;
	gone = false;
	leaving: Promise<void> | undefined;
	sessions = 0;
	readonly #connection: CdpConnection;
	/** In a browser of our own. */
	readonly #gate: Gate | undefined;
	readonly #leave: () => Promise<void>;

	constructor(
		{ connection, gate }: { connection: CdpConnection; gate: Gate | undefined },
		started: Started,
		version: string,
		leave: () => Promise<void>,
	) {
		this.#connection = connection;
		this.#gate = gate;
		this.#leave = leave;
		this.name = started.name;
		this.version = version;
		this.kind = started.managed ? "managed" : "endpoint";
		if (started.headless !== undefined) this.headless = started.headless;
		if (started.pid !== undefined) this.pid = started.pid;
	}

	retain(): this {
		this.sessions++;
		return this;
	}

	openLink({ downloads, policy }: LinkOwner): Promise<Link> {
		if (this.gone) return Promise.reject(new ReinsError("browser_gone", "The browser is gone."));
		const mayLoad = (url: string) => decide(policy, "navigate", url, { scope: "argument" }).allow;
		const terms = { mayLoad, ...(!policy.closedFrames && { mayFrame: mayLoad }) };
		return this.#gate
			? linkInOwnContext(this.#connection, {
					...terms,
					...{ downloads, gate: this.#gate, headless: this.headless === true },
				})
			: linkInDefaultContext(this.#connection, terms);
	}

	async release(): Promise<void> {
		this.sessions--;
		if (this.sessions <= 0) await this.#leave();
	}

	shutDown(): Promise<void> {
		return this.#leave();
	}

	disconnect(): void {
		this.#connection.close();
	}
}

function isEndpoint(browser: string): boolean {
	return /^(https?|wss?):\/\//.test(browser);
}
