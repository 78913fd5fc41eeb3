// Waiting for the page to move on without hanging: in a tab that is not in front requestAnimationFrame may never
// be called, and timers may be slow, so nothing here waits for one of them alone.

const FRAME_AT_LATEST = 50;
/** A page that paints at all does so within this time, however busy the machine. */
const PAINTED_AT_LATEST = 300;

export function nextFrame(): Promise<void> {
	return new Promise((resolve) => {
		requestAnimationFrame(() => resolve());
		setTimeout(resolve, FRAME_AT_LATEST);
	});
}

/** Whether a frame was drawn: only then has an animation moved on. */
export function framePainted(): Promise<boolean> {
	return new Promise((resolve) => {
		requestAnimationFrame(() => resolve(true));
		setTimeout(() => resolve(false), PAINTED_AT_LATEST);
	});
}

/** The end of what is under way, microtasks included. Messages are not throttled in the background, as timers are. */
export function nextTask(): Promise<void> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(0);
	});
}
