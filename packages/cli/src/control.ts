// Asking a running broker something, without starting one.

import type { HostSystem } from "@reins/broker";
import { BrokerClient } from "@reins/broker/client";
import {
	limits,
	type Method,
	type MethodParams,
	type MethodResults,
	ReinsError,
	Trace,
} from "@reins/protocol";
import { release } from "./release.ts";

/** Resolves to undefined where no broker runs. */
export async function askBroker<M extends Method>(
	method: M,
	params: MethodParams<M>,
	places?: HostSystem["places"],
): Promise<MethodResults[M] | undefined> {
	const identity = { name: "reins cli", version: release, release };
	const client = new BrokerClient({ identity, ...(places && { places }) });
	try {
		return await client.call(method, params, { deadline: limits.callDeadline, trace: new Trace() });
	} catch (error) {
		if (error instanceof ReinsError && (error.data?.["nobody"] || error.code === "broker_replaced"))
			return undefined;
		throw error;
	} finally {
		await client.close();
	}
}
