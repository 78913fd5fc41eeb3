// Answers: whose words they are.

import type { Guard } from "../guard.ts";

const FENCE = ["packages/tools/test/fence.test.ts"];
const promise = "What a page wrote is marked as the page's";

export const toolGuards: readonly Guard[] = [
	{
		name: "fence-of-text",
		keeps: "What a page wrote stands between two lines that name it.",
		promise,
		file: "packages/tools/src/fence.ts",
		check: "fenced",
		gone: "return text;",
		tests: FENCE,
	},
	{
		name: "fresh-mark",
		keeps: "The mark is new for every answer.",
		promise,
		file: "packages/tools/src/fence.ts",
		check: "newNonce",
		gone: 'return "3f9a1c2e";',
		tests: FENCE,
	},
	{
		name: "unknown-mark",
		keeps: "No text has the mark in it.",
		promise,
		file: "packages/tools/src/fence.ts",
		check: "unknownTo",
		gone: "return nonce();",
		tests: FENCE,
	},
	{
		name: "imitated-fence",
		keeps: "Nothing but our own fence looks like one.",
		promise,
		file: "packages/tools/src/fence.ts",
		check: "unfenced",
		gone: "return text;",
		tests: FENCE,
	},
	{
		name: "origin-of-text",
		keeps: "Only an origin stands in the line that names one.",
		promise,
		file: "packages/tools/src/fence.ts",
		check: "siteOf",
		gone: "return origin;",
		tests: FENCE,
	},
	{
		name: "quoted-words",
		keeps: "A page's words within ours are in quotes, on one line.",
		promise,
		file: "packages/tools/src/words.ts",
		check: "quoted",
		gone: "return text as Own;",
		tests: FENCE,
	},
	{
		name: "single-words",
		keeps: "What is no single word is not shown as one.",
		promise,
		file: "packages/tools/src/words.ts",
		check: "word",
		gone: "return text as Own;",
		tests: FENCE,
	},
	{
		name: "answers-of-tools",
		keeps: "Only what tools have answered is told as an answer.",
		promise,
		file: "packages/broker/src/sessions/tool-call.ts",
		check: "answeredBefore",
		gone: "return ReinsError.from(thrown);",
		tests: ["packages/broker/test/session-judge.test.ts"],
	},
];
