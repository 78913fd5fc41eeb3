// What became of an action, and what was decided about it. The unit is the write primitive; an action is a list of them
// under one key.

import type { Effect } from "./effects.ts";

/** What the policy said, of an effect on a site; empty where no site is concerned. */
export interface Decided {
	effect: Effect;
	site: string;
	/** `allowed`, or the code of the refusal. */
	decision: string;
	/** The name of the secret that was to be written there. */
	secret?: string;
}

export interface Step {
	/** `key#n`, the n-th write primitive of the action. */
	step: string;
	primitive: string;
	state: "started" | "finished" | "failed";
}

export type Outcome =
	| { outcome: "done"; key: string }
	| { outcome: "not_executed"; key: string }
	| { outcome: "unknown"; key: string; steps: Step[] };

export class ActionLog {
	readonly key: string;
	readonly #steps: Step[] = [];
	/** Once each: the same is decided with every step. */
	readonly #decisions = new Map<string, Decided>();

	constructor(key: string) {
		this.key = key;
	}

	judged(decided: Decided): void {
		this.#decisions.set(Object.values(decided).join(" "), decided);
	}

	get decisions(): Decided[] {
		return [...this.#decisions.values()];
	}

	/** Call before dispatch; call what it returns when the answer is there. */
	begin(primitive: string): (state: "finished" | "failed") => void {
		const step: Step = { step: `${this.key}#${this.#steps.length + 1}`, primitive, state: "started" };
		this.#steps.push(step);
		return (state) => {
			step.state = state;
		};
	}

	/** How the action ended: `succeeded` says whether the call as a whole did. */
	outcome(succeeded: boolean): Outcome {
		if (succeeded) return { outcome: "done", key: this.key };
		const touched = this.#steps.some((step) => step.state !== "failed");
		if (!touched) return { outcome: "not_executed", key: this.key };
		return { outcome: "unknown", key: this.key, steps: this.#steps.map((step) => ({ ...step })) };
	}
}
