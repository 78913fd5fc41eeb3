// The last look before a press takes effect. Between the moment when an element was found and the one when the press
// arrives a page may put something else there; such a press is stopped before the page hears of it.

import type { Point } from "@reins/protocol";
import { openedRoot } from "./closed-roots.ts";
import { deepHit, isReached } from "./hit-test.ts";
import { isElement } from "./pristine.ts";

const PRESSES = [
	...["pointerdown", "mousedown", "pointerup", "mouseup"],
	...["click", "auxclick", "dblclick", "contextmenu"],
];
/** What a press ends in. */
const CLICKS: ReadonlySet<string> = new Set(["click", "auxclick", "contextmenu"]);
/** Events have whole pixels, and those of a scaled frame are rounded twice. */
const NEAR = 2;
/** Presses are expected for so long; those of the person elsewhere are never looked at. */
const SOON = 5_000;
/** A drag looks at two elements before it presses one. */
const MOST = 3;

interface Aim {
	el: Element;
	point: Point;
	until: number;
}

export class Guard {
	#aims: Aim[] = [];
	#astray: Element | undefined;
	/** What was pressed and has not been clicked. */
	#pressed: Element | undefined;
	/** A click came that was none of it. */
	#missed = false;
	/** How many clicks the document had heard of by then, and presses before one was expected. */
	#clicks = 0;
	#presses = 0;
	/** Where the pointer has come to since a press is expected. */
	#pointer: Point | undefined;
	#onPointer = () => {};

	constructor() {
		// Before the page has any of its own: who listens first is told first.
		this.#listen();
	}

	/** Once more does nothing; a document that was opened anew by a script has forgotten all that listened. */
	#listen(): void {
		for (const name of PRESSES) addEventListener(name, this.#onPress, true);
		addEventListener("pointermove", this.#onMove, { capture: true, passive: true });
	}

	readonly #onPress = (event: Event) => this.#see(event as MouseEvent);
	readonly #onMove = ({ isTrusted, clientX: x, clientY: y }: PointerEvent) => {
		if (!isTrusted) return;
		this.#pointer = { x, y };
		this.#onPointer();
	};

	/** A press at this point is meant for this element. */
	expect(el: Element, point: Point): void {
		this.#listen();
		this.#astray = undefined;
		this.#pressed = undefined;
		this.#pointer = undefined;
		this.#presses = heard("pointerdown");
		this.#aims = [...this.#aims, { el, point, until: performance.now() + SOON }].slice(-MOST);
	}

	/** Whether the pointer is there, or comes within so many milliseconds. */
	pointed(point: Point, most: number): Promise<boolean> {
		return new Promise((resolve) => {
			const timer = setTimeout(() => resolve(false), most);
			this.#onPointer = () => {
				if (!this.#pointer || !isNear(this.#pointer, point)) return;
				clearTimeout(timer);
				resolve(true);
			};
			this.#onPointer();
		});
	}

	/** Whether what was pressed has not been clicked: the page moved it, took it away, or took the press over. */
	get isLost(): boolean {
		return this.#pressed !== undefined && (this.#missed || heard(...CLICKS) === this.#clicks);
	}

	/** Whether a press is expected that has not come. One that a script of the page has kept for itself has. */
	get isUnheard(): boolean {
		return this.#aims.length > 0 && heard("pointerdown") === this.#presses;
	}

	/** A press was stopped: nothing will come of it. */
	get isAstray(): boolean {
		return this.#astray !== undefined;
	}

	/** What was there instead, if a press was stopped; told once. */
	takeAstray(): Element | undefined {
		const astray = this.#astray;
		if (astray) this.#aims = [];
		this.#astray = undefined;
		return astray;
	}

	#see(event: MouseEvent): void {
		if (!event.isTrusted) return;
		if (this.#pressed) this.#follow(event, this.#pressed);
		if (this.#aims.length === 0) return;
		const aim = this.#aims.findLast(
			({ point, until }) => until > performance.now() && isNear(pointOf(event), point),
		);
		if (!aim) return;
		if (event.type === "pointerdown") {
			const hit = hitBy(event, aim.point);
			this.#astray = !hit || isReached(aim.el, hit) ? undefined : hit;
			// What the page does after that is its own business.
			if (!this.#astray) {
				this.#aims = [];
				this.#pressed = aim.el;
				this.#missed = false;
				this.#clicks = heard(...CLICKS);
			}
		}
		if (!this.#astray) return;
		event.stopImmediatePropagation();
		event.preventDefault();
	}

	/** A press on one element that is let go over another is a click of what is around both. */
	#follow(event: MouseEvent, pressed: Element): void {
		if (!CLICKS.has(event.type)) return;
		const hit = hitBy(event, pointOf(event));
		if (!hit || isReached(pressed, hit)) this.#pressed = undefined;
		else this.#missed = true;
	}
}

/** Counted by the browser, whoever listens and whoever keeps them from others. */
function heard(...names: readonly string[]): number {
	return names.reduce((sum, name) => sum + (performance.eventCounts.get(name) ?? 0), 0);
}

function pointOf({ clientX: x, clientY: y }: MouseEvent): Point {
	return { x, y };
}

function isNear(one: Point, other: Point): boolean {
	return Math.abs(one.x - other.x) <= NEAR && Math.abs(one.y - other.y) <= NEAR;
}

/** Closed roots keep to themselves what was hit in them. */
function hitBy(event: MouseEvent, point: Point): Element | undefined {
	const [first] = event.composedPath();
	const el = first instanceof Node && isElement(first) ? first : undefined;
	return el && openedRoot(el) ? deepHit(point) : el;
}
