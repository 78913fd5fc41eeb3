// Which texts are URLs of a website. Every gate of the product asks here first, so that no later rule
// ever sees a scheme without a host, a host in disguise, or a text that two parsers read differently.
// The raw text is looked at before parsing, because WHATWG parsing quietly drops tabs and newlines,
// turns backslashes into slashes and supplies slashes that are not there.

import { parseUrl } from "../parse-url.ts";

type UrlVerdict =
	| { ok: true; kind: "site"; url: URL }
	/** `about:blank`: a fresh tab. It belongs to no site, or to the site that opened it. */
	| { ok: true; kind: "blank"; url: URL }
	| { ok: false; code: "bad_url" | "restricted_url"; reason: string };

// Reasons never repeat the URL: it may carry a secret, and they are logged.
export function judgeUrl(text: string): UrlVerdict {
	const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
	const isSite = scheme === "http" || scheme === "https";
	if (scheme !== undefined && !isSite && scheme !== "about") return judgeForeign(scheme);

	const character = oddCharacter(text);
	if (character !== undefined) return bad(`The URL contains ${nameOf(character)}.`);
	if (scheme === undefined) return bad("The URL has no scheme: it must start with http:// or https://.");
	if (!isSite) return judgeAbout(text);

	const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
	if (authority === undefined) return bad(`After "${scheme}:" two slashes and a host must follow.`);
	if (hasUser(authority)) return bad('The URL has a user name before the host ("@").');
	const url = parseUrl(text);
	if (!url) return bad("The URL cannot be parsed: its host or port is not valid.");

	const problem = hostProblem(url.hostname);
	return problem === undefined ? { ok: true, kind: "site", url } : bad(`The host of the URL ${problem}.`);
}

/** What parsers drop or turn into something else. */
// @guard odd-characters
function oddCharacter(text: string): string | undefined {
	return /[\p{Cc}\s\\]/u.exec(text)?.[0];
}

/** What stands before an @ looks like the host, and is none. */
// @guard user-in-address
function hasUser(authority: string): boolean {
	return authority.includes("@");
}

/** What is wrong with a hostname as `URL` gives it; said to follow "the host". */
// @guard host-names
export function hostProblem(hostname: string): string | undefined {
	if (hostname.startsWith("[")) return undefined;
	if (hostname.endsWith(".")) return "ends in a dot";
	if (hostname.split(".").includes("")) return "has an empty label";
	// WHATWG parsing lets `*`, `!`, `'` and others through; no website has them in its name.
	if (!/^[a-z0-9._-]+$/.test(hostname)) return "has characters that no host name has";
	// Punycode of nothing: Chromium takes it or not, by how the dots around it are written.
	if (/(^|\.)xn--([^.]*-)?(\.|$)/.test(hostname)) return "has a label that stands for nothing";
	return undefined;
}

// @guard foreign-schemes
function judgeForeign(scheme: string): UrlVerdict {
	// `localhost:3000` and `example.com:8080` parse as schemes. Nobody means them so.
	if (scheme === "localhost" || scheme.includes(".")) {
		return bad("The URL has no scheme: it must start with http:// or https://.");
	}
	return restricted(`${scheme}:`);
}

// @guard about-pages
function judgeAbout(text: string): UrlVerdict {
	// By path alone: Chrome itself commits `about:blank#blocked`.
	const url = parseUrl(text);
	if (url?.pathname === "blank") return { ok: true, kind: "blank", url };
	return restricted("about:");
}

function bad(reason: string): UrlVerdict {
	return { ok: false, code: "bad_url", reason };
}

function restricted(scheme: string): UrlVerdict {
	return { ok: false, code: "restricted_url", reason: `Pages of the scheme ${scheme} are never driven.` };
}

function nameOf(character: string): string {
	if (character === "\\") return "a backslash";
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
	return `a control character or white space (U+${code})`;
}
