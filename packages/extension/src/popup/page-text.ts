// Titles and addresses of pages come from strangers: they are shown as one line without anything that hides
// or reorders, and an address keeps its host in sight.

import { parseUrl, printable } from "@reins/protocol";

/** A title, or what stands in for one. */
export function pageTitle(title: string, url: string): string {
	return printable(title, 200) || pageAddress(url) || "Untitled";
}

/** Host and path: what tells pages apart, without user names, queries and fragments. */
export function pageAddress(url: string): string {
	const parsed = parseUrl(url);
	if (!parsed) return printable(url, 200);
	const { protocol, host, pathname } = parsed;
	if (!host) return printable(`${protocol}${pathname}`, 200);
	const path = pathname === "/" ? "" : pathname;
	const scheme = protocol === "https:" || protocol === "http:" ? "" : `${protocol}//`;
	return printable(`${scheme}${host}${path}`, 200);
}

/** An origin as people read it; only an insecure one shows how it is reached. */
export function siteName(origin: string): string {
	return printable(origin.replace(/^https:\/\//, ""), 200);
}
