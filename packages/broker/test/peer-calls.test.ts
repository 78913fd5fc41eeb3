// The calls of one client: told apart by their ids, and not without end.

import { limits } from "@reins/protocol";
import { until } from "@reins/testkit";
import { expect, test } from "vitest";
import { Peer, type PeerHost } from "../src/daemon/peer.ts";
import type { MessageSocket } from "../src/wire/message-socket.ts";
import { hello } from "./broker-on-socket.ts";

/** A client that was welcomed, and whose calls are never answered. */
async function welcomed() {
	const sent: Record<string, unknown>[] = [];
	const socket = {
		closed: false,
		onMessage: (_message: unknown) => {},
		onClose: () => {},
		send: (message: Record<string, unknown>) => void sent.push(message),
		open() {},
		close() {},
	};
	const served: string[] = [];
	const host = {
		welcome: async () => ({ type: "peerHelloAck" }),
		serve: (_peer: Peer, method: string) => {
			served.push(method);
			return new Promise(() => {});
		},
		left() {},
	} as unknown as PeerHost;
	const peer = new Peer(socket as unknown as MessageSocket, host, hello());
	await until("it is welcome", () => peer.greeted);
	const call = (id: string) =>
		socket.onMessage({
			type: "rpc",
			id,
			method: "status",
			params: {},
			deadline: 1_000,
			progress: false,
			trace: { id: "t", hops: [] },
		});
	return { sent, served, call };
}

test("an id that is in use is not used again", async () => {
	const { call, served } = await welcomed();
	call("a");
	expect(() => call("a")).toThrow(expect.objectContaining({ code: "bad_frame" }));
	call("b");
	expect(served).toHaveLength(2);
});

test("only so many are open, and one more is answered at once", async () => {
	const { call, served, sent } = await welcomed();
	for (let count = 0; count < limits.openCalls; count++) call(`c${count}`);
	call("more");
	expect(served).toHaveLength(limits.openCalls);
	expect(sent.at(-1)).toMatchObject({ id: "more", ok: false, error: { code: "backpressure" } });
});
