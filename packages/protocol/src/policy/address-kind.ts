// Which network a host belongs to. A browser reaches places that a stranger on the internet cannot:
// this machine, the router, a cloud's metadata service. A rule for "any site" must not reach them by
// accident, so everything that is not plainly public is named here, and what cannot be read counts as
// private. Names are judged by their spelling alone; whoever sees the resolved address asks again with it.

import { parseUrl } from "../parse-url.ts";

export type AddressKind = "loopback" | "private" | "link-local" | "unspecified" | "public";

// Also what has no owner to speak for it: shared carrier space, benchmarks, multicast, reserved.
const IPV4_BLOCKS: readonly (readonly [base: string, bits: number, kind: AddressKind])[] = [
	["0.0.0.0", 8, "unspecified"],
	["10.0.0.0", 8, "private"],
	["100.64.0.0", 10, "private"],
	["127.0.0.0", 8, "loopback"],
	["169.254.0.0", 16, "link-local"],
	["172.16.0.0", 12, "private"],
	["192.0.0.0", 24, "private"],
	["192.168.0.0", 16, "private"],
	["198.18.0.0", 15, "private"],
	["224.0.0.0", 4, "private"],
	["240.0.0.0", 4, "private"],
];

// RFC 6762 appendix G, RFC 8375 and what ICANN keeps for private use: never delegated to anyone.
const PRIVATE_SUFFIXES = [
	"local",
	"localdomain",
	"internal",
	"intranet",
	"private",
	"corp",
	"home",
	"lan",
	"home.arpa",
];

/** Takes a name, an IPv4 or an IPv6 address, with or without brackets, in any form that a URL takes. */
export function addressKind(hostname: string): AddressKind {
	const host = normalise(hostname);
	if (host === undefined) return "private";
	if (host.startsWith("[")) return kindOfIpv6(ipv6Groups(host.slice(1, -1)));
	if (isIpv4(host)) return kindOfIpv4(ipv4Number(host));
	return kindOfName(host);
}

/** For a hostname as `URL` gives it: there a last label of digits means an IPv4 address. */
export function isAddress(hostname: string): boolean {
	return hostname.startsWith("[") || isIpv4(hostname);
}

function normalise(hostname: string): string | undefined {
	const bare = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
	// A zone (`fe80::1%eth0`) says which interface, not which address.
	const text = `http://${bare.startsWith("[") ? bare.replace(/%[^\]]*/, "") : bare}/`;
	const url = parseUrl(text);
	if (!url) return undefined;
	if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") return undefined;
	return url.hostname.replace(/\.$/, "");
}

// @guard names-of-networks
function kindOfName(host: string): AddressKind {
	if (isOrEndsWith(host, "localhost")) return "loopback";
	// A name without a dot is looked up in the local network's own domain.
	if (!host.includes(".")) return "private";
	return PRIVATE_SUFFIXES.some((suffix) => isOrEndsWith(host, suffix)) ? "private" : "public";
}

function isOrEndsWith(host: string, suffix: string): boolean {
	return host === suffix || host.endsWith(`.${suffix}`);
}

function isIpv4(host: string): boolean {
	return /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

function ipv4Number(host: string): number {
	return host.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

// @guard ipv4-blocks
function kindOfIpv4(address: number): AddressKind {
	for (const [base, bits, kind] of IPV4_BLOCKS) {
		const size = 2 ** (32 - bits);
		if (Math.floor(address / size) === Math.floor(ipv4Number(base) / size)) return kind;
	}
	return "public";
}

/** The eight numbers of an address as `URL` writes it: lower-case hex, at most one `::`. */
function ipv6Groups(text: string): number[] {
	const [head = "", tail] = text.split("::");
	const before = head === "" ? [] : head.split(":");
	const after = tail === undefined || tail === "" ? [] : tail.split(":");
	const zeros = new Array<string>(8 - before.length - after.length).fill("0");
	return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

// @guard ipv6-blocks
function kindOfIpv6(groups: readonly number[]): AddressKind {
	const first = groups[0] ?? 0;
	const embedded = embeddedIpv4(groups);
	if (embedded !== undefined) return embedded;
	if ((first & 0xffc0) === 0xfe80) return "link-local";
	// Teredo hides an IPv4 address that we do not care to dig out.
	if (first === 0x2001 && groups[1] === 0) return "private";
	// Only 2000::/3 was ever given out. The rest is unique-local, site-local, multicast or reserved.
	return (first & 0xe000) === 0x2000 ? "public" : "private";
}

/** Addresses that carry an IPv4 address go where that one goes. */
// @guard ipv4-in-ipv6
function embeddedIpv4(groups: readonly number[]): AddressKind | undefined {
	const starts = (...prefix: number[]) => prefix.every((group, index) => groups[index] === group);
	const at = (index: number) => kindOfIpv4((groups[index] ?? 0) * 65_536 + (groups[index + 1] ?? 0));
	if (starts(0, 0, 0, 0, 0, 0, 0)) {
		if (groups[7] === 0) return "unspecified";
		if (groups[7] === 1) return "loopback";
	}
	const mapped = starts(0, 0, 0, 0, 0, 0xffff);
	const translated = starts(0, 0, 0, 0, 0xffff, 0);
	const compatible = starts(0, 0, 0, 0, 0, 0);
	const nat64 = starts(0x64, 0xff9b, 0, 0, 0, 0);
	if (mapped || translated || compatible || nat64) return at(6);
	if (starts(0x2002)) return at(1);
	return undefined;
}
