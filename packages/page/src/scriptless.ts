// Documents that run no scripts: frames in a sandbox, as mail is shown in, and sites that the person lets run none.
// There no timer of the kit's own world ever ends, and whoever waited would wait for ever; but events are heard.

export function replaceTimers(): void {
	if (!matchMedia("(scripting: none)").matches) return;
	const waiting = new Set<number>();
	let last = 0;
	globalThis.setTimeout = ((done: () => void, ms = 0) => {
		const id = ++last;
		waiting.add(id);
		AbortSignal.timeout(Math.max(0, ms)).addEventListener("abort", () => {
			if (waiting.delete(id)) done();
		});
		return id;
	}) as typeof setTimeout;
	globalThis.clearTimeout = (id) => void waiting.delete(Number(id));
}
