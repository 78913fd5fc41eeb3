// Tracked text must mean the same on every machine: no path of somebody's disk, no registry of somebody's network.

import { homedir } from "node:os";
import { root, type TreeFile } from "../tree.ts";

// A slash after a word, a dot or a brace is the middle of a longer path or URL.
const personal = /(?<![\w.}\])-])\/(?:root|work)(?![\w-])|(?<![\w.}\])-])\/(?:home|Users)\/([\w.-]+)/g;
/** Names that stand for nobody, in tests and examples. */
const nobody = new Set(["a", "b", "me", "you", "user", "ada", "alice", "bob", "linuxbrew"]);
const registry = /https?:\/\/[^\s"'`<>)]*(?:registry|artifactory|verdaccio|nexus|npmmirror)[^\s"'`<>)]*/gi;

/** `here` are the paths of this very machine, which must not be in any file either. */
export function textsAreOfNoMachine(files: readonly TreeFile[], here = thisMachine()): string[] {
	return files.flatMap(({ path, text }) =>
		text.split("\n").flatMap((line, index) => {
			const found = [
				...[...line.matchAll(personal)].filter(([, name]) => name === undefined || !nobody.has(name)),
				...line.matchAll(registry),
			].map(([match]) => match);
			for (const place of here) if (line.includes(place)) found.push(place);
			return [...new Set(found)].map((match) => `${path}:${index + 1}: ${match}`);
		}),
	);
}

function thisMachine(): string[] {
	return [root.replace(/[/\\]$/, ""), homedir()].filter((place) => place.length > 5);
}
