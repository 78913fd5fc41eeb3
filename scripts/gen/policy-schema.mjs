// contracts/policy.schema.json: what a policy file may hold, for editors that help to write one.

import { dialect, toSchema } from "./json-schema.mjs";

export function policySchema({ policyFileSchema }) {
	const schema = {
		$schema: dialect,
		title: "A policy of Reins",
		description:
			"Which effects an agent may have on which sites; docs/policy.md explains it. Made by `npm run gen` from packages/protocol; changes by hand are lost.",
		...toSchema(policyFileSchema),
	};
	return `${JSON.stringify(schema, null, "\t")}\n`;
}
