// Keys that the browser keeps from a page are no success.

import { describe, expect, test } from "vitest";
import { arrivals } from "../src/delivery.ts";
import { FrameDocument } from "../src/frame-document.ts";

const { signal } = new AbortController();

/** A document whose browser answers these counts, one after the other. */
function documentThatCounts(...answers: ({ count: number; list: boolean } | Error)[]): FrameDocument {
	const frame = new FrameDocument("main", async (method) => {
		if (method === "Page.createIsolatedWorld") return { executionContextId: 1 };
		if (method === "Runtime.evaluate") return { result: { objectId: "kit" } };
		const value = answers.shift();
		if (value instanceof Error) throw value;
		return { result: { value } };
	});
	frame.commit({ id: "main", loaderId: "one", url: "about:blank", securityOrigin: "null" });
	return frame;
}

describe("keys that were sent", () => {
	test("and of which the page has heard none are told", async () => {
		const frame = documentThatCounts({ count: 3, list: false }, { count: 3, list: false });
		const requireArrival = await arrivals(frame, signal);
		await expect(requireArrival()).rejects.toMatchObject({ code: "input_not_delivered" });
	});
	test.each([
		["have arrived", { count: 4, list: false }],
		["led to another document", new Error("context was destroyed")],
	])("and %s", async (_, after) => {
		const frame = documentThatCounts({ count: 3, list: false }, after);
		await (await arrivals(frame, signal))();
	});
	test("and went to a list that was open", async () => {
		const frame = documentThatCounts({ count: 3, list: true }, { count: 3, list: false });
		await (await arrivals(frame, signal))();
	});
});
