// Cases that are known to fail over a link. Each needs a reason; one that passes, or that names a case which
// does not exist, fails the run, so that this list never lies.

import type { LinkName } from "./case.ts";

export interface Expectation {
	link: LinkName;
	/** The id of a case. */
	id: string;
	/** Why it cannot pass, in a sentence. */
	reason: string;
}

export const expectations: readonly Expectation[] = [
	...(["extension", "extension-headed"] as const).flatMap((link) =>
		["stop ends its script, and the page goes on", "it is left for its own site, and loaded again"].map(
			(name) => ({ link, id: `busy-pages/${name}`, reason: "Chrome lets no extension end a script." }),
		),
	),
];
