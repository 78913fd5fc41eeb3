// The broker: takes in clients, keeps their sessions, and leaves when nobody needs it.

import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import {
	ActionLog,
	type BrokerStatus,
	type BrowserHello,
	compareReleases,
	fingerprint,
	type Hello,
	limits,
	type Method,
	type MethodParams,
	type MethodResults,
	newId,
	type Outcome,
	type PeerHello,
	type PeerHelloAck,
	ReinsError,
	type Trace,
} from "@reins/protocol";
import { findTool } from "@reins/tools";
import { type OwnKey, ownKey, publicKeyOf } from "../keys/own-key.ts";
import type { Places } from "../places/places.ts";
import { BrowserPeer } from "../real/browser-peer.ts";
import { RealBrowsers } from "../real/real-browsers.ts";
import { SecretStore } from "../secrets/secret-store.ts";
import { Secrets } from "../secrets/secrets.ts";
import { BrowserPool } from "../sessions/browser-pool.ts";
import { SeatRecord } from "../sessions/seat-record.ts";
import { clearRemains } from "../sessions/session-files.ts";
import { Sessions } from "../sessions/sessions.ts";
import { TabRegistry } from "../sessions/tab-registry.ts";
import { runTool } from "../sessions/tool-call.ts";
import type { MessageSocket } from "../wire/message-socket.ts";
import { claimAddress } from "./claim-address.ts";
import { LogFile } from "./log.ts";
import { Peer, type PeerHost } from "./peer.ts";
import { Refusals } from "./refusals.ts";
import { Stranger, type StrangerHost } from "./stranger.ts";

/** Of a tool that an agent asks for, in the audit; there may be none of that name. */
const LONGEST_NAME = 60;

export class Broker implements PeerHost, StrangerHost {
	readonly #places: Places;
	readonly #release: string;
	readonly #epoch = newId("ep");
	readonly #started = performance.now();
	readonly #log: LogFile;
	/** Every call, what was decided about it and what became of it. */
	readonly #audit: LogFile;
	readonly #refusals: Refusals;
	#own: OwnKey | undefined;
	readonly #server: Server;
	readonly #strangers = new Set<Stranger>();
	readonly #peers = new Set<Peer>();
	readonly #extensions = new Set<BrowserPeer>();
	readonly #real: RealBrowsers;
	readonly #pool: BrowserPool;
	readonly #registry: TabRegistry;
	readonly #sessions: Sessions;
	readonly #secrets: Secrets;
	#idle: NodeJS.Timeout | undefined;
	#stopping: Promise<void> | undefined;

