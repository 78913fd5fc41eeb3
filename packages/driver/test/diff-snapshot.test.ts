// What is said of the difference between two snapshots.

import { describe, expect, it } from "vitest";
import { diffSnapshots } from "../src/diff-snapshot.ts";

const text = (...lines: string[]) => lines.join("\n");

describe("diffSnapshots", () => {
	it("says nothing where nothing changed", () => {
		expect(diffSnapshots("", "")).toBe("");
		expect(diffSnapshots('- main [e1]\n  - text "a"', '- main [e1]\n  - text "a"')).toBe("");
	});

	it("marks what was added, removed and changed, under what it stands in", () => {
		const before = text(
			"- main [e1]",
			"  - form [e2]",
			'    - textbox "Name" [e3]',
			'    - button "Save" [e4] disabled',
			"- contentinfo [e5]",
			'  - text "old"',
		);
		const after = text(
			"- main [e1]",
			'  - alert "Saved" [e9]',
			"  - form [e2]",
			'    - textbox "Name" [e3] = "Ada"',
			'    - button "Save" [e4]',
			"- contentinfo [e5]",
		);
		expect(diffSnapshots(before, after)).toBe(
			text(
				"  - main [e1]",
				'+   - alert "Saved" [e9]',
				"    - form [e2]",
				'~     - textbox "Name" [e3] = "Ada"',
				'~     - button "Save" [e4]',
				"  - contentinfo [e5]",
				'−   - text "old"',
			),
		);
	});

	it("takes a row at the top of a list for one new line", () => {
		const rows = Array.from({ length: 30 }, (_, at) => `  - listitem "same" [e${at + 10}]`);
		const before = text("- list [e1]", ...rows, "  … 100 more list items [e90]");
		const after = text("- list [e1]", '  - listitem "same" [e99]', ...rows, "  … 101 more list items [e90]");
		expect(diffSnapshots(before, after)).toBe(
			text("  - list [e1]", '+   - listitem "same" [e99]', "~   … 101 more list items [e90]"),
		);
	});

	it("takes alike texts for as many as there are", () => {
		const before = text("- list [e1]", '  - text "x"', '  - text "x"');
		expect(diffSnapshots(before, text("- list [e1]", '  - text "x"'))).toBe('  - list [e1]\n−   - text "x"');
	});

	it("shows a thing that moved where it was and where it is", () => {
		const before = text('- link "A" [e1]', '- link "B" [e2]', '- link "C" [e3]');
		const after = text('- link "C" [e3]', '- link "A" [e1]', '- link "B" [e2]');
		expect(diffSnapshots(before, after)).toBe('+ - link "C" [e3]\n− - link "C" [e3]');
	});

	it("is not misled by what a page writes", () => {
		const before = text(String.raw`- text "see [e7] and \"[e8]"`, '- link "x" [e1]');
		const after = text('- text "see [e7] now"', '- link "x" [e1]');
		expect(diffSnapshots(before, after)).toBe(
			text(String.raw`− - text "see [e7] and \"[e8]"`, '+ - text "see [e7] now"'),
		);
	});

	it("keeps refs of frames apart", () => {
		const before = text('- link "x" [f1e1]', '- link "x" [f2e1]');
		const after = text('- link "x" [f2e1]');
		expect(diffSnapshots(before, after)).toBe('− - link "x" [f1e1]');
	});

	it("finds few changes in very many lines quickly", () => {
		const lines = Array.from({ length: 100_000 }, (_, at) => `- link "${at}" [e${at}]`);
		const started = process.cpuUsage();
		const changed = lines.with(50_000, '- link "other" [e50000]').toSpliced(70_000, 1);
		expect(diffSnapshots(lines.join("\n"), changed.join("\n"))).toBe(
			'~ - link "other" [e50000]\n− - link "70000" [e70000]',
		);
		expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000);
	});
});
