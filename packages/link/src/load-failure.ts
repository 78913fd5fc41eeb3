// Why a page did not come, in words that somebody who does not know the browser's codes understands.

import { ReinsError } from "@reins/protocol";

interface Failure {
	/** Of the browser's codes. */
	of: RegExp;
	/** The name that programs look at. */
	kind: string;
	words: string;
	hint: string;
}

const failures: readonly Failure[] = [
	{
		of: /NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_/,
		kind: "dns",
		words: "there is no host of this name",
		hint: "Check the spelling of the host.",
	},
	{
		of: /CONNECTION_REFUSED/,
		kind: "refused",
		words: "nothing listens at this address",
		hint: "Check the port, and that the server runs.",
	},
	{
		of: /TIMED_OUT/,
		kind: "timeout",
		words: "the server did not answer",
		hint: "Try again later, or another address.",
	},
	{
		of: /CERT_|SSL_|BAD_SSL|PKP|CERTIFICATE/,
		kind: "tls",
		words: "the server could not prove who it is, or speaks no TLS",
		hint: "Tell the person; do not go around it. A server without TLS is reached by http.",
	},
	{
		of: /ABORTED/,
		kind: "aborted",
		words:
			"the load was aborted: the address answers with a download or with nothing, or somebody stopped it",
		hint: "The page that was there before is still there.",
	},
	{
		of: /BLOCKED_BY|ACCESS_DENIED|UNSAFE_PORT|UNSAFE_REDIRECT|DISALLOWED_URL|CLEARTEXT/,
		kind: "blocked",
		words: "the browser, a rule of it or an extension blocked the load",
		hint: "Use another address, or ask the person to allow it.",
	},
	{
		of: /INTERNET_DISCONNECTED|NETWORK_CHANGED|ADDRESS_UNREACHABLE|PROXY|TUNNEL|NETWORK_ACCESS/,
		kind: "network",
		words: "the network or its proxy does not lead there",
		hint: "Check the connection of this machine, then try again.",
	},
	{
		of: /CONNECTION_(RESET|CLOSED|ABORTED|FAILED)|EMPTY_RESPONSE|SOCKET|CONTENT_LENGTH|INCOMPLETE/,
		kind: "broken",
		words: "the server broke off before its answer was complete",
		hint: "Try again; if it stays so, the server has a defect.",
	},
	{
		of: /TOO_MANY_REDIRECTS/,
		kind: "redirects",
		words: "its redirects lead in a circle",
		hint: "Another address of the site may work, or signing in first.",
	},
	{
		of: /INVALID_URL|UNKNOWN_URL_SCHEME|INVALID_REDIRECT/,
		kind: "invalid",
		words: "this is no address that can be loaded",
		hint: "Pass an absolute http or https URL.",
	},
	{
		of: /HTTP_RESPONSE_CODE_FAILURE/,
		kind: "status",
		words: "the server answered with an error status, such as 404, and no page",
		hint: "Check the address; the server is there.",
	},
	{
		of: /RESPONSE|HTTP2|QUIC|INVALID_HTTP|DECODING/,
		kind: "answer",
		words: "the answer of the server cannot be understood",
		hint: "The server has a defect, or is no web server.",
	},
];

/**
 * `reason` is the browser's code, such as `net::ERR_CONNECTION_REFUSED`; `download` says whether it saves what came:
 * older ones say nothing of it.
 */
export function loadFailed(url: string, reason: string, download: unknown): ReinsError {
	const known = typeof download === "boolean" && { download };
	if (download === true) {
		return failed(
			`${url} is a file that the browser saves, not a page.`,
			{ url, reason, kind: "download", ...known },
			"Call navigate with it: its answer says where the file lies.",
		);
	}
	const {
		kind = "other",
		words = "the browser gave up",
		hint,
	} = failures.find(({ of }) => of.test(reason)) ?? {};
	return failed(`${url} did not load: ${words} (${reason}).`, { url, reason, kind, ...known }, hint);
}

/** The load is over, and no document has come of it. */
export function nothingCame(url: string): ReinsError {
	return failed(
		`${url} did not load: the address answers with a download or with nothing.`,
		{ url, kind: "nothing" },
		"The page that was there before is still there.",
	);
}

/** The browser does not say why. */
export function errorShown(url: string): ReinsError {
	const words = "the browser shows a page of its own in its place";
	// One that was an error before has no address of its own.
	const what = url.startsWith("chrome-error:") ? "The page" : url;
	return failed(`${what} did not load: ${words}.`, { url, kind: "other" }, undefined);
}

/** The server has not begun to answer. */
export function noAnswer(url: string, milliseconds: number): ReinsError {
	return failed(
		`${url} did not load: its server has not answered within ${milliseconds / 1_000} s. The load was stopped.`,
		{ url, kind: "timeout" },
		"Try again later; the page that was there before is still there.",
	);
}

function failed(message: string, data: Record<string, unknown>, hint: string | undefined): ReinsError {
	return new ReinsError("navigation_failed", message, { ...(hint !== undefined && { hint }), data });
}
