// A frame of another process that soon computes without a pause, for six seconds or until it is stopped: the frames of
// later cases share its process.

import type { CaseContext } from "./case.ts";

export function busyFrame({ sister, path }: CaseContext): { url: string; stop(): void } {
	let isOver = false;
	const asked = path();
	sister.handle(asked, (_request, response) => response.end(isOver ? "over" : "go on"));
	const url = sister.page(
		path(),
		`<p>Busy</p><script>
			const isOver = () => {
				const question = new XMLHttpRequest();
				question.open("GET", "${asked}", false);
				question.send();
				return question.responseText === "over";
			};
			const compute = (end) => { while (Date.now() < end); };
			setTimeout(() => {
				const end = Date.now() + 6000;
				do compute(Date.now() + 200); while (Date.now() < end && !isOver());
			}, 300);
		</script>`,
	);
	return {
		url,
		stop: () => {
			isOver = true;
		},
	};
}
