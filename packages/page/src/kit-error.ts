// The one way to fail inside the kit: a code of the shared table, words for the agent and data for the
// driver. `kit.ts` turns it into a reply; nothing of it is thrown across the wire.

import type { ErrorCode } from "@reins/protocol";

export class KitError extends Error {
	override readonly name = "KitError";
	readonly code: ErrorCode;
	readonly data: Record<string, unknown> | undefined;

	constructor(code: ErrorCode, message: string, data?: Record<string, unknown>) {
		super(message);
		this.code = code;
		this.data = data;
	}
}
