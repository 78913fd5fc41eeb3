// Sessions outlive their connection for a while, and only their secret id brings one back.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limits, type PeerHello } from "@reins/protocol";
import { until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { greeted, hello, type RawClient, startBroker } from "./broker-on-socket.ts";

let running: Awaited<ReturnType<typeof startBroker>>;
beforeAll(async () => {
	running = await startBroker();
});
afterAll(() => running.end());

interface Ack {
	session: { id: string; label: string; resumed: boolean };
}

async function enter(resume?: string): Promise<{ client: RawClient; ack: Ack }> {
	const base = hello();
	const session = { ...base.session, ...(resume && { resume }) } as NonNullable<PeerHello["session"]>;
	const client = await greeted(running.places, { ...base, session });
	return { client, ack: (await client.next()) as unknown as Ack };
}

async function sessions(): Promise<{ label: string; connected: boolean }[]> {
	const asking = await greeted(running.places, hello({ role: "control" }));
	await asking.next();
	const answer = (await asking.call("status", {})) as {
		result: { sessions: { label: string; connected: boolean }[] };
	};
	asking.end();
	return answer.result.sessions;
}

test("a lost client comes back to its session by the secret id", async () => {
	const first = await enter();
	expect(first.ack.session.resumed).toBe(false);
	first.client.end();
	await until("the client is seen as gone", async () =>
		(await sessions()).some(({ connected }) => !connected),
	);
	const again = await enter(first.ack.session.id);
	expect(again.ack.session).toEqual({ ...first.ack.session, resumed: true });

	const thief = await enter(first.ack.session.id);
	expect(thief.ack.session.resumed).toBe(false);
	expect(thief.ack.session.id).not.toBe(first.ack.session.id);
	const guess = await enter("s_00000000000000000000000000000000");
	expect(guess.ack.session.resumed).toBe(false);
	for (const { client } of [again, thief, guess]) client.end();
});

test("after the grace the session is gone", { timeout: limits.sessionGrace * 4 }, async () => {
	const first = await enter();
	first.client.end();
	await until("no session is left", async () => (await sessions()).length === 0, limits.sessionGrace * 2);
	const late = await enter(first.ack.session.id);
	expect(late.ack.session.resumed).toBe(false);
	late.client.end();
});

test("the secret id is in no log", async () => {
	const { client, ack } = await enter();
	await client.call("tool.call", { tool: "tabs_list", args: {} });
	client.end();
	const log = readFileSync(join(running.places.logs, "broker.log"), "utf8");
	expect(log).toContain("peer_joined");
	expect(log).not.toContain(ack.session.id);
});
