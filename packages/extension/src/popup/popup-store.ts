// What the popup knows and how it comes to know it: it asks the worker, shows what was answered, and says so
// when there is no answer. It decides nothing.

import type { PopupAnswer, PopupRequest, PopupState } from "../popup-contract.ts";
import { expected } from "./expected.ts";

export type View =
	| { phase: "loading" }
	| { phase: "unanswered" }
	| { phase: "shown"; state: PopupState; problem?: string };

/** The worker, as the popup sees it. */
export interface WorkerLine {
	ask(request: PopupRequest): Promise<unknown>;
	/** The tab that the popup was opened on. */
	tab(): Promise<number | undefined>;
}

/** A worker that has to be started first takes a moment. */
const patience = 4_000;

export class PopupStore {
	readonly #line: WorkerLine;
	readonly #patience: number;
	readonly #listeners = new Set<(view: View) => void>();
	#view: View = { phase: "loading" };
	/** Answers to older questions than the last are not shown. */
	#asked = 0;
	/** Why the last thing that the person did was refused; stays until they do something else. */
	#problem: string | undefined;

	constructor(line: WorkerLine, ms = patience) {
		this.#line = line;
		this.#patience = ms;
	}

	get view(): View {
		return this.#view;
	}

	subscribe(listener: (view: View) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	async refresh(): Promise<void> {
		this.#asked += 1;
		const turn = this.#asked;
		const tab = await this.#line.tab().catch(() => undefined);
		const answer = await this.#ask(tab === undefined ? { ask: "state" } : { ask: "state", tab });
		if (turn !== this.#asked) return;
		if (!answer) this.#show({ phase: "unanswered" });
		else if (answer.ok) this.#showState(answer.state);
		else this.#show({ phase: "unanswered" });
	}

	/** Does it, and shows what came of it. */
	async act(request: PopupRequest): Promise<void> {
		// A question that is under way would be answered from before.
		this.#asked += 1;
		this.#problem = undefined;
		if (this.#view.phase === "shown") this.#showState(expected(this.#view.state, request));
		const answer = await this.#ask(request);
		if (answer && !answer.ok) this.#problem = answer.message;
		await this.refresh();
	}

	async retry(): Promise<void> {
		this.#show({ phase: "loading" });
		await this.refresh();
	}

	/** Undefined when the worker does not answer in time, or answers something else. */
	async #ask(request: PopupRequest): Promise<PopupAnswer | undefined> {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const late = new Promise<undefined>((resolve) => {
			timer = setTimeout(() => resolve(undefined), this.#patience);
		});
		try {
			const answer = await Promise.race([this.#line.ask(request), late]);
			return isAnswer(answer) ? answer : undefined;
		} catch {
			return undefined;
		} finally {
			clearTimeout(timer);
		}
	}

	#showState(state: PopupState): void {
		const problem = this.#problem;
		this.#show(problem === undefined ? { phase: "shown", state } : { phase: "shown", state, problem });
	}

	#show(view: View): void {
		this.#view = view;
		for (const listener of this.#listeners) listener(view);
	}
}

function isAnswer(value: unknown): value is PopupAnswer {
	if (typeof value !== "object" || value === null) return false;
	const { ok, state, message } = value as Record<string, unknown>;
	return ok === true
		? typeof state === "object" && state !== null
		: ok === false && typeof message === "string";
}
