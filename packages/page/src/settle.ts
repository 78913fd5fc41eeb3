// When a page has come to rest after an action. Driven by what happens (mutations, input events) and by timers;
// frames are not counted on, because a tab in the background has none.

import type { KitArgs, KitResult } from "@reins/protocol";
import { milliseconds } from "./check-args.ts";
import { describe } from "./describe.ts";
import { Comparison, type Difference, UNKNOWN } from "./difference.ts";
import { firstWords } from "./first-words.ts";
import { focusedElement } from "./flat-tree.ts";
import { shownFrames } from "./frame-owners.ts";
import type { Guard } from "./guard.ts";
import { Mutations } from "./mutations.ts";
import { framePainted, nextTask } from "./next-frame.ts";
import { documentTitle } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { isMoving, silentState, Unchanged } from "./unchanged.ts";
import { replaces, Watch } from "./watch.ts";
import { Written } from "./written.ts";

/** How long a gesture may take to arrive. The browser answers for another process before that has heard of it. */
const ARRIVAL = 300;
/** What the kit has written a page answers at once or in its next turns: one was waited for, and one must be without a change. */
const MOST_TURNS = 12;
/**
 * So long before a page is taken to be at rest it is looked at: what nothing has changed since need not be looked at then.
 * After a press the browser holds timers back until it has drawn, so there is nothing better to do.
 */
const AHEAD = 7;
/** What is due at once comes before what was due earlier; a timer waits for its turn. */
const TURN = 1;
/** A page that seems to rest again and again is not looked at for ever. */
const MOST_LOOKS = 3;

/** A look that was taken when so much had changed, and what was so then that changes without a word. */
interface Early {
	changes: number;
	silent: string | undefined;
	difference: Difference;
}

export class Settling {
	readonly #refs: Refs;
	readonly #guard: Guard;
	#watch: Watch | undefined;
	#comparison: Comparison | undefined;
	/** Whether the document is as it was seen last. */
	#unchanged: Unchanged | undefined;
	/** Where the page goes by itself: one that has just come may go on before anybody asks. */
	#underWay: NavigateEvent | undefined;
	/** Changes since the last `watch`, and what was pressed astray. */
	#changes = 0;
	#astray: Element | undefined;
	readonly #written = new Written();

	constructor(refs: Refs, guard: Guard) {
		this.#refs = refs;
		this.#guard = guard;
		navigation.addEventListener("navigate", (event) => {
			if (replaces(event)) this.#underWay = event;
		});
		// What the browser had put away and brings back is as new as any other page.
		addEventListener("pageshow", ({ persisted }) => {
			if (!persisted) return;
			this.#comparison = undefined;
			this.#unchanged?.end();
			this.#unchanged = undefined;
			this.#underWay = undefined;
		});
	}

	/** Somebody has scrolled: what listens for that hears of it only with the next picture. */
	scrolled(): void {
		this.#unchanged?.end();
	}

