// What a front door holds: calls that find a broker, start one if there is none, come back to their
// session after a lost connection, and leave nothing behind.

import {
	type Method,
	type MethodParams,
	type MethodResults,
	type PeerHello,
	ReinsError,
	type SessionOptions,
	Trace,
} from "@reins/protocol";
import { isLaunchVariable } from "../browsers/launch-environment.ts";
import { type Places, placesFor } from "../places/places.ts";
import { BrokerConnection, type CallOptions, NobodyListens } from "./broker-connection.ts";
import { startBroker } from "./start-broker.ts";

interface ClientIdentity {
	name: string;
	version: string;
	/** The release of Reins that the client is part of. */
	release: string;
}

export interface BrokerClientOptions {
	identity: ClientIdentity;
	/** Absent for clients that only ask about the broker. */
	session?: { label?: string; options: SessionOptions };
	/** How to start a broker; absent: never start one. */
	brokerCommand?: readonly string[];
	env?: NodeJS.ProcessEnv;
	places?: Places;
}

const MAX_TRIES = 5;
/** How long a session may take to end before its client goes anyway. */
const FAREWELL = 1_000;
/** What a hello may hold at most; the broker hangs up on one that holds more. */
const LONGEST = { name: 200, version: 100, variable: 32_000 };

export class BrokerClient {
	readonly #options: BrokerClientOptions;
	readonly #places: Places;
	#connection: Promise<BrokerConnection> | undefined;
	/** To brokers that leave: what is under way there is still answered, and nothing more is asked. */
	readonly #leaving = new WeakSet<BrokerConnection>();
	#session: string | undefined;
	#closed = false;

	constructor(options: BrokerClientOptions) {
		this.#options = options;
		this.#places = options.places ?? placesFor();
	}

	/** Who speaks: known only after an MCP client has introduced itself. */
	introduce(name: string, version: string): void {
		this.#options.identity = { ...this.#options.identity, name, version };
	}

	async call<M extends Method>(
		method: M,
		params: MethodParams<M>,
		options: CallOptions,
	): Promise<MethodResults[M]> {
		for (let tries = 1; ; tries++) {
			const connection = await this.#connect();
			try {
				return await connection.call(method, params, options);
			} catch (error) {
				if (!(error instanceof ReinsError) || tries === MAX_TRIES) throw error;
				// A broker that leaves does nothing more; the next one does it.
				if (error.code === "broker_replaced" && method === "tool.call") this.#leaving.add(connection);
				else if (error.data?.["sent"] !== true || !options.repeatable) throw error;
			}
		}
	}

	/** A session without a name ends with its client: nobody could come back to it. */
	async close(): Promise<void> {
		this.#closed = true;
		const connection = await this.#connection?.catch(() => undefined);
		const { session } = this.#options;
		if (connection && !connection.closed && session && !session.label) {
			await connection.call("session.end", {}, { deadline: FAREWELL, trace: new Trace() }).catch(() => {
				// Then it ends after its grace.
			});
		}
		connection?.close();
	}

	async #connect(): Promise<BrokerConnection> {
		if (this.#closed) throw new ReinsError("broker_unreachable", "This client was closed.");
		const current = this.#connection;
		const open = await current?.catch(() => undefined);
		// A broker that has died has closed its socket, but we hear of it only in the next turn.
		if (open) await new Promise((resolve) => setImmediate(resolve));
		if (open && !open.closed && !this.#leaving.has(open)) return open;
		// Another call has seen the same loss and dials already.
		if (this.#connection !== current) return this.#connect();
		this.#connection = this.#dial();
		try {
			return await this.#connection;
		} catch (error) {
			this.#connection = undefined;
			throw error;
		}
	}

	async #dial(): Promise<BrokerConnection> {
		for (let tries = 1; ; tries++) {
			try {
				const connection = await BrokerConnection.open(this.#places, this.#hello());
				this.#session = connection.hello.session?.id;
				return connection;
			} catch (error) {
				// An idle older broker makes way, and one that is just leaving hangs up.
				const again =
					error instanceof NobodyListens ||
					(error instanceof ReinsError &&
						(error.code === "broker_replaced" || error.code === "broker_unreachable"));
				if (!again || tries === MAX_TRIES || !this.#options.brokerCommand) throw explain(error);
				await startBroker(this.#options.brokerCommand, this.#options.env ?? process.env);
			}
		}
	}

	#hello(): PeerHello {
		const { identity, session, env = process.env } = this.#options;
		return {
			type: "peerHello",
			client: {
				...identity,
				name: identity.name.slice(0, LONGEST.name),
				version: identity.version.slice(0, LONGEST.version),
			},
			role: session ? "session" : "control",
			...(session && {
				session: {
					...(session.label && { label: session.label, named: true }),
					...(this.#session && { resume: this.#session }),
					options: session.options,
					environment: launchEnvironment(env),
				},
			}),
		};
	}
}

function launchEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
	const kept = Object.entries(env).filter(
		([name, value]) => value !== undefined && value.length <= LONGEST.variable && isLaunchVariable(name),
	);
	return Object.fromEntries(kept as [string, string][]);
}

function explain(error: unknown): unknown {
	if (!(error instanceof NobodyListens)) return error;
	return new ReinsError("broker_unreachable", "No broker is running.", {
		hint: "It starts by itself with `reins mcp`.",
		data: { nobody: true },
	});
}
