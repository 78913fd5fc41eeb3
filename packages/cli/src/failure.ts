// What a command that failed says. In a file of its own: who imports a whole package at run time carries all of it.

import { plain, ReinsError } from "@reins/protocol";

/** Writes it, and answers the code to end with. */
export function tellFailure(thrown: unknown): number {
	const { code, message, hint } = ReinsError.from(thrown);
	process.stderr.write(plain(`reins: ${code}: ${message}\n  ${hint}\n`));
	return code === "bad_args" ? 2 : 1;
}
