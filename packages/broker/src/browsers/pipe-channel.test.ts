import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { PipeChannel } from "./pipe-channel.ts";
import { eventually } from "./test-support.ts";

function pair(largest?: number) {
	const sent: Buffer[] = [];
	const writer = new Writable({
		write: (chunk: Buffer, _encoding, done) => {
			sent.push(chunk);
			done();
		},
	});
	const reader = new PassThrough();
	const channel = new PipeChannel(writer, reader, largest);
	const messages: string[] = [];
	const closed: string[] = [];
	channel.onMessage = (message) => messages.push(message);
	channel.onClose = (reason) => closed.push(reason);
	return { channel, writer, reader, messages, closed, text: () => Buffer.concat(sent).toString() };
}

describe("PipeChannel", () => {
	it("ends each message with a zero", () => {
		const { channel, text } = pair();
		channel.send("one");
		channel.send("zwei ü");
		expect(text()).toBe("one\0zwei ü\0");
	});

	it("takes messages apart wherever the pieces break, in a character too", async () => {
		const { reader, messages } = pair();
		const bytes = Buffer.from('{"a":"ü€😀"}\0\0second\0third');
		for (const byte of bytes) reader.write(Buffer.from([byte]));
		reader.write(Buffer.from("\0"));
		await eventually("all messages", () => messages.length === 4);
		expect(messages).toEqual(['{"a":"ü€😀"}', "", "second", "third"]);
	});

	it("reads several messages of one piece", async () => {
		const { reader, messages } = pair();
		reader.write(Buffer.from("a\0b\0c"));
		reader.write(Buffer.from("d\0"));
		await eventually("all messages", () => messages.length === 3);
		expect(messages).toEqual(["a", "b", "cd"]);
	});

	it("joins 32 MB in small pieces without going over them again and again", async () => {
		const { reader, messages } = pair();
		const piece = Buffer.alloc(8 * 1_024, "x");
		const started = performance.now();
		for (let i = 0; i < 4_096; i++) reader.write(piece);
		reader.write(Buffer.from("\0"));
		await eventually("the message", () => messages.length === 1, 10_000);
		expect(messages[0]).toHaveLength(32 * 1_024 * 1_024);
		// Joining at every piece would move 64 GB.
		expect(performance.now() - started).toBeLessThan(5_000);
	});

	it("closes on a message that is too large", async () => {
		const { reader, messages, closed } = pair(1_000);
		reader.write(Buffer.alloc(1_001, "x"));
		await eventually("closed", () => closed.length === 1);
		expect(closed[0]).toContain("1000 bytes");
		expect(messages).toEqual([]);
	});

	it("closes once, whoever ends it first", async () => {
		const { channel, reader, writer, closed } = pair();
		reader.end();
		await eventually("closed", () => closed.length > 0);
		channel.close();
		await eventually("both ends let go", () => reader.closed && writer.closed);
		expect(closed).toHaveLength(1);
	});

	it("says so when it is closed here, and lets nothing through afterwards", async () => {
		const { channel, reader, messages, closed } = pair();
		channel.onMessage = (message) => {
			messages.push(message);
			channel.close();
		};
		reader.write(Buffer.from("a\0b\0"));
		await eventually("closed", () => closed.length > 0);
		expect(messages).toEqual(["a"]);
		expect(closed).toEqual(["closed by Reins"]);
		expect(() => channel.send("x")).toThrow(expect.objectContaining({ code: "browser_gone" }));
	});

	it("closes when writing fails", async () => {
		const { writer, closed } = pair();
		writer.destroy(new Error("EPIPE"));
		await eventually("closed", () => closed.length === 1);
		expect(closed[0]).toContain("EPIPE");
	});

	it("tells a listener that comes after the end", async () => {
		const channel = new PipeChannel(new PassThrough(), new PassThrough());
		channel.close();
		const reason = await new Promise<string>((resolve) => {
			channel.onClose = resolve;
		});
		expect(reason).toBe("closed by Reins");
	});
});
