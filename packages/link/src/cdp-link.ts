// A Link over CDP: one row for every primitive. A primitive without a row does not compile.

import {
	type LinkTab,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
} from "@reins/protocol";
import { capture } from "./capture.ts";
import type { CdpConnection } from "./cdp-connection.ts";
import { evaluate } from "./evaluate.ts";
import { dispatchInput } from "./input.ts";
import { callKit } from "./kit-call.ts";
import type { CallOptions, CommittedDocument, Link, LinkEvent } from "./link.ts";
import { go, history, reload } from "./navigation.ts";
import { RefNumbers } from "./ref-numbers.ts";
import { TargetTabs } from "./target-tabs.ts";

type Handlers = {
	[P in Primitive]: (params: PrimitiveParams<P>, signal: AbortSignal) => Promise<PrimitiveResult<P>>;
};

export class CdpLink implements Link {
	readonly #connection: CdpConnection;
	readonly #context: string | undefined;
	readonly #tabs: TargetTabs;
	readonly #listeners = new Set<(event: LinkEvent) => void>();
	readonly #handlers: Handlers;

	private constructor(connection: CdpConnection, context: string | undefined) {
		this.#connection = connection;
		this.#context = context;
		this.#tabs = new TargetTabs(connection, context, (event) => this.#emit(event));
		this.#handlers = handlersOver(this.#tabs);
	}

	/** A link with a browser context of its own: nothing is shared with other sessions. */
	static async inOwnContext(connection: CdpConnection): Promise<CdpLink> {
		const made = await connection.send("Target.createBrowserContext", { disposeOnDetach: true });
		return new CdpLink(connection, String(made["browserContextId"]));
	}

	/** A link to the browser's own context, with the tabs that are open in it. */
	static async inDefaultContext(connection: CdpConnection): Promise<CdpLink> {
		const link = new CdpLink(connection, undefined);
		await link.#tabs.discover();
		return link;
	}

	async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		{ signal, trace }: CallOptions,
	): Promise<PrimitiveResult<P>> {
		trace?.mark(`link:${primitive}`);
		try {
			return await this.#handlers[primitive](params, signal);
		} finally {
			trace?.mark(`link:${primitive}:done`);
		}
	}

	async committed(tab: string): Promise<CommittedDocument> {
		return (await this.#tabs.session(tab)).committed;
	}

	onEvent(listener: (event: LinkEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	async close(): Promise<void> {
		await this.#tabs.release();
		if (this.#context && !this.#connection.closed) {
			await this.#connection.send("Target.disposeBrowserContext", { browserContextId: this.#context });
		}
	}

	#emit(event: LinkEvent): void {
		for (const listener of [...this.#listeners]) listener(event);
	}
}

function handlersOver(tabs: TargetTabs): Handlers {
	const numbers = new RefNumbers();
	const session = async (id: string) => {
		const found = await tabs.session(id);
		if (found.foundCrashed) {
			found.foundCrashed = false;
			throw new ReinsError("page_crashed", "The page had crashed; the tab is empty now.", {
				hint: "Call navigate.",
			});
		}
		return found;
	};
	// Where something new is loaded it does not matter what became of the old.
	const anySession = async (id: string) => {
		const found = await tabs.session(id);
		found.foundCrashed = false;
		return found;
	};
	return {
		"tabs.list": (_params, signal) => tabs.list(signal),
		"tabs.open": ({ url, focus }, signal) => openTab(tabs, url, focus, signal),
		"tabs.close": async ({ tab }, signal) => {
			await tabs.close(tab, signal);
			return {};
		},
		"tabs.activate": async ({ tab }, signal) => {
			await tabs.activate(tab, signal);
			return {};
		},
		"nav.go": async ({ tab, url, waitUntil }, signal) => go(await anySession(tab), url, waitUntil, signal),
		"nav.history": async ({ tab, delta, waitUntil }, signal) =>
			history(await session(tab), delta, waitUntil, signal),
		"nav.reload": async ({ tab, waitUntil }, signal) => reload(await session(tab), waitUntil, signal),
		"page.call": async ({ tab, ...call }, signal) => ({
			value: await callKit(await session(tab), call, numbers, signal),
		}),
		"input.dispatch": async ({ tab, document, events }, signal) => {
			await dispatchInput(await session(tab), document, events, signal);
			return {};
		},
		capture: async (params, signal) => capture(await session(params.tab), params, signal),
		eval: async ({ tab, document, expression, awaitPromise }, signal) =>
			evaluate(await session(tab), document, expression, awaitPromise, signal),
	};
}

async function openTab(tabs: TargetTabs, url: string, focus: boolean, signal: AbortSignal): Promise<LinkTab> {
	const opened = await tabs.open(focus, signal);
	if (url === "about:blank") return opened;
	try {
		const arrival = await go(await tabs.session(opened.tab), url, "load", signal);
		return { ...opened, url: arrival.url, title: arrival.title };
	} catch (error) {
		await tabs.close(opened.tab).catch(() => {
			// It closed itself.
		});
		throw error;
	}
}
