// What the person has switched off stays off until they switch it on, whatever is restarted meanwhile.

import { ReinsError } from "@reins/protocol";
import type { WorkerState } from "./state.ts";

/** Why nothing may be done in this browser; undefined where something may. */
// @guard off-is-off
export function whyOff(state: WorkerState): ReinsError | undefined {
	if (state.get("killed") || state.get("disconnected")) return killedError();
	return state.get("userDetached") ? detachedError() : undefined;
}

export function requireOn(state: WorkerState): void {
	const off = whyOff(state);
	if (off) throw off;
}

export function killedError(): ReinsError {
	return new ReinsError("killed", "The person has switched Reins off in this browser.");
}

export function detachedError(): ReinsError {
	return new ReinsError("user_detached", "The person has cancelled the debugging of this browser.");
}
