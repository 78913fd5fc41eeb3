// A page whose own script goes on without a pause answers nothing. Whoever asks it is told so, and how to get out,
// instead of waiting for the end of the call; and whoever leaves it or stops it ends that script.

import { orAborted, ReinsError, within } from "@reins/protocol";
import type { FrameDocument } from "./frame-document.ts";
import type { TabSession } from "./tab-session.ts";

/** After so long without an answer the page is asked whether it answers at all; sooner where it has not answered before. */
const GLANCE = 3_000;
const AGAIN = 1_000;
/** So long it may be silent: browsers speak of a page that does not respond a little later. */
const SILENCE = 10_000;
/** What computes without a pause is silent for so long; the next turn of any other page comes before. */
const PAUSE = 500;
/** The browser ends a script at once. */
const ENDING = 300;

/** A question that any page answers at once that is not busy. */
interface Question {
	document: string;
	since: number;
	answer: Promise<unknown>;
}

export class BusyPages {
	/** Questions that have no answer yet, by frame. */
	readonly #open = new Map<string, Question>();

	/** What is asked of a page, until it answers or has been too busy to for long. `find` is asked only then. */
	async during<T>(
		place: { tab: string; frame?: string | undefined; patience?: number | undefined },
		find: () => Promise<TabSession>,
		work: Promise<T>,
	): Promise<T> {
		const key = `${place.tab} ${place.frame ?? ""}`;
		// Most answers come long before: for those nothing is made ready but a timer.
		let over: AbortController | undefined;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const busy = new Promise<never>((_, reject) => {
			const look = async () => {
				over ??= new AbortController();
				const { signal } = over;
				try {
					if (await this.#isBusy(key, place, await find(), signal)) return reject(keptBusy());
				} catch {
					// The tab is gone, and the work says so.
				}
				if (!signal.aborted) timer = setTimeout(look, GLANCE);
			};
			timer = setTimeout(look, this.#open.has(key) ? AGAIN : GLANCE);
		});
		try {
			return await Promise.race([work, busy]);
		} finally {
			clearTimeout(timer);
			over?.abort();
			work.catch(() => {});
		}
	}

	async #isBusy(
		key: string,
		{ frame: name, patience = SILENCE }: { frame?: string | undefined; patience?: number | undefined },
		session: TabSession,
		over: AbortSignal,
	): Promise<boolean> {
		const frame = session.frame(name);
		const { since, answer } = this.#question(key, frame);
		const left = Math.max(0, patience - GLANCE - (performance.now() - since));
		const silent = await isSilent(answer, left > 0 ? within(over, left) : AbortSignal.abort());
		// While another document is on its way the browser holds back every question.
		return silent && !over.aborted && !session.load.isComing && !session.isAsked();
	}

	#question(key: string, frame: FrameDocument): Question {
		const { document } = frame.committed;
		const known = this.#open.get(key);
		if (known?.document === document) return known;
		const question = { document, since: performance.now(), answer: ask(frame) };
		this.#open.set(key, question);
		const answered = () => {
			if (this.#open.get(key) === question) this.#open.delete(key);
		};
		question.answer.then(answered, answered);
		return question;
	}
}

function ask(frame: FrameDocument): Promise<unknown> {
	return frame.send("Runtime.evaluate", { expression: "0", returnByValue: true });
}

function isSilent(answer: Promise<unknown>, patience: AbortSignal): Promise<boolean> {
	return new Promise((resolve) => {
		const answered = () => resolve(false);
		answer.then(answered, answered);
		if (patience.aborted) setTimeout(() => resolve(true));
		else patience.addEventListener("abort", () => resolve(true), { once: true });
	});
}

/** Ends a script that keeps the page from answering: whether there was one. The tab knows whether it is silent still. */
export async function endBusyScript(tab: TabSession, signal: AbortSignal): Promise<boolean> {
	tab.silent = false;
	// Another document is on its way, and would be the one whose script is ended; or a script waits for a dialog.
	if (tab.load.isComing || tab.isAsked()) return false;
	if (!(await isSilent(ask(tab.main), within(signal, PAUSE)))) return false;
	await tab.send("Runtime.terminateExecution", {}, within(signal, ENDING)).catch(() => {});
	const answer = ask(tab.main);
	tab.silent = await isSilent(answer, within(signal, ENDING));
	const answers = () => {
		tab.silent = false;
	};
	// The browser gives up a question when it leads elsewhere; that is no answer.
	answer.then(answers, () => {});
	return true;
}

/** What leads away from a page that stays busy: what the browser does not do soon it does not do at all. */
export async function leadsAway<T>(tab: TabSession, work: Promise<T>): Promise<T> {
	const limit = AbortSignal.timeout(SILENCE);
	try {
		return await orAborted(work, limit);
	} catch (error) {
		if (!limit.aborted) throw error;
		// It was only slow, and has come to itself.
		if (!tab.silent) return work;
		tab.send("Page.stopLoading").catch(() => {});
		tab.load.stays();
		throw keptBusy(true);
	}
}

/** `stuck`: the script was to be ended. Chrome lets no extension do that. */
export function keptBusy(stuck = false): ReinsError {
	return new ReinsError("timeout", "The page does not answer: a script of its own keeps it busy.", {
		hint: `${stuck ? "The browser did not end that script. Go" : "Call navigate to leave it, or go"} on in a new tab (tab_new) and close this one (tab_close).`,
		data: { busy: true, interrupted: true },
	});
}
