import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
	ActionLog,
	agree,
	compareReleases,
	type ErrorCode,
	errorOccasions,
	errorTable,
	kitEffects,
	newId,
	newSecret,
	orAborted,
	primitives,
	printable,
	ReinsError,
	Trace,
	tabHandle,
	tabNumber,
	within,
} from "../src/index.ts";

describe("outcome of an action", () => {
	test("done where the call succeeded", () => {
		const log = new ActionLog("k");
		log.begin("nav.go")("finished");
		expect(log.outcome(true)).toEqual({ outcome: "done", key: "k" });
	});
	test("not executed where nothing was started, or everything was refused", () => {
		expect(new ActionLog("k").outcome(false)).toEqual({ outcome: "not_executed", key: "k" });
		const log = new ActionLog("k");
		log.begin("page.call")("failed");
		expect(log.outcome(false)).toEqual({ outcome: "not_executed", key: "k" });
	});
	test("unknown, with its steps, where one was started or done before the failure", () => {
		const log = new ActionLog("k");
		log.begin("page.call")("finished");
		log.begin("input.dispatch");
		expect(log.outcome(false)).toEqual({
			outcome: "unknown",
			key: "k",
			steps: [
				{ step: "k#1", primitive: "page.call", state: "finished" },
				{ step: "k#2", primitive: "input.dispatch", state: "started" },
			],
		});
	});
});

describe("versions", () => {
	test.each([
		[
			{ min: 1, max: 3 },
			{ min: 2, max: 5 },
			{ ok: true, version: 3 },
		],
		[
			{ min: 4, max: 5 },
			{ min: 1, max: 3 },
			{ ok: false, older: "us" },
		],
		[
			{ min: 1, max: 1 },
			{ min: 2, max: 3 },
			{ ok: false, older: "them" },
		],
	])("theirs %j, ours %j", (theirs, ours, expected) => {
		expect(agree(theirs, ours)).toEqual(expected);
	});
	test.each([
		["1.0.0", "1.0.0", 0],
		["0.9.9", "1.0.0", -1],
		["1.10.0", "1.9.0", 1],
		["2.0.0-beta", "2.0.0", 0],
		["nonsense", "0.0.1", -1],
	])("%s against %s", (a, b, sign) => {
		expect(Math.sign(compareReleases(a, b))).toBe(sign);
	});
});

test("handles and ids", () => {
	expect(tabNumber(tabHandle(12))).toBe(12);
	for (const odd of ["", "12", "t", "t0", "t-1", "t1.5", "t12 ", "t9999999999999999"])
		expect(tabNumber(odd), odd).toBeUndefined();
	expect(newId("c")).toMatch(/^c_[0-9a-z]{16}$/);
	expect(newSecret("s")).toMatch(/^s_[0-9a-z]{32}$/);
	for (const make of [newId, newSecret])
		expect(new Set(Array.from({ length: 1_000 }, () => make("c"))).size).toBe(1_000);
});

test("an error crosses the wire whole", () => {
	const error = new ReinsError("stale_ref", "Gone.", { data: { ref: "e1" } });
	const back = ReinsError.fromWire(JSON.parse(JSON.stringify(error.toWire())));
	expect(back.toWire()).toEqual({
		code: "stale_ref",
		message: "Gone.",
		hint: errorTable.stale_ref.hint,
		retry: "after_fix",
		data: { ref: "e1" },
	});
	expect(ReinsError.from(new TypeError("odd"))).toMatchObject({ code: "internal", message: "odd" });
	expect(ReinsError.from("text")).toMatchObject({ code: "internal", message: "text" });
});

test("every error says when, what next and whether to repeat", () => {
	for (const [code, row] of Object.entries(errorTable)) {
		expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
		expect(errorOccasions[code as ErrorCode].length, code).toBeGreaterThan(10);
		expect(row.hint.length, code).toBeGreaterThan(5);
	}
});

