// A tab that is not in front paints once a second: animations stand still, input and pictures wait. A screencast makes
// it paint; it is held until a moment after the last call that needs it.

import type { ReinsError } from "@reins/protocol";
import type { Send } from "./frame-document.ts";

/** How long a tab goes on painting after the last call that needs it. */
const HELD = 300;
/** Nobody wants to see the frames of the screencast: of so many, one is sent. */
const RARELY = 1_000_000;
/** A tab that was found asleep is helped at once for so long; then it may have come to the front. */
const ASLEEP = 5_000;
const TINY = { format: "jpeg", quality: 1, maxWidth: 16, maxHeight: 16, everyNthFrame: RARELY };

export class Painting {
	readonly #send: Send;
	readonly #isInFront: () => boolean;
	#on = false;
	#rest: ReturnType<typeof setTimeout> | undefined;
	#asleep = Number.NEGATIVE_INFINITY;
	#wantedUntil = Number.NEGATIVE_INFINITY;
	/** Why the browser draws nothing of the tab, whatever is asked of it. */
	undrawn: ReinsError | undefined;
	/** Whoever waits for a frame. */
	#seen: (() => void) | undefined;

	/** `isInFront`: whether the tab is known to be, and paints without help. */
	constructor(send: Send, isInFront: () => boolean = () => false) {
		this.#send = send;
		this.#isInFront = isInFront;
	}

	/** Whether it is worth a try to do without: a screencast that starts costs a tab in front two frames. */
	get mayBeAwake(): boolean {
		return !this.#on && !this.#wasAsleep;
	}

	get #wasAsleep(): boolean {
		return performance.now() - this.#asleep <= ASLEEP;
	}

	/** Nothing was painted for longer than a tab in front takes. */
	foundAsleep(): void {
		this.#asleep = performance.now();
	}

	/** Throws where what needs a picture of the tab would wait for ever. */
	requireDrawn(): void {
		if (this.undrawn) throw this.undrawn;
	}

	keep(): void {
		this.requireDrawn();
		this.#wantedUntil = performance.now() + HELD;
		if (this.#on || this.#wasAsleep || !this.#isInFront()) this.#hold();
	}

	/** Something may lie over the tab from now on. */
	mayBeBehind(): void {
		if (performance.now() < this.#wantedUntil) this.keep();
	}

	/** The same where painting seems to have stopped all by itself: a screencast that starts paints at once. */
	anew(): void {
		this.#stop();
		this.#hold();
	}

	/** Whether the browser draws the tab when it is asked to, be it what it has drawn before. */
	async paints(patience: number): Promise<boolean> {
		const frame = new Promise<boolean>((resolve) => {
			const late = setTimeout(() => resolve(false), patience);
			this.#seen = () => {
				clearTimeout(late);
				resolve(true);
			};
		});
		this.#stop();
		try {
			await this.#send("Page.startScreencast", { ...TINY, everyNthFrame: 1 });
			return await frame;
		} finally {
			this.#seen = undefined;
			this.#on = true;
			this.#stop();
			if (performance.now() < this.#wantedUntil) this.#hold();
		}
	}

	#hold(): void {
		clearTimeout(this.#rest);
		this.#rest = setTimeout(() => this.#stop(), HELD);
		if (this.#on) return;
		this.#on = true;
		this.#send("Page.startScreencast", TINY).catch(() => {
			this.#on = false;
		});
	}

	/** A frame came, asked for or not. Those that nobody acknowledges stop coming, and the tab stops painting. */
	acknowledge(frame: unknown): void {
		this.#seen?.();
		this.#send("Page.screencastFrameAck", { sessionId: frame }).catch(() => {});
	}

	/** The tab is gone, and its screencast with it. */
	end(): void {
		clearTimeout(this.#rest);
		this.#on = false;
	}

	#stop(): void {
		if (!this.#on) return;
		this.#on = false;
		this.#send("Page.stopScreencast").catch(() => {
			// The tab is gone, and its screencast with it.
		});
	}
}
