// The revisions of MCP that are spoken. Up to 2025-11-25 a client begins with `initialize`; since 2026-07-28 there is
// no beginning, and every request says in its `_meta` which revision it is and who asks.

import { errorCodes, isObject, type Params, RpcError } from "./json-rpc.ts";

/** The newest first: it is offered to a client that asks for one that we do not know. */
const withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;
export const withEnvelope = ["2026-07-28"] as const;

const PREFIX = "io.modelcontextprotocol/";
export const metaKeys = {
	version: `${PREFIX}protocolVersion`,
	client: `${PREFIX}clientInfo`,
	capabilities: `${PREFIX}clientCapabilities`,
	server: `${PREFIX}serverInfo`,
	subscription: `${PREFIX}subscriptionId`,
} as const;

export interface ClientInfo {
	name: string;
	version: string;
}

export function agreedRevision(asked: unknown): string {
	if (typeof asked !== "string") throw new RpcError(errorCodes.invalidParams, "protocolVersion is a string.");
	return withHandshake.find((known) => known === asked) ?? withHandshake[0];
}

/** What a request says of itself; absent where it says nothing, and is one of the older revisions. */
export function envelopeOf({ _meta: meta }: Params): { client: ClientInfo | undefined } | undefined {
	const version = isObject(meta) ? (meta[metaKeys.version] ?? undefined) : undefined;
	if (!isObject(meta) || version === undefined) return undefined;
	if (typeof version !== "string") throw wrong(metaKeys.version, "is a string");
	if (!withEnvelope.some((known) => known === version)) {
		const requested = version.slice(0, 60);
		throw new RpcError(errorCodes.unsupportedVersion, `Unsupported protocol version: ${requested}`, {
			supported: withEnvelope,
			requested,
		});
	}
	if (!isObject(meta[metaKeys.capabilities]))
		throw wrong(metaKeys.capabilities, "is needed, and is an object");
	if ((meta[metaKeys.client] ?? undefined) === undefined) return { client: undefined };
	const client = clientInfo(meta[metaKeys.client]);
	if (!client) throw wrong(metaKeys.client, "is an object with a name and a version");
	return { client };
}

export function clientInfo(value: unknown): ClientInfo | undefined {
	if (!isObject(value)) return undefined;
	const { name, version } = value;
	return typeof name === "string" && typeof version === "string" ? { name, version } : undefined;
}

/** Which changes a client wants to hear of. */
export function checkSubscription({ notifications }: Params): void {
	const isFlag = (value: unknown) => typeof (value ?? false) === "boolean";
	const isList = (value: unknown) =>
		Array.isArray(value ?? []) && ((value ?? []) as unknown[]).every((one) => typeof one === "string");
	const fits =
		isObject(notifications) &&
		["toolsListChanged", "promptsListChanged", "resourcesListChanged"].every((key) =>
			isFlag(notifications[key]),
		) &&
		isList(notifications["resourceSubscriptions"]);
	if (!fits)
		throw new RpcError(errorCodes.invalidParams, "subscriptions/listen: notifications is no filter.");
}

function wrong(key: string, rule: string): RpcError {
	return new RpcError(errorCodes.invalidParams, `_meta: ${key} ${rule}.`);
}
