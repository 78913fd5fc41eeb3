// contracts/bridge.schema.json: everything that crosses a socket of Reins. A message is valid if it fits one of
// the definitions; methods, primitives and kit functions stand beside them under `x-` keys.

import { dialect, toSchema } from "./json-schema.mjs";

export function bridgeSchema({
	messages,
	methodParams,
	bridgeParams,
	primitives,
	kitEffects,
	protocolRange,
}) {
	const definitions = mapValues(messages, toSchema);
	const schema = {
		$schema: dialect,
		title: "The wire of Reins",
		description:
			"One message is one JSON object behind a 32-bit little-endian length. Made by `npm run gen` from packages/protocol; changes by hand are lost.",
		oneOf: Object.keys(definitions).map((name) => ({ $ref: `#/$defs/${name}` })),
		$defs: definitions,
		"x-protocol": protocolRange,
		"x-methods": mapValues(methodParams, (params) => ({ params: toSchema(params) })),
		"x-bridge-methods": mapValues(bridgeParams, (params) => ({ params: toSchema(params) })),
		"x-primitives": mapValues(primitives, ({ effect, scope, params, result }) => ({
			effect,
			scope,
			params: toSchema(params),
			result: toSchema(result),
		})),
		"x-kit": mapValues(kitEffects, (effect) => ({ effect })),
	};
	return `${JSON.stringify(schema, null, "\t")}\n`;
}

function mapValues(record, change) {
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
