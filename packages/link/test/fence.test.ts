// The fence by CDP, by what it asks of the browser: that it stands, whom it lets pass, and what it says.

import { expect, test } from "vitest";
import { CdpFence, fencedOff } from "../src/fence.ts";

const GOOD = "https://good.example/";
const EVIL = "https://evil.example/a?token=hush";

async function answerTo(url: string, frameId: string): Promise<string[]> {
	const sent: string[] = [];
	const fence = new CdpFence({ mayLoad: (asked) => asked === GOOD });
	const send = async (method: string) => {
		sent.push(method);
		return {};
	};
	const params = { requestId: "r", frameId, request: { url } };
	fence.receive(send, "Fetch.requestPaused", params, (id) => id === "child");
	fence.receive(send, "Fetch.authRequired", params, () => false);
	return sent;
}

test("it stands: every document is asked about, no worker answers, nothing is made ready beforehand", async () => {
	const sent: [string, object | undefined][] = [];
	await new CdpFence({ mayLoad: () => true }).raise(async (method, params) => {
		sent.push([method, params]);
		return {};
	});
	expect(sent).toEqual([
		// Without it the next one does nothing.
		["Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }],
		["Network.setBypassServiceWorker", { bypass: true }],
		["Page.setPrerenderingAllowed", { isAllowed: false }],
		["Fetch.enable", { patterns: [{ resourceType: "Document" }] }],
	]);
});

test("frames of other processes are met in the same way, where frames are fenced", async () => {
	const sent: string[] = [];
	const frames = new CdpFence({ mayLoad: () => true, mayFrame: () => false });
	await frames.raiseInFrame?.(async (method) => {
		sent.push(method);
		return {};
	});
	expect(sent).toEqual(["Network.enable", "Network.setBypassServiceWorker", "Fetch.enable"]);
	expect(new CdpFence({ mayLoad: () => true, mayFrame: undefined }).raiseInFrame).toBeUndefined();
});

test("what may be loaded passes, and nothing else", async () => {
	expect(await answerTo(GOOD, "main")).toEqual(["Fetch.continueRequest"]);
	expect(await answerTo(EVIL, "main")).toEqual(["Fetch.failRequest"]);
	expect(await answerTo("data:text/html,hi", "main")).toEqual(["Fetch.failRequest"]);
});

test("a frame in the page loads what it likes", async () => {
	expect(await answerTo(EVIL, "child")).toEqual(["Fetch.continueRequest"]);
});

test("what was refused is named by its site alone", () => {
	const { code, message, data } = fencedOff(EVIL);
	expect(code).toBe("policy_denied");
	expect(message).toContain("https://evil.example,");
	expect(JSON.stringify([message, data])).not.toContain("hush");
	expect(fencedOff("file:///home/ada/secret.txt").message).toContain("another page");
});
