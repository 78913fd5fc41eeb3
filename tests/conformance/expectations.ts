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

const emptied = "The kit fails on a document without an element (innerText of null): a defect to be mended.";

export const expectations: readonly Expectation[] = [
	{ link: "managed", id: "reading/a document that a script has emptied is an empty page", reason: emptied },
	{ link: "extension", id: "reading/a document that a script has emptied is an empty page", reason: emptied },
	{
		link: "extension-headed",
		id: "reading/a document that a script has emptied is an empty page",
		reason: emptied,
	},
];
