// Waiting for work that does not itself know when its caller has given up.

/**
 * Who waits for a signal. The signal itself is listened to once for all of them: each of its own listeners costs as
 * much as the rest of a short call's step.
 */
const waiting = new WeakMap<AbortSignal, { listeners: Set<() => void>; stop: () => void }>();

/** Told once, when the signal is aborted; returns what ends the waiting. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
	const { listeners, stop } = waiting.get(signal) ?? listenTo(signal);
	listeners.add(listener);
	return () => {
		// A signal that nobody waits for can be collected.
		if (listeners.delete(listener) && listeners.size === 0) stop();
	};
}

function listenTo(signal: AbortSignal) {
	const listeners = new Set<() => void>();
	const tell = () => {
		for (const listener of [...listeners]) listener();
	};
	const stop = () => {
		signal.removeEventListener("abort", tell);
		waiting.delete(signal);
	};
	signal.addEventListener("abort", tell, { once: true });
	const entry = { listeners, stop };
	waiting.set(signal, entry);
	return entry;
}

/** The work's own end, or the signal's reason if that comes first. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) reject(signal.reason);
		const stop = onAbort(signal, () => reject(signal.reason));
		work.then(
			(value) => {
				stop();
				resolve(value);
			},
			(error) => {
				stop();
				reject(error);
			},
		);
	});
}

/**
 * A signal that follows another one, and is aborted after `milliseconds` at the latest. Not `AbortSignal.any` with an
 * `AbortSignal.timeout`: Node 20 collects a timeout that is held by nothing else, and then that never comes.
 */
export function within(signal: AbortSignal, milliseconds: number): AbortSignal {
	const controller = new AbortController();
	if (signal.aborted) {
		controller.abort(signal.reason);
		return controller.signal;
	}
	const timer = setTimeout(() => {
		stop();
		controller.abort(new Error(`Not within ${milliseconds} ms.`));
	}, milliseconds);
	const stop = onAbort(signal, () => {
		clearTimeout(timer);
		controller.abort(signal.reason);
	});
	// Whoever waits only for this does not keep a process alive. Browsers have numbers for timers.
	(timer as { unref?(): void }).unref?.();
	return controller.signal;
}
