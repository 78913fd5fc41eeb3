// docs/reference/errors.md: every code that an answer can carry, with what to do about it.

import { code, page, table } from "./markdown.mjs";

const meanings = {
	no: "the same call will fail again",
	safe: "the same call may be sent again as it is; nothing was done",
	after_fix: "send it again once the hint is followed",
	look_first: "something may have happened: look at the page before sending it again",
};

export function errorsPage({ errorTable, errorOccasions }) {
	const rows = Object.entries(errorTable);
	const used = [...new Set(rows.map(([, { retry }]) => retry))].sort();
	return page(
		"Errors",
		"packages/protocol/src/errors.ts",
		"An answer that is not a success carries `{code, message, hint, retry, data}`. Programs look at `code` and `retry`; `message` and `hint` are for people and models, and may change.",
		table(
			["retry", "meaning"],
			used.map((retry) => [code(retry), meanings[retry] ?? ""]),
		),
		table(
			["code", "when", "hint", "retry"],
			rows.map(([name, { hint, retry }]) => [code(name), errorOccasions[name], hint, code(retry)]),
		),
	);
}
