// JSON Schema from the schemas in the sources, always in the same dialect and from the sender's side.

import * as z from "zod/mini";

export const dialect = "https://json-schema.org/draft/2020-12/schema";

export function toSchema(schema) {
	const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
	return rest;
}

const largest = Number.MAX_SAFE_INTEGER;

/** A schema in the words of a table cell. */
export function inWords(schema) {
	if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
	if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
	if (schema.anyOf) return schema.anyOf.map(inWords).join(" or ");
	if (schema.type === "array") return `list of ${inWords(schema.items ?? {})}`;
	return `${schema.type ?? "any value"}${range(schema)}`;
}

function range({ minimum = -largest, maximum = largest }) {
	if (minimum > -largest && maximum < largest) return `, ${minimum} to ${maximum}`;
	if (minimum > -largest) return `, at least ${minimum}`;
	return maximum < largest ? `, at most ${maximum}` : "";
}
