import { expect, test } from "vitest";
import { TabQueue } from "../src/sessions/tab-queue.ts";

function gate() {
	let open = () => {};
	const passed = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { open, passed };
}
const never = new AbortController().signal;

test("one tab: in order, one at a time; another tab does not wait", async () => {
	const queue = new TabQueue();
	const seen: string[] = [];
	const first = gate();
	const one = queue.run("t1", never, async () => {
		seen.push("one starts");
		await first.passed;
		seen.push("one ends");
	});
	const two = queue.run("t1", never, async () => void seen.push("two"));
	await queue.run("t2", never, async () => void seen.push("other tab"));
	expect(seen).toEqual(["one starts", "other tab"]);
	first.open();
	await Promise.all([one, two]);
	expect(seen).toEqual(["one starts", "other tab", "one ends", "two"]);
});

test("a call that is given up leaves at once, and those behind it keep their order", async () => {
	const queue = new TabQueue();
	const first = gate();
	const seen: string[] = [];
	const one = queue.run("t1", never, () => first.passed);
	const given = new AbortController();
	const two = queue.run("t1", given.signal, async () => void seen.push("two"));
	const three = queue.run("t1", never, async () => void seen.push("three"));
	given.abort(new Error("given up"));
	await expect(two).rejects.toThrow("given up");
	expect(seen).toEqual([]);
	first.open();
	await Promise.all([one, three]);
	expect(seen).toEqual(["three"]);
});

test("a failure does not block the next", async () => {
	const queue = new TabQueue();
	const failed = queue.run("t1", never, () => Promise.reject(new Error("no")));
	const next = queue.run("t1", never, async () => "yes");
	await expect(failed).rejects.toThrow("no");
	await expect(next).resolves.toBe("yes");
});
