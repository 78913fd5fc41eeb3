import { expect, test } from "vitest";
import { CdpConnection, type TextChannel } from "../src/index.ts";

/** A channel whose other end is the test. */
class FakeChannel implements TextChannel {
	sent: Record<string, unknown>[] = [];
	onMessage: (message: string) => void = () => {};
	onClose: (reason: string) => void = () => {};
	closed = false;
	send(message: string): void {
		this.sent.push(JSON.parse(message));
	}
	close(): void {
		this.closed = true;
	}
	answer(message: object): void {
		this.onMessage(JSON.stringify(message));
	}
}

function pair() {
	const channel = new FakeChannel();
	return { channel, connection: new CdpConnection(channel) };
}

test("answers find their command, whatever their order", async () => {
	const { channel, connection } = pair();
	const one = connection.send("A.one");
	const two = connection.send("A.two", { x: 1 }, "S");
	expect(channel.sent).toEqual([
		{ id: 1, method: "A.one", params: {} },
		{ id: 2, method: "A.two", params: { x: 1 }, sessionId: "S" },
	]);
	channel.answer({ id: 2, result: { n: 2 } });
	channel.answer({ id: 1, result: { n: 1 } });
	expect(await one).toEqual({ n: 1 });
	expect(await two).toEqual({ n: 2 });
	channel.answer({ id: 99, result: {} });
});

test("a refusal carries the browser's words", async () => {
	const { channel, connection } = pair();
	const refused = connection.send("A.one");
	channel.answer({ id: 1, error: { code: -1, message: "No", data: "because" } });
	await expect(refused).rejects.toMatchObject({ name: "CdpError", method: "A.one", message: "No (because)" });
});

test("events reach the listeners of their session only", () => {
	const { channel, connection } = pair();
	const seen: string[] = [];
	const stop = connection.listen("S", (method) => seen.push(`S ${method}`));
	connection.listen("", (method) => seen.push(`browser ${method}`));
	channel.answer({ method: "E.one", sessionId: "S" });
	channel.answer({ method: "E.two" });
	channel.answer({ method: "E.three", sessionId: "T" });
	stop();
	channel.answer({ method: "E.four", sessionId: "S" });
	expect(seen).toEqual(["S E.one", "browser E.two"]);
});

test("an abort stops waiting; a late answer is nobody's", async () => {
	const { channel, connection } = pair();
	const controller = new AbortController();
	const given = connection.send("A.one", {}, "", controller.signal);
	controller.abort(new Error("given up"));
	await expect(given).rejects.toThrow("given up");
	channel.answer({ id: 1, result: {} });
	await expect(connection.send("A.two", {}, "", controller.signal)).rejects.toThrow("given up");
	expect(channel.sent).toHaveLength(1);
});

test("a session that ends takes its commands along, and no others", async () => {
	const { channel, connection } = pair();
	const lost = connection.send("A.one", {}, "S");
	const kept = connection.send("A.two", {}, "T");
	connection.failSession("S", new Error("tab gone"));
	await expect(lost).rejects.toThrow("tab gone");
	channel.answer({ id: 2, result: {} });
	await expect(kept).resolves.toEqual({});
});

test.each([
	["the channel closes", (channel: FakeChannel) => channel.onClose("the pipe broke")],
	["something that is not JSON comes", (channel: FakeChannel) => channel.onMessage("nonsense")],
])("nothing stays pending when %s", async (_what, happen) => {
	const { channel, connection } = pair();
	const reasons: string[] = [];
	connection.onClose = (reason) => reasons.push(reason);
	const open = connection.send("A.one");
	happen(channel);
	await expect(open).rejects.toMatchObject({ code: "browser_gone" });
	await expect(connection.send("A.two")).rejects.toMatchObject({ code: "browser_gone" });
	expect(connection.closed).toBe(true);
	channel.onClose("again");
	expect(reasons).toHaveLength(1);
});
