// What the person has switched off stays off until they switch it on, whatever is restarted meanwhile.

import { ReinsError } from "@reins/protocol";
import type { WorkerState } from "./state.ts";

/** Throws where nothing may be done in this browser. */
export function requireOn(state: WorkerState): void {
	if (state.get("killed") || state.get("disconnected")) throw killedError();
	if (state.get("userDetached")) throw detachedError();
}

export function killedError(): ReinsError {
	return new ReinsError("killed", "The person has switched Reins off in this browser.");
}

export function detachedError(): ReinsError {
	return new ReinsError("user_detached", "The person has cancelled the debugging of this browser.");
}
