// A frame holds on to the document that was judged: what comes after another has come is not done there.

import { expect, test } from "vitest";
import { FrameDocument, type FrameInfo } from "../src/frame-document.ts";

const info = (loaderId: string): FrameInfo => ({
	id: "main",
	loaderId,
	url: "https://good.example/",
	securityOrigin: "https://good.example",
});

function frame(answer: (method: string) => Record<string, unknown> = () => ({})) {
	const sent: string[] = [];
	const made = new FrameDocument("main", async (method) => {
		sent.push(method);
		return answer(method);
	});
	made.commit(info("d1"));
	return { made, sent };
}

const replaced = { code: "stale_ref", data: expect.objectContaining({ replaced: true }) };

test("the document of now is the one that is meant", () => {
	const { made } = frame();
	made.require("d1");
	for (const other of ["d0", "", "d11"])
		expect(() => made.require(other)).toThrow(expect.objectContaining(replaced));
});

test("once another has come, nothing is done for the first", async () => {
	const { made, sent } = frame();
	made.commit(info("d2"));
	await expect(made.kit("d1")).rejects.toMatchObject(replaced);
	expect(sent).toEqual([]);
});

test("a document that comes while the kit is put in gets none that was meant for the first", async () => {
	const { made, sent } = frame((method) => {
		if (method === "Page.createIsolatedWorld") made.commit(info("d2"));
		return { executionContextId: 1, result: { objectId: "o" } };
	});
	await expect(made.kit("d1")).rejects.toMatchObject(replaced);
	expect(sent).toEqual(["Page.createIsolatedWorld"]);
});

test("a frame that is gone has no document, not even an unnamed one", () => {
	const { made } = frame();
	made.leave();
	for (const any of ["d1", ""]) expect(() => made.require(any)).toThrow(expect.objectContaining(replaced));
});
