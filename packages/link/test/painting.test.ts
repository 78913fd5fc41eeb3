// When a tab is made to paint: not where it is known to be in front, for a screencast costs it frames.

import { expect, test, vi } from "vitest";
import { Painting } from "../src/painting.ts";

function paint(isInFront?: () => boolean) {
	const sent: string[] = [];
	const send = async (method: string) => {
		sent.push(method);
		return {};
	};
	return { sent, painting: new Painting(send, isInFront) };
}

test("a tab that may be behind others is held until a moment after the last call", () => {
	vi.useFakeTimers();
	try {
		const { sent, painting } = paint();
		painting.keep();
		vi.advanceTimersByTime(200);
		painting.keep();
		vi.advanceTimersByTime(200);
		expect(sent).toEqual(["Page.startScreencast"]);
		vi.advanceTimersByTime(200);
		expect(sent).toEqual(["Page.startScreencast", "Page.stopScreencast"]);
	} finally {
		vi.useRealTimers();
	}
});

test("one that is in front is left alone until it is not", () => {
	let isInFront = true;
	const { sent, painting } = paint(() => isInFront);
	painting.keep();
	expect(sent).toEqual([]);
	isInFront = false;
	painting.keep();
	expect(sent).toEqual(["Page.startScreencast"]);
	painting.end();
});

test("and held at once where another comes over it while something is done there", () => {
	let isInFront = true;
	const { sent, painting } = paint(() => isInFront);
	painting.mayBeBehind();
	expect(sent).toEqual([]);
	painting.keep();
	isInFront = false;
	painting.mayBeBehind();
	expect(sent).toEqual(["Page.startScreencast"]);
	painting.end();
});

test("one that was found asleep is not taken to be in front", () => {
	const { sent, painting } = paint(() => true);
	painting.foundAsleep();
	painting.keep();
	expect(sent).toEqual(["Page.startScreencast"]);
	painting.end();
});

test("where painting has stopped all by itself it is started, in front as well", () => {
	const { sent, painting } = paint(() => true);
	painting.anew();
	expect(sent).toEqual(["Page.startScreencast"]);
	painting.end();
});
