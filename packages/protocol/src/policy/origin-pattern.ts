// How a person names sites in a policy: `[scheme://]host[:port]`, or `*` for every website.
// A host without a scheme means the host as a whole, http and https and every port, because that is
// how people speak of a site and how cookies work, and because denying `bank.com` must not leave
// `bank.com:8443` open. With a scheme it is an origin: its port is the one given, else the default.
// Both sides of a comparison have gone through WHATWG parsing; nothing compares text with text.

import { ReinsError } from "../errors.ts";
import { parseUrl } from "../parse-url.ts";
import { isAddress } from "./address-kind.ts";
import { hostProblem } from "./url-rules.ts";

/** A field that is undefined holds for all. */
export interface OriginPattern {
	/** As the person wrote it. */
	readonly text: string;
	readonly protocol: "http:" | "https:" | undefined;
	readonly host: string | undefined;
	/** Also every host below `host`. */
	readonly subdomains: boolean;
	readonly port: number | undefined;
}

const DEFAULT_PORTS = { "http:": 80, "https:": 443 } as const;

/** Throws `bad_args` with the reason. */
export function parsePattern(text: string): OriginPattern {
	const refuse = (reason: string): never => {
		throw new ReinsError("bad_args", `${JSON.stringify(text)} is not a site pattern: ${reason}.`, {
			hint: "Write a host (example.com), a host with all below it (*.example.com), an origin (https://example.com:8443) or * for every site.",
		});
	};
	if (text === "*") return { text, protocol: undefined, host: undefined, subdomains: false, port: undefined };

	const { protocol, hostText, portText } = split(text, refuse);
	const subdomains = hostText.startsWith("*.");
	const host = parseHost(subdomains ? hostText.slice(2) : hostText, refuse);
	if (subdomains && isAddress(host)) refuse("an address has no hosts below it");
	if (subdomains && isTopLevel(host)) {
		refuse(`"*.${host}" would open a whole top-level domain`);
	}
	return { text, protocol, host, subdomains, port: parsePort(portText, protocol, refuse) };
}

// @guard pattern-top-level
function isTopLevel(host: string): boolean {
	return !host.includes(".") && host !== "localhost";
}

// @guard pattern-match
export function matches(pattern: OriginPattern, url: URL): boolean {
	if (url.protocol !== "http:" && url.protocol !== "https:") return false;
	if (pattern.protocol !== undefined && pattern.protocol !== url.protocol) return false;
	const port = url.port === "" ? DEFAULT_PORTS[url.protocol] : Number(url.port);
	if (pattern.port !== undefined && pattern.port !== port) return false;
	if (pattern.host === undefined || pattern.host === url.hostname) return true;
	return pattern.subdomains && url.hostname.endsWith(`.${pattern.host}`);
}

type Refuse = (reason: string) => never;

function split(text: string, refuse: Refuse) {
	if (text === "") refuse("it is empty");
	if (/[\p{Cc}\s\\]/u.test(text)) refuse("it contains white space, a control character or a backslash");
	const [, scheme, rest = ""] = /^(?:([^/]*):\/\/)?(.*)$/.exec(text) ?? [];
	if (scheme !== undefined && !/^https?$/i.test(scheme)) refuse("its scheme must be http or https");
	if (rest.includes("@")) refuse("it has a user name");
	if (/[?#]/.test(rest)) refuse("it has a query or a fragment");
	if (rest.includes("%")) refuse("it has an escape; write the host itself");
	const authority = rest.replace(/\/$/, "");
	if (authority.includes("/")) refuse("it has a path; rules are by site");

	const [, bracketed, plain = "", portText] = /^(?:(\[.*\])|([^:]*))(?::([^:]*))?$/.exec(authority) ?? [];
	const hostText = bracketed ?? plain;
	if (hostText === "") refuse("it has no host, or an IPv6 address without brackets");
	const protocol = scheme === undefined ? undefined : protocolOf(scheme);
	return { protocol, hostText, portText };
}

function protocolOf(scheme: string): "http:" | "https:" {
	return scheme.toLowerCase() === "http" ? "http:" : "https:";
}

// @guard pattern-host
function parseHost(hostText: string, refuse: Refuse): string {
	if (hostText.includes("*")) refuse('"*" may stand alone, before a dot at the start, or for the port');
	const host = parseUrl(`http://${hostText}/`)?.hostname ?? refuse("its host is not valid");
	const problem = hostProblem(host);
	return problem === undefined ? host : refuse(`its host ${problem}`);
}

function parsePort(
	portText: string | undefined,
	protocol: OriginPattern["protocol"],
	refuse: Refuse,
): number | undefined {
	if (portText === "*") return undefined;
	if (portText === undefined) return protocol && DEFAULT_PORTS[protocol];
	const port = /^[1-9]\d{0,4}$/.test(portText) ? Number(portText) : 0;
	return port >= 1 && port <= 65_535 ? port : refuse("its port must be a number from 1 to 65535, or *");
}