	watch(): KitResult<"watch"> {
		this.#watch?.end();
		// What was seen last is what there was before, if nothing has changed since.
		const same = this.#unchanged?.take();
		const mutations = same ?? new Mutations();
		this.#unchanged = undefined;
		if (same && this.#comparison) this.#comparison.goOn();
		else this.#comparison = new Comparison(this.#refs, mutations.roots);
		this.#changes = 0;
		this.#astray = undefined;
		this.#written.begin();
		this.#watch = new Watch(undefined, mutations);
		return {};
	}

	/** Whether what was written leads to another document. */
	get isLeaving(): boolean {
		return this.#watch?.leads ?? false;
	}

	/** Something was written, if anybody watches, and the field took it or did not. */
	wrote(el: Element, isTaken: boolean): void {
		this.#watch?.arrive();
		this.#written.add(el, isTaken);
	}

	/**
	 * What `settle` would say, where the page is soon at rest and stays where it is. It counts turns and not time: after
	 * a change the browser draws first and counts milliseconds then.
	 */
	async restByTurns(): Promise<KitResult<"settle"> | undefined> {
		const watch = this.#watch;
		if (!watch) return undefined;
		for (let turn = 0; turn < MOST_TURNS && !watch.leads; turn += 1) {
			watch.catchUp();
			const { changes } = watch;
			await nextTask();
			watch.catchUp();
			if (watch.leads || this.#watch !== watch) return undefined;
			if (watch.changes === changes) return this.#end(watch);
		}
		return undefined;
	}

	/** Ends the watch. Without one (the document is new) it watches from now on. */
	async settle(args: KitArgs<"settle">): Promise<KitResult<"settle">> {
		const quiet = milliseconds("quiet", args.quiet);
		// A document that nobody has looked at before has changed.
		const isNew = this.#comparison === undefined;
		const still = args.still === undefined || isNew ? quiet : milliseconds("still", args.still);
		const cap = milliseconds("cap", args.cap);
		// Who still watches has told nothing yet.
		if (args.afresh && !this.#watch) {
			this.#comparison?.goOn();
			this.#changes = 0;
		}
		this.#watch ??= new Watch(isNew ? this.#underWay : undefined);
		const watch = this.#watch;
		// Turns and not time: the browser would draw a page that has just come first.
		const rest = isNew && quiet === 0 ? await this.restByTurns() : undefined;
		if (rest) return rest;
		if (args.input) await arrival(watch, Math.min(cap, ARRIVAL));
		const looks: Early[] = [];
		const look = () => {
			const { changes, mutations } = watch;
			looks.push({ changes, silent: silentState(mutations), difference: this.#difference(mutations) });
		};
		const isOver = () => watch.held.any || this.#guard.isAstray;
		const resting = () => untilQuiet(watch, { quiet, still, cap }, isOver, look);
		await resting();
		// On a busy machine it is at rest before anybody has looked.
		if (!isNew && !watch.leads && watch.changes > 0 && looks.at(-1)?.changes !== watch.changes) look();
		// What frameworks put into the page without showing it they show two pictures later.
		if (!isNew && !watch.leads && isUnseen(watch, looks.at(-1))) {
			if ((await framePainted()) && (await framePainted())) await resting();
		}
		return this.#end(watch, looks.at(-1));
	}

	#difference({ roots }: Mutations): Difference {
		return this.#comparison?.difference(roots) ?? UNKNOWN;
	}

	#end(watch: Watch, early?: Early): KitResult<"settle"> {
		const mutations = watch.release();
		const seen = early && isStillSo(early, watch) ? early.difference : this.#difference(mutations);
		this.#unchanged?.end();
		if (this.#watch === watch) {
			this.#watch = undefined;
			this.#unchanged = new Unchanged(mutations);
		} else mutations.end();
		this.#changes += watch.changes;
		const focused = focusedElement();
		const held = watch.held.take();
		this.#astray ??= this.#guard.takeAstray();
		const unkept = this.#written.unkept(this.#refs);
		const offering = this.#written.offering(this.#refs);
		return {
			changes: this.#changes,
			...seen,
			...(!this.#comparison && { first: firstWords(this.#refs) }),
			url: location.href,
			title: documentTitle(document),
			focus: focused ? describe(focused) : "",
			// The page is looked at by itself; what may stand between it and this frame is not.
			frames: seen.lines.length === 0 ? shownFrames().length + Number(window.parent !== window.top) : 0,
			closing: closed,
			opening: watch.opening,
			leaving: watch.leaving,
			...(this.#astray && { astray: `${describe(this.#astray)} [${this.#refs.of(this.#astray)}]` }),
			downloading: watch.downloading,
			lost: this.#guard.isLost,
			unheard: this.#guard.isUnheard,
			...(held !== undefined && { held }),
			...(watch.outside !== undefined && { outside: watch.outside }),
			...(unkept.length > 0 && { unkept }),
			...(offering.length > 0 && { offering }),
		};
	}
}

function isUnseen({ changes }: Watch, early: Early | undefined): boolean {
	return changes > 0 && early?.changes === changes && early.difference.lines.length === 0;
}

function isStillSo({ changes, silent }: Early, watch: Watch): boolean {
	if (changes !== watch.changes || silent === undefined || isMoving(watch.mutations)) return false;
	return silent === silentState(watch.mutations) && !watch.mutations.meetRoots();
}

function arrival(watch: Watch, cap: number): Promise<void> {
	return new Promise((resolve) => {
		if (watch.arrivedAt !== undefined) return resolve();
		const timer = setTimeout(resolve, cap);
		watch.onArrival = () => {
			clearTimeout(timer);
			resolve();
		};
		watch.onEnd.push(watch.onArrival);
	});
}

/** Milliseconds without a change after one was seen; without any, before it is said that there is none; at most. */
interface Patience {
	quiet: number;
	still: number;
	cap: number;
}

/**
 * `isOver`: there is nothing to wait for. Quiet counts from when the action arrived, or from now: what it sets off may
 * not have begun yet. `onRest`: told a moment before, each time when it looks as if nothing more came.
 */
function untilQuiet(
	watch: Watch,
	{ quiet, still, cap }: Patience,
	isOver: () => boolean,
	onRest: () => void,
): Promise<void> {
	const start = performance.now();
	return new Promise((resolve) => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let told: number | undefined;
		let looks = 0;
		const done = () => {
			clearTimeout(timer);
			resolve();
		};
		watch.onEnd.push(done);
		const left = () => {
			const needed = watch.changes > 0 ? quiet : still;
			const from = Math.max(watch.lastChange, watch.arrivedAt ?? start);
			return Math.min(from + needed, start + cap) - performance.now();
		};
		const check = () => {
			watch.catchUp();
			if (isOver()) return done();
			if (left() <= 0) {
				// Who comes late to a busy page hears first what was due there.
				if (timer !== undefined) return done();
				timer = setTimeout(check, TURN);
				return;
			}
			const isTold = told === watch.changes || looks === MOST_LOOKS;
			if (!isTold && left() <= AHEAD) {
				told = watch.changes;
				looks += 1;
				onRest();
			}
			// A look takes its time: what was due meanwhile is heard before all is over.
			timer = setTimeout(check, Math.max(TURN, left() - (isTold || left() <= AHEAD ? 0 : AHEAD)));
		};
		check();
	});
}
