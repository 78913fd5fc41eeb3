// The little of the Windows registry that hosts need, by the program that comes with Windows. Only keys below
// HKCU are ever written.

import { execFileSync } from "node:child_process";
import { win32 } from "node:path";

export interface Registry {
	exists(key: string): boolean;
	/** The key's default value. */
	read(key: string): string | undefined;
	write(key: string, value: string): void;
	remove(key: string): void;
}

export const windowsRegistry: Registry = {
	exists: (key) => ask(["query", key]) !== undefined,
	read: (key) => /REG_SZ\s+(.*?)\r?\n/.exec(ask(["query", key, "/ve"]) ?? "")?.[1],
	write: (key, value) => void reg(["add", key, "/ve", "/t", "REG_SZ", "/d", value, "/f"]),
	remove: (key) => void reg(["delete", key, "/f"]),
};

/** Undefined where there is no such key. */
function ask(words: string[]): string | undefined {
	try {
		return reg(words);
	} catch {
		return undefined;
	}
}

/** By its own path: another program of this name on the PATH is not asked. */
function reg(words: string[]): string {
	const program = win32.join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "reg.exe");
	return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
