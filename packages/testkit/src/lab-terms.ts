// What the lab calls things: tabs and targets as Chrome tells of them, and the extension by its folder.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface LabTarget {
	targetId: string;
	type: string;
	url: string;
	title: string;
}

export interface LabTab {
	id: number;
	windowId: number;
	url: string;
	title: string;
	active: boolean;
	discarded: boolean;
	status: string;
}

/** As Chrome makes it: the first half of the key's hash, in the letters a to p. */
export function idOf(folder: string): string {
	const { key } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as { key: string };
	const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, 32);
	return [...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
}
