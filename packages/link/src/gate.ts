// One gate for a whole browser, in front of the fences of its tabs. A tab that the browser itself opens, as for a
// middle click on a link, asks for its page at once: it is held, but only in what its page does. So the browser asks
// here as well, before any document of any tab, and a tab is known here the moment there is one.

import type { CdpConnection } from "./cdp-connection.ts";
import type { CdpParams } from "./cdp-session.ts";
import { type Fence, judgePaused } from "./fence.ts";

export class Gate {
	/** By tab, which is also the name of its uppermost frame. */
	readonly #fences = new Map<string, Fence>();

	/**
	 * Has the browser announce each new tab by a session to it, and keep it from doing anything until it is told to go
	 * on: nothing happens in a popup before somebody listens there. Only for browsers in which all tabs are ours.
	 */
	static async hold(connection: CdpConnection): Promise<Gate> {
		const gate = new Gate();
		connection.listen("", (method, params) => gate.#receive(connection, method, params));
		const how = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
		await connection.send("Target.setAutoAttach", { ...how, filter: [{ type: "page" }] });
		await connection.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
		return gate;
	}

	guard(tab: string, fence: Fence): void {
		this.#fences.set(tab, fence);
	}

	forget(tab: string): void {
		this.#fences.delete(tab);
	}

	/** Of what is no tab's page the fence of its tab will be asked. */
	#receive(connection: CdpConnection, method: string, params: CdpParams): void {
		judgePaused(
			(name, args) => connection.send(name, args),
			method,
			params,
			(frame, url) => {
				return this.#fences.get(frame)?.mayLoad(url) ?? true;
			},
		);
	}
}
