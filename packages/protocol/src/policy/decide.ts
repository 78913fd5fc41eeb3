// The judge: may this be done there? One pure function for the broker and the extension, each with a
// policy of its own. It says yes only where a rule says so. No policy, a policy that cannot be read,
// an effect that is not in the table, a URL that cannot be parsed: no.
//
// Where no site is concerned (a fresh tab, the session itself) `read` and `navigate` are always
// allowed: there is nothing to see, and where a navigation leads is judged by its own URL. `act` and
// `eval` are allowed if the policy has them at all, so that "mutations are off" is true everywhere.
// The others reach beyond the document (one tab's cdp reads every site's cookies), so they need a rule
// that has them for every site without exception.

import { type Effect, effects, type Scope } from "../effects.ts";
import { errorTable } from "../errors.ts";
import { type AddressKind, addressKind } from "./address-kind.ts";
import { matches, type OriginPattern, parsePattern } from "./origin-pattern.ts";
import type { Policy } from "./policy.ts";
import { judgeUrl } from "./url-rules.ts";

export type Decision =
	/** `rule` names what decided. */
	| { allow: true; rule: string }
	| {
			allow: false;
			code: "policy_denied" | "needs_approval" | "restricted_url" | "bad_url";
			reason: string;
			hint: string;
	  };

interface Circumstances {
	/** With `session` no site is concerned, and the URL is not looked at. */
	scope?: Scope | undefined;
	/**
	 * The security origin of the document. Whoever judges a frame or popup at `about:blank` must pass
	 * it: such a document belongs to the site that made it, and has that site's content.
	 */
	origin?: string | undefined;
}

// @guard decide
export function decide(
	policy: Policy | undefined,
	effect: Effect,
	url: string,
	circumstances: Circumstances = {},
): Decision {
	if (!policy) return denied("There is no policy.", "Run `reins doctor`.");
	if (!isKnown(effect)) return denied("This effect is not known.", "Run `reins doctor`.");
	const rules = readRules(policy);
	if (!rules) return denied("The policy cannot be read.", "Run `reins doctor`.");
	if (circumstances.scope === "session") return decideNoSite(policy, rules, effect, "the session itself");

	// The browser's own spelling of where it is may hold backslashes, which only an argument must not.
	const verdict = judgeUrl(circumstances.scope === "document" ? url.replaceAll("\\", "%5C") : url);
	if (!verdict.ok) return refused(verdict);
	if (verdict.kind === "site") return decideSite(policy, rules, effect, verdict.url);

	const origin = circumstances.scope === "argument" ? undefined : circumstances.origin;
	if (isOpaque(origin)) return decideNoSite(policy, rules, effect, "about:blank");
	const owner = judgeUrl(origin);
	if (!owner.ok) return refused(owner);
	return owner.kind === "site"
		? decideSite(policy, rules, effect, owner.url)
		: denied("The origin of the document is not one.", "Run `reins doctor`.");
}

// @guard known-effect
function isKnown(effect: Effect): boolean {
	return effects.includes(effect);
}

/** How Chrome and CDP write the origin of a document that belongs to nobody. */
// @guard blank-of-a-site
function isOpaque(origin: string | undefined): origin is undefined | "" | "null" | "://" {
	return origin === undefined || origin === "" || origin === "null" || origin === "://";
}

interface Rules {
	deny: OriginPattern[];
	only: OriginPattern[] | undefined;
	allow: { effects: readonly Effect[]; origins: OriginPattern[] }[];
	/** Every step of a call asks about the same site: the network that was asked for last is not made out again. */
	last?: { hostname: string; kind: AddressKind };
}

/** A policy is read once: it is asked about with every primitive. */
const read = new WeakMap<Policy, Rules>();

function readRules(policy: Policy): Rules | undefined {
	try {
		const known = read.get(policy);
		if (known) return known;
		const rules: Rules = {
			deny: policy.deny.map(parsePattern),
			only: policy.only?.map(parsePattern),
			allow: policy.allow.map((rule) => ({
				effects: rule.effects ?? policy.effects,
				origins: rule.origins.map(parsePattern),
			})),
		};
		read.set(policy, rules);
		return rules;
	} catch {
		return undefined;
	}
}

