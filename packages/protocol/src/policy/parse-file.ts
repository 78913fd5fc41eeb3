// The person's policy file, from text. Whatever is wrong with it is an error that stops the start: a
// file that is half understood would be a policy that nobody wrote.

import type * as z from "zod/mini";
import { ReinsError } from "../errors.ts";
import { JsonSyntaxError, type ParsedJson, type Place, parseJsonWithComments } from "./json-with-comments.ts";
import { type PolicyFile, policyFileSchema } from "./policy.ts";

type Issue = z.core.$ZodIssue;

/** Throws `bad_args`; the message and `data.problems` say what is wrong, with line and column. */
// @guard policy-file
export function parsePolicyFile(text: string): PolicyFile {
	const json = parse(text);
	const parsed = policyFileSchema.safeParse(json.value);
	if (parsed.success) return parsed.data;
	throw failure(parsed.error.issues.flatMap((issue) => problemsOf(issue, json)));
}

interface Problem {
	message: string;
	place: Place | undefined;
}

function parse(text: string): ParsedJson {
	try {
		return parseJsonWithComments(text);
	} catch (error) {
		if (error instanceof JsonSyntaxError) throw failure([{ message: error.message, place: error.place }]);
		throw error;
	}
}

function problemsOf(issue: Issue, json: ParsedJson): Problem[] {
	if (issue.code === "unrecognized_keys") {
		return issue.keys.map((key) => {
			const path = [...issue.path, key];
			return { message: `${written(path)}: this key is not known`, place: json.placeOf(path) };
		});
	}
	const path = [...issue.path];
	// Something that is missing has no place of its own.
	const place = json.placeOf(path) ?? json.placeOf(path.slice(0, -1));
	return [{ message: `${written(path)}: ${described(issue)}`, place }];
}

function described(issue: Issue): string {
	switch (issue.code) {
		case "custom":
			return issue.message.replace(/\.$/, "");
		case "invalid_value":
			return `this must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
		case "invalid_type":
			return `this must be ${withArticle(issue.expected)}`;
		case "too_small":
			return "this must not be empty";
		default:
			return "this is not valid";
	}
}

function withArticle(type: string): string {
	if (type === "array") return "a list";
	if (type === "boolean") return "true or false";
	if (type === "string") return "a text";
	return `an ${type}`;
}

/** `allow[0].origins`, as one would write it in a program. */
function written(path: readonly PropertyKey[]): string {
	const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
	return text === "" ? "the whole" : text.replace(/^\./, "");
}

function failure(problems: Problem[]): ReinsError {
	const lines = problems.map(({ message, place }) =>
		place === undefined ? message : `line ${place.line}, column ${place.column}: ${message}`,
	);
	return new ReinsError("bad_args", `The policy file is not valid: ${lines.join("; ")}.`, {
		hint: "Correct the file at the places named in the message.",
		data: { problems: problems.map(({ message, place }) => ({ message, ...place })) },
	});
}
