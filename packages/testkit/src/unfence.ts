// Reads the fence around page text as strictly as a careful reader would: anything that is not exactly one whole
// fence after the other is a failure of the test.

interface Stretch {
	/** Set for what a page wrote. */
	origin?: string;
	text: string;
}

const OPEN = /^<page-([0-9a-f]{8}) (https?:\/\/[^\s<>"]+|null)>$/;
const LIKE_A_FENCE = /<\/?page-[0-9a-f]{8}/i;

/** What Reins said and what pages wrote, in turn. */
export function readFences(answer: string): Stretch[] {
	const stretches: Stretch[] = [];
	let inside: { mark: string; origin: string } | undefined;
	let lines: string[] = [];
	const end = (origin?: string) => {
		if (origin !== undefined) stretches.push({ origin, text: lines.join("\n") });
		else if (lines.length > 0) stretches.push({ text: lines.join("\n") });
		lines = [];
	};
	for (const line of answer.split("\n")) {
		const [, mark, origin] = OPEN.exec(line) ?? [];
		if (inside && line === `</page-${inside.mark}>`) {
			end(inside.origin);
			inside = undefined;
		} else if (!inside && mark !== undefined && origin !== undefined) {
			end();
			inside = { mark, origin };
		} else if (LIKE_A_FENCE.test(line)) {
			throw new Error(`A line looks like a fence and is none: ${line.slice(0, 200)}`);
		} else lines.push(line);
	}
	if (inside) throw new Error(`The fence of ${inside.origin} is never closed:\n${answer.slice(0, 500)}`);
	end();
	return stretches;
}

export function withoutFences(answer: string): string {
	return readFences(answer)
		.map(({ text }) => text)
		.join("\n");
}
