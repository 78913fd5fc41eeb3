// Sessions outlive their connection for a while, and only their secret id brings one back.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limits, type PeerHello } from "@reins/protocol";
import { until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionKey } from "../src/sessions/session.ts";
import { greeted, hello, type RawClient, startBroker } from "./broker-on-socket.ts";

let running: Awaited<ReturnType<typeof startBroker>>;
beforeAll(async () => {
	running = await startBroker();
});
afterAll(() => running.end());

interface Ack {
	session: { id: string; label: string; resumed: boolean };
}

type Asked = NonNullable<PeerHello["session"]>;

async function enter(resume?: string, more: Partial<Asked> = {}): Promise<{ client: RawClient; ack: Ack }> {
	const base = hello();
	const session = { ...base.session, ...(resume && { resume }), ...more } as Asked;
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

test.each(["s_1", "s_0000", "", "s_../../x", "S_00000000000000000000000000000000", "x".repeat(34)])(
	"an id that could be guessed is never taken from a client: %j",
	async (id) => {
		const { client, ack } = await enter(id);
		expect(ack.session.id).not.toBe(id);
		expect(ack.session.id).toMatch(/^s_[0-9a-z]{32}$/);
		client.end();
	},
);

test("what browsers are told of a session does not bring it back", async () => {
	const { client, ack } = await enter();
	const key = sessionKey(ack.session.id);
	expect(key).toMatch(/^[0-9a-f]{32}$/);
	expect(ack.session.id).not.toContain(key);
	expect(sessionKey(ack.session.id.replace(/.$/, ""))).not.toBe(key);
	const thief = await enter(key);
	expect(thief.ack.session.resumed).toBe(false);
	for (const one of [client, thief.client]) one.end();
});

test("a name brings back a session with the rights that it had, and with no others", async () => {
	const named = { label: "mine", named: true };
	const first = await enter(undefined, named);
	const gone = async () => (await sessions()).some(({ label, connected }) => label === "mine" && !connected);
	first.client.end();
	await until("it is seen as gone", gone);
	const options = { ...(hello().session as Asked).options, unsafeAllDomains: true };
	const wider = await enter(undefined, { ...named, options });
	expect(wider.ack.session.id).not.toBe(first.ack.session.id);
	const same = await enter(undefined, named);
	expect(same.ack.session).toMatchObject({ id: first.ack.session.id, resumed: true });
	const second = await enter(undefined, named);
	expect(second.ack.session.id).not.toBe(first.ack.session.id);
	for (const { client } of [wider, same, second]) client.end();
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
