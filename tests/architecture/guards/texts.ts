// Tracked text must mean the same on every machine: no path of somebody's disk, no registry of somebody's network.

import type { Guard } from "../tree.ts";

// A slash after a word, a dot or a closing bracket is the middle of a longer path or URL, and a slash that is
// followed by a word and another slash alone is a regular expression.
const personal = /(?<![\w.}\])\\-])\/(?:(?:root|work)(?=\/[\w.-]|["'`\s,;:)]|$)|(?:home|Users)\/([\w.-]+))/g;
/** Names that stand for nobody, in tests and examples. */
const nobody = new Set(["a", "b", "me", "you", "user", "ada", "alice", "bob", "linuxbrew"]);
const registry = /https?:\/\/[^\s"'`<>)]*(?:registry|artifactory|verdaccio|nexus|npmmirror)[^\s"'`<>)]*/gi;

export const textsAreOfNoMachine: Guard = (files) =>
	files.flatMap(({ path, text }) =>
		text.split("\n").flatMap((line, index) => {
			const paths = [...line.matchAll(personal)].filter(([, name]) => !name || !nobody.has(name));
			return [...paths, ...line.matchAll(registry)].map(([match]) => `${path}:${index + 1}: ${match}`);
		}),
	);