// @guard no-site
function decideNoSite(policy: Policy, rules: Rules, effect: Effect, where: string): Decision {
	if (effect === "read" || effect === "navigate")
		return { allow: true, rule: `${where}: no site is concerned` };
	const having = rules.allow.filter((rule) => rule.effects.includes(effect));
	if (effect === "act" || effect === "eval") {
		if (policy.effects.includes(effect) || having.length > 0) {
			return { allow: true, rule: `${where}: no site is concerned, and the policy has ${effect}` };
		}
		return denied(`The policy does not have ${effect}.`, effectHint(policy, effect));
	}
	const isEvery = (pattern: OriginPattern) => pattern.host === undefined;
	const narrowed = rules.deny.length > 0 || (rules.only !== undefined && !rules.only.some(isEvery));
	if (!narrowed && having.some((rule) => rule.origins.some(isEvery))) {
		return { allow: true, rule: `${where}: every site is open for ${effect}` };
	}
	return denied(
		`Without a site, ${effect} needs a policy that allows it for every site.`,
		"Open a site on which it is allowed first.",
	);
}

function kindOf(rules: Rules, hostname: string): AddressKind {
	if (rules.last?.hostname !== hostname) rules.last = { hostname, kind: addressKind(hostname) };
	return rules.last.kind;
}

function decideSite(policy: Policy, rules: Rules, effect: Effect, url: URL): Decision {
	const closing = closedBy(rules, url);
	if (closing)
		return denied(`${url.origin} is closed by deny "${closing.text}".`, "Stay away from this site.");
	if (isLeftOut(rules, url)) {
		return denied(`${url.origin} is not among the sites of --allow.`, siteHint(policy, url));
	}

	const kind = kindOf(rules, url.hostname);
	const isOpen = isOpenTo(policy, kind);
	let siteIsOpen = false;
	let heldByAddress = false;
	for (const [index, rule] of rules.allow.entries()) {
		for (const pattern of rule.origins) {
			if (!matches(pattern, url)) continue;
			const covers = isOpen || isNamed(pattern);
			if (covers && rule.effects.includes(effect)) {
				return { allow: true, rule: `allow[${index}] "${pattern.text}": ${effect}` };
			}
			siteIsOpen ||= covers;
			heldByAddress ||= !covers;
		}
	}

	if (policy.preset === "ask" && policy.effects.includes(effect)) {
		const reason = `The person has not allowed ${effect} at ${url.origin}.`;
		return { allow: false, code: "needs_approval", reason, hint: errorTable.needs_approval.hint };
	}
	if (siteIsOpen) return denied(`${effect} is not allowed at ${url.origin}.`, effectHint(policy, effect));
	if (heldByAddress) {
		return denied(`${url.origin} is a ${kind} address, which "*" does not cover.`, siteHint(policy, url));
	}
	return denied(`${url.origin} is not an allowed site.`, siteHint(policy, url));
}

// @guard deny-list
function closedBy({ deny }: Rules, url: URL): OriginPattern | undefined {
	return deny.find((pattern) => matches(pattern, url));
}

/** Flags have narrowed the file, and the site is not among theirs. */
// @guard only-list
function isLeftOut({ only }: Rules, url: URL): boolean {
	return only !== undefined && !only.some((pattern) => matches(pattern, url));
}

/** Who names a host means it. `*` is no such word. */
// @guard named-host
function isNamed({ host }: OriginPattern): boolean {
	return host !== undefined;
}

// @guard private-addresses
function isOpenTo(policy: Policy, kind: AddressKind): boolean {
	if (kind === "public") return true;
	return kind === "loopback" ? policy.loopback : policy.privateNetwork;
}

function denied(reason: string, hint: string): Decision {
	return { allow: false, code: "policy_denied", reason, hint };
}

function refused({ code, reason }: { code: "bad_url" | "restricted_url"; reason: string }): Decision {
	return { allow: false, code, reason, hint: errorTable[code].hint };
}

function siteHint(policy: Policy, url: URL): string {
	if (policy.only !== undefined) return "Stay on the sites that this session was started with (--allow).";
	return policy.source === "file"
		? `Stay on allowed sites, or ask the person to add "${url.origin}" to \`allow\` in the policy file.`
		: `Stay on allowed sites, or ask the person to start Reins with --allow ${url.origin}.`;
}

function effectHint(policy: Policy, effect: Effect): string {
	if (policy.source === "file") return `Ask the person to add "${effect}" to the policy file; no flag can.`;
	if (effect === "act") return "Ask the person to start Reins with --enable-mutations.";
	if (effect === "eval") return "Ask the person to start Reins with --unsafe-enable-eval.";
	if (effect === "upload") return "Ask the person to start Reins with --allow-upload <directory>.";
	return `Ask the person to write a policy file that has "${effect}".`;
}
