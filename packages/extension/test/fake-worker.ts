// The worker's own parts, put together as in start.ts, without a broker and without a page.

import type { Site } from "@reins/protocol";
import { Attachments } from "../src/worker/attachments.ts";
import { Front } from "../src/worker/front.ts";
import { Leases } from "../src/worker/leases.ts";
import { BridgeServer } from "../src/worker/serve.ts";
import { SessionLinks } from "../src/worker/session-links.ts";
import { WorkerState } from "../src/worker/state.ts";
import { Views } from "../src/worker/views.ts";

interface Answer {
	ok: boolean;
	result?: unknown;
	error?: { code: string; message: string };
}

export async function fakeWorker(sites: Site[] = []) {
	const state = await WorkerState.load("Chrome");
	await state.setLocal({ sites });
	const leases = new Leases(state);
	const front = new Front();
	const views = new Views(front);
	const links = new SessionLinks(state, { leases, attachments: new Attachments(), views, front });
	const server = new BridgeServer(state, links);
	const ask = async (method: string, params: Record<string, unknown>): Promise<Answer> => {
		const trace = { id: "t", hops: [] };
		const call = {
			type: "rpc" as const,
			id: `c${Math.random()}`,
			method,
			params,
			deadline: 5_000,
			progress: false,
			trace,
		};
		return (await server.serve(call)) as Answer;
	};
	/** The code of the refusal, or "done". */
	const codeOf = async (method: string, params: Record<string, unknown>) =>
		(await ask(method, params)).error?.code ?? "done";
	const primitive = (session: string, name: string, params: Record<string, unknown>) =>
		codeOf("link.call", { session, primitive: name, params });
	await ask("session.open", { session: "one", label: "One" });
	await ask("session.open", { session: "two", label: "Two" });
	return { state, leases, links, server, ask, codeOf, primitive };
}
