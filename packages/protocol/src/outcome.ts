// What became of an action. The unit is the write primitive; an action is a list of them under one key.

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

	constructor(key: string) {
		this.key = key;
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
