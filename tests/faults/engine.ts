// Kills one kind of process again and again at random moments while agents work, and reports how long it
// took until they could go on, and whether anything was done twice or lost.

import { ChromeLab, Ledger, stopReins, TestHome, until } from "@reins/testkit";
import { Agent } from "./agent.ts";
import { type CallRecord, type Findings, findingsOf, percentile } from "./history.ts";
import { type Random, seeded } from "./random.ts";
import { answersSince, type Death, firstSuccess } from "./recovery.ts";

export const faultKinds = ["worker", "renderer", "shim", "broker", "mcp"] as const;
type FaultKind = (typeof faultKinds)[number];

export interface FaultOptions {
	kind: FaultKind;
	count: number;
	seed: number;
	/** Told after each recovery. */
	onRecovery?(done: number, milliseconds: number): void;
}

export interface FaultReport extends Findings {
	kind: FaultKind;
	count: number;
	seed: number;
	seconds: number;
	calls: number;
	presses: number;
	/** Milliseconds from the kill to an agent's first success that was asked for after it. */
	recovery: { p50: number; p95: number; max: number; samples: number };
	/** Errors by code, and what presses came to. */
	codes: Record<string, number>;
	outcomes: Record<string, number>;
	/** The first call that an agent made after a death, where it failed. */
	nextFailed: string[];
	/** Milliseconds from the end of the sessions until nothing was attached; unset if that did not come. */
	detachedAfter?: number;
	/** In how many of the kills a call was under way. */
	underLoad: number;
}

interface Kill extends Death {
	/** Whom it concerns; all agents where unset. */
	agent?: Agent;
}

const AGENTS = 2;
/** The longest pause between a recovery and the next kill. */
const PAUSE = 400;
/** No product may need this long; it only ends a run that hangs. */
const PATIENCE = 60_000;

export async function runFaults(options: FaultOptions): Promise<FaultReport> {
	const home = new TestHome();
	const ledger = await Ledger.start();
	const random = seeded(options.seed);
	let lab: ChromeLab | undefined;
	try {
		lab = await ChromeLab.start({ home });
		await lab.allow(ledger.origin, "act");
		await lab.connected();
		return await underLoadOfAgents(options, lab, ledger, random);
	} finally {
		await lab?.close();
		await ledger.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	}
}

async function underLoadOfAgents(
	options: FaultOptions,
	lab: ChromeLab,
	ledger: Ledger,
	random: Random,
): Promise<FaultReport> {
	const agents = Array.from(
		{ length: AGENTS },
		(_, index) => new Agent(`${options.kind}-${index}`, lab.home, ledger, seeded(options.seed * 31 + index)),
	);
	try {
		for (const agent of agents) await agent.start();
		return await kills(options, lab, ledger, random, agents);
	} catch (error) {
		for (const agent of agents) agent.abandon();
		throw error;
	}
}

async function kills(
	options: FaultOptions,
	lab: ChromeLab,
	ledger: Ledger,
	random: Random,
	agents: Agent[],
): Promise<FaultReport> {
	const started = performance.now();
	const recovery: number[] = [];
	const nextFailed: string[] = [];
	let underLoad = 0;
	for (let done = 0; done < options.count; done++) {
		// The moment is chance; nothing is waited for here.
		await new Promise((resolve) => setTimeout(resolve, random() * PAUSE));
		const kill = await strike(options.kind, lab, agents, random);
		const concerned = kill.agent ? [kill.agent] : agents;
		for (const agent of concerned) {
			const good = await until(
				`${agent.name} goes on after ${options.kind} ${done + 1}`,
				() => firstSuccess(agent.calls, kill),
				PATIENCE,
			).catch((error: Error) => {
				throw new Error(`${error.message}. What it was answered:\n${answersSince(agent.calls, kill)}`);
			});
			recovery.push(good.endedAt - kill.at);
			const next = agent.calls.find((call) => call.startedAt > kill.dead);
			if (next && failed(next, options.kind)) nextFailed.push(`${next.tool}: ${next.text.slice(0, 200)}`);
		}
		const hit = (call: CallRecord) => call.startedAt < kill.at && call.endedAt > kill.at;
		if (concerned.some((agent) => agent.calls.some(hit))) underLoad++;
		options.onRecovery?.(done + 1, recovery.at(-1) as number);
	}
	for (const agent of agents) await agent.rest();
	const calls = agents.flatMap((agent) => agent.calls);
	for (const call of calls) {
		// What was answered as done is counted, though its report may still be on its way.
		if (call.press !== undefined && call.code === undefined) await ledger.seen(call.press).catch(() => {});
	}
	const presses = calls.filter(({ press }) => press !== undefined);
	const detachedAfter = await released(lab, agents);
	return {
		...findingsOf(
			calls,
			(press) => ledger.count(press),
			ledger.hits.map(({ id }) => id),
		),
		kind: options.kind,
		count: options.count,
		seed: options.seed,
		seconds: Math.round((performance.now() - started) / 1_000),
		calls: calls.length,
		presses: presses.length,
		recovery: {
			p50: Math.round(percentile(recovery, 0.5)),
			p95: Math.round(percentile(recovery, 0.95)),
			max: Math.round(Math.max(...recovery)),
			samples: recovery.length,
		},
		codes: tally(calls.map(({ code }) => code ?? "ok")),
		outcomes: tally(presses.map(({ outcome, code }) => outcome ?? code ?? "none")),
		nextFailed,
		underLoad,
		...(detachedAfter !== undefined && { detachedAfter }),
	};
}

async function strike(kind: FaultKind, lab: ChromeLab, agents: Agent[], random: Random): Promise<Kill> {
	const agent = agents[Math.floor(random() * agents.length)] as Agent;
	const certain = (at: number, concerned: Pick<Kill, "agent" | "tab"> = {}): Kill => {
		return { at, dead: performance.now(), ...concerned };
	};
	switch (kind) {
		case "worker":
			return certain(await lab.killWorker());
		case "shim":
			return certain(await lab.killShim());
		case "broker":
			return certain(await lab.killBroker());
		case "mcp":
			return certain(agent.killServer(), { agent });
		case "renderer": {
			const { handle, url } = agent.anyTab();
			return certain(await lab.killRenderer(url), { agent, tab: handle });
		}
	}
}

/** A crashed page is named, and then mended by reload; that is what is asked of it. */
function failed(call: CallRecord, kind: FaultKind): boolean {
	if (call.code === undefined) return false;
	return !(kind === "renderer" && call.code === "page_crashed");
}

/** Ends the sessions and measures how long anything stays attached. */
async function released(lab: ChromeLab, agents: readonly Agent[]): Promise<number | undefined> {
	for (const agent of agents) await agent.close();
	await stopReins(lab.home);
	const at = performance.now();
	const free = until("nothing is attached", async () => (await lab.attachedTabs()).length === 0);
	return free.then(
		() => Math.round(performance.now() - at),
		() => undefined,
	);
}

function tally(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}
