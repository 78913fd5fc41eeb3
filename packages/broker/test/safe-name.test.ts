import { hostileNames } from "@reins/testkit";
import { expect, it } from "vitest";
import { safeName } from "../src/sessions/safe-name.ts";

it.each([
	["report.pdf", "report.pdf"],
	["Übersicht 2024.xlsx", "Übersicht 2024.xlsx"],
	["../../etc/passwd", "passwd"],
	["..\\..\\boot.ini", "boot.ini"],
	["/absolute/path.txt", "path.txt"],
	["C:\\Users\\x\\y.doc", "y.doc"],
	[".bashrc", "bashrc"],
	["...", "file"],
	["", "file"],
	["dir/", "file"],
	["trailing. . ", "trailing"],
	["a\u0000b\nc.txt", "a_b_c.txt"],
	["invoice\u202Efdp.exe", "invoice_fdp.exe"],
	['<>:"|?*.txt', "_______.txt"],
	["CON.txt", "file-CON.txt"],
	["nul", "file-nul"],
	["lpt1.tar.gz", "file-lpt1.tar.gz"],
	["console.txt", "console.txt"],
	["CON .txt", "file-CON.txt"],
	["report.pdf      \u3000\u00A0   .exe", "report.pdf.exe"],
	["COM¹.txt", "file-COM¹.txt"],
	["CONIN$", "file-CONIN$"],
	["-rf.txt", "rf.txt"],
	["--", "file"],
	["~root", "root"],
	["\u3164.exe", "_.exe"],
	["\u200B.bashrc", "_.bashrc"],
	["a.txt:hidden.exe", "a.txt_hidden.exe"],
	["%2e%2e%2fx.txt", "%2e%2e%2fx.txt"],
	["\uD800.txt", "_.txt"],
])("%j is called %j", (wanted, name) => {
	expect(safeName(wanted)).toBe(name);
});

it("keeps the kind of a long name, and never cuts through a character", () => {
	const name = safeName(`${"ä😀".repeat(100)}.pdf`);
	expect(name).toMatch(/^(ä😀)+ä?\.pdf$/);
	expect(Buffer.byteLength(name)).toBeLessThanOrEqual(124);
	expect(Buffer.byteLength(safeName("x".repeat(5_000)))).toBe(120);
	expect(safeName(`a.${"x".repeat(500)}`).length).toBe(120);
});

it("counts files of one name before their kind", () => {
	expect(safeName("a.tar.gz", 2)).toBe("a.tar (2).gz");
	expect(safeName("plain", 3)).toBe("plain (3)");
});

it("there are more hostile names than one would think of", () => {
	expect(new Set(hostileNames).size).toBe(hostileNames.length);
	expect(hostileNames.length).toBeGreaterThanOrEqual(100);
});

it.each(hostileNames)("%j becomes one name that is what it seems", (wanted) => {
	for (const number of [1, 2, 1_000]) {
		const name = safeName(wanted, number);
		expect(name).not.toMatch(/[/\\\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>:"|?*]/u);
		expect(name).toMatch(/^[^.\s~-].*[^.\s]$|^[^.\s~-]$/u);
		expect(name).not.toMatch(/^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i);
		expect(name).not.toMatch(/\s\s|[^\S ]/);
		expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
	}
	expect(safeName(wanted, 2)).not.toBe(safeName(wanted));
});
