// The kit is new in every document, and what is new runs slowly. While the page has nothing else to do the kit looks
// at it a few times for nobody, so that the first look that somebody asks for is not the slow one.

import { nextTask } from "./next-frame.ts";

const LOOKS = 4;
/** A look is begun only where the page has so many milliseconds to spare, and it is not tried for ever. */
const ROOM = 5;
const TRIES = 20;
/** Whoever opened the page is told first, and what they do at once does not wait either. */
const LATER = 100;
/**
 * So many elements make a page large: there a first look that is slow costs more than the wait for some that nobody
 * asked for, which is little beside the time that the page took to load. Two are enough.
 */
const LARGE = 2_000;
const LARGE_LOOKS = 2;
/** How long its first picture may take then. A tab that is not in front draws none. */
const DRAWN = 50;

export interface WarmUp {
	/** Who looks in earnest warms up what is needed, and must not wait. */
	stop(): void;
	/** Resolves when a large page was drawn and the kit is warm there; a small one is not waited for. */
	rest(): Promise<void> | undefined;
}

export function warmUp(look: () => void, countElements: () => number): WarmUp {
	let looks = LOOKS;
	let tries = TRIES;
	let rested: Promise<void> | undefined;
	const step = (idle: IdleDeadline) => {
		tries -= 1;
		if (looks > 0 && idle.timeRemaining() >= ROOM) {
			looks -= 1;
			look();
		}
		if (looks > 0 && tries > 0) requestIdleCallback(step);
	};
	/** Without waiting to be idle: in a tab that is not in front that takes seconds. */
	const atOnce = async () => {
		for (looks &&= LARGE_LOOKS; looks > 0; looks -= 1) {
			await nextTask();
			if (looks > 0) look();
		}
		await pictured();
	};
	const begin = () => {
		if (countElements() >= LARGE) rested = atOnce();
		else setTimeout(() => requestIdleCallback(step), LATER);
	};
	if (document.readyState === "complete") begin();
	else addEventListener("load", begin, { once: true });
	return {
		stop: () => {
			looks = 0;
		},
		rest: () => rested,
	};
}

/** Until a picture was drawn, or the time for that is over; counted without timers, which are slow behind other tabs. */
async function pictured(): Promise<void> {
	let isDrawn = false;
	requestAnimationFrame(() => {
		isDrawn = true;
	});
	const end = performance.now() + DRAWN;
	while (!isDrawn && performance.now() < end) await nextTask();
	// The frame itself is drawn after what it calls.
	await nextTask();
}
