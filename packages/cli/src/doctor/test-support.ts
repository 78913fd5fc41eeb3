// A machine for doctor to look at: real files in a throw-away directory, a launcher that really starts, and a
// broker on a real socket that says what a test wants it to say.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
	answerHello,
	answerTo,
	type HostSystem,
	installHost,
	MessageSocket,
	ownKey,
	placesFor,
	preparePlaces,
	windowsRegistry,
} from "@reins/broker";
import type { BrokerStatus } from "@reins/protocol";
import { brokerCommand, thisProgram } from "../broker-command.ts";
import type { Doctor } from "./context.ts";

export class Machine {
	readonly root = mkdtempSync(join(tmpdir(), "reins-doctor-"));
	readonly system: HostSystem;
	readonly doctor: Doctor;

	constructor() {
		const around = { platform: process.platform, env: {}, homedir: join(this.root, "person") };
		const env = { REINS_HOME: join(this.root, "home") };
		this.system = {
			around,
			places: placesFor({ ...around, env, user: "a" }),
			registry: windowsRegistry,
		};
		this.doctor = {
			system: this.system,
			release: "0.2.0",
			program: thisProgram(),
			brokerCommand: brokerCommand(),
			administrators: [join(this.root, "etc", "com.reins.host.json")],
			patience: 0,
		};
		preparePlaces(this.system.places);
	}

	get launcher(): string {
		return join(this.system.places.home, "host", "reins-host");
	}

	/** Makes a browser present and gives the place of its manifest. */
	browser(place = ".config/chromium"): string {
		const directory = join(this.root, "person", place);
		mkdirSync(directory, { recursive: true });
		return join(directory, "NativeMessagingHosts", "com.reins.host.json");
	}

	install(): string {
		const manifest = this.browser();
		const { program } = this.doctor;
		installHost({ ...this.system, program, browsers: [], userDataDirs: [] });
		return manifest;
	}

	remove(): void {
		rmSync(this.root, { recursive: true, force: true });
	}
}

type Extension = NonNullable<BrokerStatus["browsers"][number]["extension"]>;

export function browserStatus(
	more: Partial<Extension> = {},
	name = "Chromium",
): BrokerStatus["browsers"][number] {
	const extension: Extension = {
		release: "0.2.0",
		instance: "i",
		epoch: "e",
		connected: true,
		ping: 3,
		killed: false,
		userDetached: false,
		fileAccess: true,
		sites: 2,
		fingerprint: "aaaa bbbb",
		...more,
	};
	return { name, version: "Chromium 156", kind: "extension", sessions: 0, extension };
}

interface Rpc {
	type: string;
	id?: string;
	method?: string;
	params?: { tool?: string };
}

export class FakeBroker {
	release = "0.2.0";
	browsers: BrokerStatus["browsers"] = [];
	refused: BrokerStatus["refused"];
	stop: { stopped: boolean; reason?: string } = { stopped: true };
	/** The tools that were called, and the browser that their session wanted. */
	readonly calls: string[] = [];
	readonly #server: Server;
	readonly #sockets = new Set<Socket>();
	readonly #state: string;

	private constructor(state: string) {
		this.#state = state;
		this.#server = createServer((socket) => this.#serve(socket));
	}

	static async start({ address, state }: HostSystem["places"]): Promise<FakeBroker> {
		mkdirSync(dirname(address), { recursive: true });
		const broker = new FakeBroker(state);
		await new Promise<void>((resolve) => broker.#server.listen(address, resolve));
		return broker;
	}

	async end(): Promise<void> {
		const closed = new Promise((resolve) => this.#server.close(resolve));
		for (const socket of this.#sockets) socket.destroy();
		await closed;
	}

	#serve(socket: Socket): void {
		this.#sockets.add(socket);
		socket.on("close", () => this.#sockets.delete(socket));
		// Whoever only looks whether somebody listens says nothing.
		this.#converse(new MessageSocket(socket)).catch(() => {});
	}

	async #converse(socket: MessageSocket): Promise<void> {
		const hello = await answerTo(socket, ["hello"], () => {});
		await answerHello(socket, hello, ownKey("broker", this.#state));
		const { session } = await answerTo(socket, ["peerHello"], () => socket.send({ type: "welcome" }));
		const wanted = session?.options.browser ?? "";
		const broker = { release: this.release, pid: process.pid, epoch: "ep" };
		const given = wanted && { session: { id: "s", label: "doctor", resumed: false } };
		socket.onMessage = (message) => {
			const rpc = message as Rpc;
			const answer = this.#answer(rpc, wanted);
			if (answer) socket.send(answer);
			if (rpc.method === "stop" && this.stop.stopped) setImmediate(() => void this.end());
		};
		socket.open();
		socket.send({ type: "peerHelloAck", broker, ...given });
	}

	#answer(message: Rpc, wanted: string) {
		const broker = { release: this.release, pid: process.pid, epoch: "ep" };
		if (message.type !== "rpc") return undefined;
		const status = {
			...broker,
			uptime: 1,
			home: "",
			log: "",
			waiting: 0,
			...(this.refused && { refused: this.refused }),
			peers: 1,
			sessions: [],
			browsers: this.browsers,
		};
		if (message.method === "tool.call") this.calls.push(`${wanted} ${message.params?.tool}`);
		const results: Record<string, unknown> = { status, stop: this.stop, "tool.call": { content: [] } };
		const result = results[message.method ?? ""];
		return { type: "rpcResult", id: message.id, ok: true, result, trace: { id: "t", hops: [] } };
	}
}
