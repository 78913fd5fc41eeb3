// How far the page of a tab has come, and which documents it showed lately.

const REMEMBERED = 20;
const order = ["committed", "ready", "loaded", "idle"] as const;

/** `idle`: loaded, and for half a second nothing was asked of a server. */
export type Phase = (typeof order)[number];

export class LoadProgress {
	#phase: Phase = "committed";
	#idle = false;
	#loading = false;
	#ended = 0;
	/** Where a load leads that has brought no document yet. */
	to: string | undefined;
	/** How many loads have begun. */
	begun = 0;
	/** What the browser calls the navigation that began last. */
	#kind: unknown;
	/** How often the page was moved within its document by other means than a script's word for its address. */
	#moves = 0;
	/** The newest last. */
	#commits: { loader: string; url: string }[] = [];

	/** A page out of the back-forward cache is whole already and reports no phases again. */
	commit(loader: string, url: string, restored: boolean): void {
		this.#commits = [...this.#commits.slice(-REMEMBERED), { loader, url }];
		this.to = undefined;
		this.#idle = restored;
		this.#phase = restored ? "idle" : "committed";
	}

	/** The browser's word for how far the document is; answers what that means where it is news to whoever listens. */
	heard(name: unknown): "ready" | "loaded" | undefined {
		if (name === "networkIdle") {
			this.#idle = true;
			if (this.#phase === "loaded") this.#phase = "idle";
		} else if (name === "DOMContentLoaded" && this.#phase === "committed") {
			this.#phase = "ready";
			return "ready";
		} else if (name === "load") {
			this.#phase = this.#idle ? "idle" : "loaded";
			return "loaded";
		}
		return undefined;
	}

	begin(kind: unknown, to: string): void {
		this.#kind = kind;
		this.to = to;
		this.#loading = true;
		this.begun += 1;
	}

	end(): void {
		this.to = undefined;
		this.#loading = false;
		this.#ended += 1;
	}

	/** How many loads have ended, those that brought no document too; unset while one is under way. */
	get ended(): number | undefined {
		return this.#loading ? undefined : this.#ended;
	}

	/** A page that is being left may give itself another address as long as it is there. */
	moved(how: unknown, url: string): void {
		if (how !== "historyApi") this.#moves += 1;
		if (how !== "historyApi" || url === this.to) this.stays();
	}

	/** Gives whether, from now on, a step in the history within the document has been made: it brings no other. */
	stepping(): () => boolean {
		const { begun } = this;
		const moves = this.#moves;
		return () => this.begun !== begun && this.#kind === "historySameDocument" && this.#moves !== moves;
	}

	/** Whether a load is under way that has brought no document yet. */
	get isComing(): boolean {
		return this.to !== undefined;
	}

	/** The document stays: it led to another place in it, or was given up. */
	stays(): void {
		this.to = undefined;
	}

	/** Whether the document has come as far as this. */
	reached(phase: Phase): boolean {
		return order.indexOf(this.#phase) >= order.indexOf(phase);
	}

	/** Whether the document of this loader is shown, or was and has been replaced. */
	hasCommitted(loader: string): boolean {
		return this.urlOf(loader) !== undefined;
	}

	/** Where the document of a loader came from in the end, whatever its scripts made of its address then. */
	urlOf(loader: string): string | undefined {
		return this.#commits.find((one) => one.loader === loader)?.url;
	}
}
