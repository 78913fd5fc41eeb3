// The judge's place in a link, and the fence of a browser that Reins started.

import type { Guard } from "../guard.ts";

const JUDGED = ["packages/link/test/judged-link.test.ts", "tests/matrix/judges.test.ts"];
const FENCE = ["packages/link/test/fence.test.ts"];

export const linkGuards: readonly Guard[] = [
	{
		name: "judge-before",
		keeps: "Every primitive is judged on the committed document before it is done.",
		promise: "What is judged is the document that is there",
		file: "packages/link/src/judged-link.ts",
		check: "JudgedLink.#judge",
		gone: "return;",
		tests: JUDGED,
	},
	{
		name: "judge-after",
		keeps: "Where a step has led is judged before anything of it is told.",
		promise: "What is judged is the document that is there",
		file: "packages/link/src/judged-link.ts",
		check: "JudgedLink.#judgeArrival",
		gone: "return;",
		tests: JUDGED,
	},
	{
		name: "same-document",
		keeps: "What was judged for one document is not done in another.",
		promise: "What is judged is the document that is there",
		file: "packages/link/src/judged-link.ts",
		check: "requireSame",
		gone: "return;",
		tests: JUDGED,
	},
	{
		name: "frames-told",
		keeps: "Of a frame that may not be read, only whose it is is told.",
		promise: "What is judged is the document that is there",
		file: "packages/link/src/judged-link.ts",
		check: "JudgedLink.#judgeFrame",
		gone: "return row;",
		tests: JUDGED,
	},
	{
		name: "frame-address",
		keeps: "Where a frame is that may not be read is told to nobody.",
		promise: "What is judged is the document that is there",
		file: "packages/link/src/judged-link.ts",
		check: "JudgedLink.committed",
		gone: "return this.inner.committed(tab, signal, frame);",
		tests: JUDGED,
	},
	{
		name: "held-document",
		keeps: "From the judgement on the link holds on to the document.",
		promise: "What is judged is the document that is there",
		file: "packages/link/src/frame-document.ts",
		check: "FrameDocument.require",
		gone: "return;",
		tests: ["packages/link/test/frame-document.test.ts"],
	},
	{
		name: "fence-stands",
		keeps:
			"The fence stands before anything is loaded, and no worker of a site answers in the network's place.",
		promise: "A tab that a session opened asks nothing of a site that is not open",
		file: "packages/link/src/fence.ts",
		check: "CdpFence.raise",
		gone: "return Promise.resolve();",
		tests: FENCE,
	},
	{
		name: "fence-passes",
		keeps: "Only what may be loaded passes.",
		promise: "A tab that a session opened asks nothing of a site that is not open",
		file: "packages/link/src/fence.ts",
		check: "CdpFence.#passes",
		gone: "return true;",
		tests: FENCE,
	},
	{
		name: "service-workers",
		keeps: "Where Reins is let in, no service worker answers.",
		promise: "A tab that a session opened asks nothing of a site that is not open",
		file: "packages/link/src/fence.ts",
		check: "passServiceWorkers",
		gone: "return Promise.resolve();",
		tests: FENCE,
	},
	{
		name: "fence-words",
		keeps: "What was refused is named by its site alone.",
		promise: "A tab that a session opened asks nothing of a site that is not open",
		file: "packages/link/src/fence.ts",
		check: "siteOf",
		gone: "return url;",
		tests: FENCE,
	},
	{
		name: "chooser-of-frame",
		keeps: "A file chooser is answered only for the document that opened it.",
		promise: "Files go to pages only out of directories that were opened",
		file: "packages/link/src/given-files.ts",
		check: "requireAsked",
		gone: "return;",
		tests: ["packages/link/test/given-files.test.ts"],
	},
];
