// How long a page waits before it makes its line to the worker again: not at all when the line had held, and
// longer every time when it breaks at once, as it does while the worker cannot start.

const shortest = 20;
const longest = 5_000;

/** In milliseconds, after so many lines that broke at once. */
export function retryDelay(failures: number): number {
	return failures === 0 ? 0 : Math.min(longest, shortest * 2 ** (failures - 1));
}
