// What is wrong with an argument, in words that say what would be right.

import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;

export function wrongArgument(issue: Issue): string {
	if (issue.code === "unrecognized_keys")
		return `unknown argument ${issue.keys.map((key) => `"${[...issue.path, key].join(".")}"`).join(", ")}`;
	return `${issue.path.join(".") || "arguments"}: ${whatIsWanted(issue)}`;
}

function whatIsWanted(issue: Issue): string {
	switch (issue.code) {
		case "invalid_type":
			return `must be ${names[issue.expected] ?? issue.expected}`;
		case "invalid_value":
			return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
		case "too_small":
			return `must ${measure(issue.origin)} at least ${issue.minimum}`;
		case "too_big":
			return `must ${measure(issue.origin)} at most ${issue.maximum}`;
		default:
			return issue.message;
	}
}

const names: Record<string, string> = {
	int: "a whole number",
	number: "a number",
	string: "text",
	boolean: "true or false",
	array: "a list",
	object: "an object",
};

function measure(origin: string): string {
	return origin === "number" || origin === "int" ? "be" : "have";
}
