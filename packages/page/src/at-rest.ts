// What fades in, slides out or unfolds is looked at as it will be when it has come to rest: in the moment of a look most
// of it is at its beginning, where nobody sees it. Nothing is drawn meanwhile, and no script of the page runs.

import { dropKept } from "./kept.ts";
import { animationsIn } from "./pristine.ts";

/** What takes longer is looked at as it is. */
const SOON = 1_000;

/** The time at which an animation comes to rest, where it does so soon. */
export function endOf({ currentTime, playbackRate, playState, effect }: Animation): number | undefined {
	// One that scrolling drives, which has no time in milliseconds, goes nowhere by itself.
	if (playState !== "running" || typeof currentTime !== "number") return undefined;
	const end = Number(effect?.getComputedTiming().endTime);
	// Nor does one that goes backwards come to its end.
	return end - currentTime <= SOON * playbackRate ? end : undefined;
}

/** Does something while all that comes to rest soon has done so. */
export function atRest<T>(roots: Iterable<ShadowRoot>, work: () => T): T {
	const putBack: (() => void)[] = [];
	for (const animation of animationsIn(roots)) {
		const { currentTime, startTime } = animation;
		const end = endOf(animation);
		if (end === undefined) continue;
		animation.currentTime = end;
		putBack.push(() => {
			if (startTime === null) animation.currentTime = currentTime;
			else animation.startTime = startTime;
		});
	}
	if (putBack.length === 0) return work();
	dropKept();
	try {
		return work();
	} finally {
		for (const each of putBack) each();
		dropKept();
	}
}
