// What the person gave agents to write and not to read.

import type { Guard } from "../guard.ts";

const unseen = "Its value is in no answer, error, log, file but the store, command line or environment";

export const secretGuards: readonly Guard[] = [
	{
		name: "secret-site",
		keeps: "A secret is revealed only to documents of the sites it is bound to.",
		promise: "A secret of the person's goes only into documents of its sites",
		file: "packages/broker/src/sessions/secret-link.ts",
		check: "isFor",
		gone: "return true;",
		tests: ["packages/broker/test/secret-link.test.ts"],
	},
	{
		name: "secret-mask",
		keeps: "A value is taken out of every text that leaves.",
		promise: unseen,
		file: "packages/broker/src/secrets/mask.ts",
		check: "maskOf",
		gone: "return (text) => text;",
		tests: ["packages/broker/test/secret-mask.test.ts"],
	},
	{
		name: "unshared-file",
		keeps: "A store that others may read or write is not used.",
		promise: unseen,
		file: "packages/broker/src/places/private-file.ts",
		check: "requireUnshared",
		gone: "return;",
		tests: ["packages/broker/test/secret-store.test.ts"],
	},
];
