// Waiting in tests: for what is needed, never for a time.

/** Asks again until `condition` answers something truthy; fails with `what` when the time is up. */
export async function until<T>(
	what: string,
	condition: () => T | Promise<T>,
	limit = 10_000,
): Promise<NonNullable<T>> {
	const deadline = performance.now() + limit;
	for (;;) {
		const value = await condition();
		if (value) return value as NonNullable<T>;
		if (performance.now() > deadline) throw new Error(`Not within ${limit} ms: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