// Literals: a change here is a change of what policy judges.
test("effect and scope of every primitive and kit function", () => {
	expect(
		Object.fromEntries(
			Object.entries(primitives).map(([name, { effect, scope }]) => [name, `${effect} ${scope}`]),
		),
	).toEqual({
		"tabs.list": "read session",
		"tabs.open": "navigate argument",
		"tabs.close": "navigate session",
		"tabs.activate": "navigate session",
		"nav.go": "navigate argument",
		"nav.history": "navigate document",
		"nav.reload": "navigate document",
		frames: "read document",
		"page.call": "kit document",
		"input.dispatch": "act document",
		"input.drag": "act document",
		"files.set": "upload document",
		"files.drop": "upload document",
		"dialog.answer": "act document",
		"nav.stop": "navigate document",
		capture: "read document",
		eval: "eval document",
	});
	expect(kitEffects).toEqual({
		snapshot: "read",
		getText: "read",
		locate: "read",
		locateAt: "read",
		box: "read",
		fill: "act",
		watch: "read",
		settle: "read",
		frameOwners: "read",
		pageInfo: "read",
		find: "read",
		getHtml: "read",
		markdown: "read",
		links: "read",
		images: "read",
		outline: "read",
		tables: "read",
		formValues: "read",
		metadata: "read",
		inspect: "read",
		count: "read",
		labels: "read",
		drawLabels: "read",
		beginWidePicture: "read",
		endWidePicture: "read",
		scroll: "read",
		choose: "act",
		caretToEnd: "act",
		optionOf: "read",
		fileField: "read",
		isChosen: "read",
		waitFor: "read",
	});
});

test("text from elsewhere becomes one plain line", () => {
	expect(printable("  a\n\tb  ")).toBe("a b");
	expect(printable("\u001b]52;c;aGk=\u0007x\u009b31m")).toBe("]52;c;aGk= x 31m");
	expect(printable("user\u202egpj.exe\u200b!")).toBe("user gpj.exe!");
	expect(printable("\u{e0041}tag")).toBe("tag");
	expect(printable("x".repeat(400))).toBe(`${"x".repeat(300)}…`);
	expect(printable("Grüße, 世界 👋")).toBe("Grüße, 世界 👋");
});

test("a trace tells of every hop", () => {
	const trace = new Trace("t");
	const heard: string[] = [];
	trace.onHop = (hop) => heard.push(hop);
	trace.mark("one");
	trace.take([{ hop: "elsewhere", at: 5 }]);
	trace.mark("two");
	expect(trace.hops.map(({ hop }) => hop)).toEqual(["one", "elsewhere", "two"]);
	expect(heard).toEqual(["one", "two"]);
});

test("waiting ends with the work or with the signal", async () => {
	const controller = new AbortController();
	await expect(orAborted(Promise.resolve(1), controller.signal)).resolves.toBe(1);
	const never = [1, 2].map(() => orAborted(new Promise(() => {}), controller.signal));
	await expect(orAborted(Promise.reject(new Error("failed")), controller.signal)).rejects.toThrow("failed");
	controller.abort(new Error("given up"));
	for (const one of never) await expect(one).rejects.toThrow("given up");
	await expect(orAborted(new Promise(() => {}), controller.signal)).rejects.toThrow("given up");
});

describe("a signal for less time than another", () => {
	/** What nobody holds is gone after this. */
	const collectGarbage = () => {
		setFlagsFromString("--expose-gc");
		(runInNewContext("gc") as () => void)();
	};

	test("is aborted in its time, also where nobody holds it but who waits", async () => {
		const outer = new AbortController();
		const waiting = orAborted(new Promise(() => {}), within(outer.signal, 50));
		collectGarbage();
		await expect(waiting).rejects.toThrow("Not within 50 ms");
		expect(outer.signal.aborted).toBe(false);
	});

	test("is aborted with the other one", async () => {
		const outer = new AbortController();
		const waiting = orAborted(new Promise(() => {}), within(outer.signal, 60_000));
		outer.abort(new Error("given up"));
		await expect(waiting).rejects.toThrow("given up");
		expect(within(outer.signal, 60_000).reason).toBe(outer.signal.reason);
	});
});
