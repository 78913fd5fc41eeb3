// The file by which a browser knows our host: its name, the program to start, and the one extension that may.

import { readFileSync } from "node:fs";
import { extensionId, hostName } from "@reins/protocol";

export const extensionOrigin = `chrome-extension://${extensionId}/`;

export interface HostManifest {
	name: string;
	path: string;
	allowedOrigins: string[];
}

export function manifestText(launcher: string): string {
	const manifest = {
		name: hostName,
		description: "Reins: lets agents use this browser while you keep hold of it.",
		path: launcher,
		type: "stdio",
		allowed_origins: allowedOrigins(),
	};
	return `${JSON.stringify(manifest, null, "\t")}\n`;
}

// @guard one-extension
function allowedOrigins(): string[] {
	return [extensionOrigin];
}

/** Undefined where there is no such file; what cannot be read as a manifest has an empty name and path. */
export function readManifest(file: string): HostManifest | undefined {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		return { name: "", path: "", allowedOrigins: [] };
	}
	const { name, path, allowed_origins: origins } = parse(text);
	return {
		name: typeof name === "string" ? name : "",
		path: typeof path === "string" ? path : "",
		allowedOrigins: Array.isArray(origins) ? origins.filter((origin) => typeof origin === "string") : [],
	};
}

function parse(text: string): { name?: unknown; path?: unknown; allowed_origins?: unknown } {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : {};
	} catch {
		return {};
	}
}
