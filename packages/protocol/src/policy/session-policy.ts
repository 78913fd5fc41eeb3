// The policy of a session in a browser of a kind, by what is at stake there: a context of our own has nothing of the
// person's in it, a browser that was found running may have everything.

import type { SessionOptions } from "../messages.ts";
import { effectivePolicy } from "./effective.ts";
import type { Policy, PresetName } from "./policy.ts";

/** A browser that Reins starts, one that runs with a debugging endpoint, and the person's own with the extension. */
export type BrowserKind = "managed" | "endpoint" | "extension";

export function sessionPolicy(options: SessionOptions, kind: BrowserKind): Policy {
	const usual = kind === "managed" ? "sandbox" : "strict";
	return effectivePolicy({
		preset: presetIn(kind, options.policy) ?? usual,
		...(options.policyFile && { file: options.policyFile }),
		flags: options,
	});
}

/** That nothing is at stake is a fact about a browser, which no flag can make true for a person's own. */
// @guard sandbox-is-a-fact
function presetIn(kind: BrowserKind, asked: PresetName | undefined): PresetName | undefined {
	return asked === "sandbox" && kind === "extension" ? "strict" : asked;
}