	constructor(places: Places, release: string) {
		this.#places = places;
		this.#release = release;
		this.#secrets = new Secrets(new SecretStore(places.state));
		const mask = (data: Record<string, unknown>) => this.#secrets.maskAll(data);
		this.#log = new LogFile(join(places.logs, "broker.log"), mask);
		this.#audit = new LogFile(places.audit, mask);
		this.#refusals = new Refusals(this.#log.write, this.#audit.write);
		this.#server = createServer((socket) => this.#admit(socket));
		const self = { release, pid: process.pid, epoch: this.#epoch };
		this.#real = new RealBrowsers(places.state, self, this.#log.write);
		this.#pool = new BrowserPool(places, this.#real, this.#log.write);
		this.#registry = new TabRegistry(places.state);
		this.#sessions = new Sessions({
			pool: this.#pool,
			registry: this.#registry,
			seats: new SeatRecord(places.state),
			files: places.files,
			secrets: this.#secrets,
		});
		this.#real.onState = (browser) => this.#sessions.sync(browser);
		this.#real.onLeft = (peer) => {
			this.#extensions.delete(peer);
			this.#leaveIfIdle();
		};
		this.#real.onRefused = (reason) => this.#refusals.note("browser", reason);
		this.#real.onPinned = (browser, why) => this.#audit.write("browser_pinned", { ...browser, why });
		this.#pool.onChange = () => this.#leaveIfIdle();
		this.#sessions.onChange = () => this.#leaveIfIdle();
	}

	/** Resolves to false where another broker is there already. */
	async start(): Promise<boolean> {
		if (!(await claimAddress(this.#server, this.#places))) return false;
		clearRemains(this.#places.files);
		this.#log.write("broker_started", { release: this.#release, address: this.#places.address });
		this.#leaveIfIdle();
		return true;
	}

	/**
	 * Ends every session and browser, gives the address back. Resolves when nothing is left. Browsers of the
	 * person's keep what they have for the next broker, unless they are to be released.
	 */
	stop(reason: string, { release = false } = {}): Promise<void> {
		this.#stopping ??= this.#stop(reason, release);
		return this.#stopping;
	}

	/** A defect that nothing caught: write it down and leave in order; clients start a new broker. */
	collapse(error: Error): Promise<void> {
		this.#log.write("defect", { error: error.stack ?? String(error) });
		return this.stop("defect");
	}

	get #key(): OwnKey {
		this.#own ??= ownKey("broker", this.#places.state);
		return this.#own;
	}

	async receive(hello: Hello): Promise<OwnKey> {
		if (hello.role === "client") this.#requireRegistered(hello.key);
		return this.#key;
	}

	// @guard registered-clients
	#requireRegistered(key: string): void {
		if (key !== publicKeyOf("peer", this.#places.state))
			throw new ReinsError("not_registered", "This key is not registered here.");
	}

	async welcome(peer: Peer, hello: PeerHello): Promise<PeerHelloAck> {
		// Whoever comes while we leave waits until all is closed: only then can a new broker take over.
		if (this.#stopping) {
			await this.#stopping;
			throw new ReinsError("broker_replaced", "The broker has left.");
		}
		const others = [...this.#peers].some((other) => other !== peer && other.greeted);
		const newer = compareReleases(hello.client.release, this.#release) > 0;
		if (newer && !others && this.#sessions.size === 0 && this.#pool.size === 0) {
			void this.stop("replaced by a newer release");
			throw new ReinsError("broker_replaced", `The idle broker ${this.#release} makes way.`);
		}
		const broker = { release: this.#release, pid: process.pid, epoch: this.#epoch };
		const ack: PeerHelloAck = { type: "peerHelloAck", broker };
		if (hello.role === "session") {
			if (!hello.session) throw new ReinsError("bad_args", "A session client must describe its session.");
			const { session, resumed } = this.#sessions.open(peer, hello.client.name, hello.session);
			ack.session = { id: session.id, label: session.label, resumed };
		}
		this.#log.write("peer_joined", { client: hello.client, role: hello.role });
		return ack;
	}

	async serve<M extends Method>(
		peer: Peer,
		method: M,
		params: MethodParams<M>,
		call: { signal: AbortSignal; trace: Trace },
	): Promise<MethodResults[M]> {
		// The sessions end before the connections do.
		if (this.#stopping) throw new ReinsError("broker_replaced", "The broker is leaving.");
		const methods: { [N in Method]: (params: MethodParams<N>) => Promise<MethodResults[N]> } = {
			"tool.call": (tool) => this.#callTool(peer, tool, call),
			"session.end": async () => {
				await this.#sessions.endOf(peer);
				return {};
			},
			status: () => this.#status(),
			"browsers.review": async () => this.#real.review(),
			stop: ({ force }) => this.#askedToStop(peer, force),
		};
		return methods[method](params);
	}

	left(peer: Peer, reason: ReinsError): void {
		this.#peers.delete(peer);
		this.#sessions.peerLeft(peer);
		if (peer.greeted) this.#log.write("peer_left", { client: peer.name, reason: reason.message });
		else this.#refused("client", reason);
		this.#leaveIfIdle();
	}

	introduced(stranger: Stranger): void {
		this.#strangers.delete(stranger);
	}

	client(socket: MessageSocket, hello: PeerHello): void {
		this.#peers.add(new Peer(socket, this, hello));
	}

	browser(socket: MessageSocket, hello: BrowserHello, key: string): void {
		this.#extensions.add(new BrowserPeer(socket, this.#real, hello, key));
	}

	unknown(stranger: Stranger, reason: ReinsError): void {
		this.#strangers.delete(stranger);
		this.#refused(stranger.claim, reason);
		this.#leaveIfIdle();
	}

	#refused(who: string, reason: ReinsError): void {
		if (reason.code !== "broker_unreachable") this.#refusals.note(who, reason);
	}

	/** Those who have not proved yet who they are keep nobody else out. */
	// @guard strangers-at-once
	get #isFull(): boolean {
		const unproven =
			this.#strangers.size +
			[...this.#peers].filter((peer) => !peer.greeted).length +
			[...this.#extensions].filter((peer) => !peer.joined).length;
		return unproven >= limits.unauthenticatedSockets;
	}

	#admit(socket: Socket): void {
		if (this.#isFull) {
			socket.destroy();
			return;
		}
		clearTimeout(this.#idle);
		this.#strangers.add(new Stranger(socket, this));
	}

	async #callTool(
		peer: Peer,
		tool: MethodParams<"tool.call">,
		call: { signal: AbortSignal; trace: Trace },
	): Promise<MethodResults["tool.call"]> {
		const session = this.#sessions.of(peer);
		const started = performance.now();
		const broker = { release: this.#release, pid: process.pid, log: this.#log.path };
		const log = new ActionLog(tool.actionKey ?? newId("a"));
		let code = "ok";
		let outcome: Outcome | undefined;
		try {
			const answer = await runTool(session, tool, { ...call, broker, log, secrets: this.#secrets });
			outcome = answer.outcome;
			return answer;
		} catch (error) {
			const known = ReinsError.from(error);
			code = known.code;
			outcome = known.data?.["outcome"] as Outcome | undefined;
			if (code === "internal")
				this.#log.write("defect", {
					tool: tool.tool,
					error: String(error instanceof Error ? error.stack : error),
				});
			throw error;
		} finally {
			const took = Math.round((performance.now() - started) * 10) / 10;
			this.#log.write("call", {
				session: session.label,
				tool: tool.tool,
				code,
				ms: took,
				trace: call.trace.id,
			});
			const { effect } = findTool(tool.tool) ?? {};
			this.#audit.write("call", {
				session: session.label,
				client: peer.name,
				tool: tool.tool.slice(0, LONGEST_NAME),
				...(effect && { effect }),
				decisions: log.decisions,
				code,
				...(outcome && { outcome: outcome.outcome, key: outcome.key }),
				trace: call.trace.id,
			});
		}
	}

	async #status(): Promise<BrokerStatus> {
		const [started, real] = await Promise.all([this.#pool.list(), this.#real.status()]);
		return {
			release: this.#release,
			pid: process.pid,
			epoch: this.#epoch,
			uptime: Math.round(performance.now() - this.#started),
			home: this.#places.home,
			log: this.#log.path,
			fingerprint: await fingerprint(this.#key.text),
			...(this.#refusals.summary && { refused: this.#refusals.summary }),
			waiting: this.#real.keys.waiting.length,
			peers: [...this.#peers].filter((peer) => peer.greeted).length,
			sessions: this.#sessions.describe(),
			browsers: [
				...started.map(({ name, version, kind, pid, headless, sessions }) => ({
					name,
					version,
					kind,
					sessions,
					...(pid !== undefined && { pid }),
					...(headless !== undefined && { headless }),
				})),
				...real,
			],
		};
	}

	async #askedToStop(peer: Peer, force: boolean): Promise<MethodResults["stop"]> {
		const others = [...this.#peers].filter((other) => other !== peer && other.greeted);
		if (others.length > 0 && !force) {
			return {
				stopped: false,
				reason: `${others.length} clients are connected: ${others.map((other) => other.name).join(", ")}`,
			};
		}
		// The answer goes out first.
		setImmediate(() => void this.stop("asked to", { release: true }));
		const [extension] = this.#extensions;
		if (!extension) return { stopped: true };
		return {
			stopped: true,
			reason: `Stopped. ${extension.name} has the extension and starts a broker again: disconnect it in the popup to keep it off.`,
		};
	}

	#leaveIfIdle(): void {
		clearTimeout(this.#idle);
		const connected = this.#strangers.size + this.#peers.size + this.#extensions.size;
		if (connected > 0 || this.#sessions.size > 0 || this.#pool.size > 0) return;
		this.#idle = setTimeout(() => void this.stop("idle"), limits.brokerIdle);
	}

	async #stop(reason: string, release: boolean): Promise<void> {
		clearTimeout(this.#idle);
		this.#log.write("broker_stopping", { reason });
		await this.#sessions.endAll(!release);
		await this.#pool.closeAll();
		// Closing the server also removes its socket file.
		const closed = new Promise((resolve) => this.#server.close(resolve));
		for (const peer of [...this.#strangers, ...this.#peers, ...this.#extensions]) peer.close();
		await closed;
		clearTimeout(this.#idle);
		try {
			this.#registry.save();
		} catch (error) {
			// Numbers are skipped then, never used twice.
			this.#log.write("state_not_saved", { reason: String(error) });
		}
		this.#log.write("broker_stopped");
		this.#log.close();
		this.#audit.close();
	}
}
