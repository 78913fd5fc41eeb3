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
