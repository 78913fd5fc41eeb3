// One guard, two questions: does the tree pass, and does the guard notice what it is there for?

import { describe, expect, it } from "vitest";
import { type Guard, planted, readTree, type TreeFile } from "./tree.ts";

export const tree: readonly TreeFile[] = readTree();

export interface Plant {
	/** The violation, in words. */
	what: string;
	file: TreeFile;
	/** How the guard must speak of it. */
	seen: RegExp;
}

export function guarded(name: string, guard: Guard, plants: readonly Plant[]): void {
	describe(name, () => {
		it("holds", () => {
			expect(guard(tree)).toEqual([]);
		});

		it.each(plants)("sees $what", ({ file, seen }) => {
			const before = new Set(guard(tree));
			const noticed = guard(planted(tree, file)).filter((violation) => !before.has(violation));
			expect(noticed.join("\n")).toMatch(seen);
		});
	});
}

/** A file of the tree with something in it exchanged. */
export function changed(path: string, change: (text: string) => string): TreeFile {
	const file = tree.find((one) => one.path === path);
	if (!file) throw new Error(`${path} is not in the tree.`);
	const text = change(file.text);
	if (text === file.text) throw new Error(`${path}: the change changed nothing.`);
	return { path, text };
}

export function changedJson(path: string, change: (value: Record<string, Json>) => void): TreeFile {
	return changed(path, (text) => {
		const value = JSON.parse(text) as Record<string, Json>;
		change(value);
		return JSON.stringify(value);
	});
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
