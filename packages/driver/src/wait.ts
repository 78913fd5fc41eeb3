// Waiting for a page to be as somebody wants it, over as many documents as come meanwhile.

import { orAborted, type PrimitiveResult, printable, ReinsError, type Target } from "@reins/protocol";
import { framesOf } from "./frames.ts";
import { NetworkRest } from "./network-rest.ts";
import { read } from "./reads.ts";
import type { Tab } from "./tab.ts";

/** One question to a page waits no longer than this, so that a page that comes meanwhile is asked anew. */
const SLICE = 2_000;
/** A script of the caller's has so long for its answer, however little time is left. */
const ANSWER = 1_000;
/** Between two looks at what no page tells by itself. */
const PAUSE = 50;

interface InPage {
	text?: string;
	gone?: string;
	target?: Target;
	state?: string;
	/** The page has loaded. */
	loaded?: boolean;
}

export interface Wanted extends InPage {
	/** A part of the address, or all of it. */
	url?: string;
	/** The page has asked its servers for nothing for half a second. */
	networkQuiet?: boolean;
	/** A script of the caller's whose value, or that of the function that it is, must be true. */
	condition?: string;
}

/** What had not come about when the time was over, in words; nothing where all of it has. */
export async function waitFor(tab: Tab, wanted: Wanted, timeout: number): Promise<string[]> {
	const { url, networkQuiet, condition, ...inPage } = wanted;
	const end = performance.now() + timeout;
	const left = () => Math.max(0, end - performance.now());
	const network = networkQuiet ? new NetworkRest(tab) : undefined;
	const around = async () => {
		const missing: string[] = [];
		if (url !== undefined && !(await addressOf(tab)).includes(url)) missing.push("url");
		if (network && !network.isQuiet) missing.push("networkQuiet");
		const why = condition === undefined ? undefined : await whyNot(tab, condition, Math.max(left(), ANSWER));
		return why === undefined ? missing : [...missing, why];
	};
	try {
		for (;;) {
			const missing = await around();
			const slice = Math.min(left(), missing.length === 0 ? SLICE : PAUSE);
			if (!(await isMet(tab, inPage, slice))) missing.push(...named(inPage));
			else if (missing.length === 0) {
				// What held before the page was waited for must hold now.
				missing.push(...(await around()));
				if (missing.length === 0) return [];
			}
			if (left() === 0) return missing;
			if (missing.length > 0) await pause(tab, Math.min(left(), PAUSE));
		}
	} finally {
		network?.stop();
	}
}

/** As the caller has named it. */
function named({ target, ...others }: InPage): string[] {
	const element = Object.entries(target ?? {}).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
	return [...element, ...Object.keys(others)];
}

/** Lets time pass. */
export function pause(tab: Tab, milliseconds: number): Promise<void> {
	return orAborted(new Promise((resolve) => setTimeout(resolve, milliseconds)), tab.signal);
}

async function addressOf(tab: Tab): Promise<string> {
	return (await tab.link.committed(tab.id, tab.signal)).url;
}

async function isMet(tab: Tab, wanted: InPage, timeout: number): Promise<boolean> {
	const { text, gone, ...others } = wanted;
	const inKit = async (what: InPage, patience: number) =>
		(await tab.kit("waitFor", { ...what, timeout: patience })).met;
	const look = async () => {
		const isText = text !== undefined || gone !== undefined;
		if (!isText || !(await hasFrames(tab))) return inKit(wanted, timeout);
		// No document tells of the texts in another: they are looked for in all of them.
		if (!(await inKit(others, 0))) return false;
		return (
			(text === undefined || (await isSeen(tab, text))) && (gone === undefined || !(await isSeen(tab, gone)))
		);
	};
	try {
		return (await unlessReplaced(look)) ?? false;
	} catch (error) {
		if (!(isHiding(others.state) && error instanceof ReinsError && error.code === "stale_ref")) throw error;
		// The frame that the ref is in has gone, and the element with it; the rest is still to be looked for.
		const { target: _target, state: _state, ...rest } = wanted;
		return isMet(tab, rest, timeout);
	}
}

function isHiding(state: string | undefined): boolean {
	return state === "hidden" || state === "gone";
}

async function hasFrames(tab: Tab): Promise<boolean> {
	const { document } = await tab.link.committed(tab.id, tab.signal);
	return (await framesOf(tab, document, undefined)).length > 0;
}

async function isSeen(tab: Tab, text: string): Promise<boolean> {
	const { parts } = await read(tab, "find", { text, limit: 1 });
	return parts.some(({ items }) => items.length > 0);
}

/** Why the script's value is not true; unset where it is. A promise that takes longer than the time is not. */
async function whyNot(tab: Tab, script: string, time: number): Promise<string | undefined> {
	const whole = tab.within(time);
	try {
		const answer = await holds(whole, script);
		if (!answer) return "function";
		if ("threw" in answer) return `function, which threw ${JSON.stringify(printable(answer.threw, 200))}`;
		return answer.holds ? undefined : "function";
	} catch (error) {
		if (whole.signal.aborted && !tab.signal.aborted) return "function, which did not answer";
		throw error;
	}
}

/**
 * Asks the page itself whether a value is true, or what the function says that it is: not every value can leave the
 * page as it is. Statements are no expression; theirs is the value of the last, and their names are gone after it. What
 * an expression throws is caught where it runs: only one that cannot be read at all may be statements.
 */
async function holds(tab: Tab, script: string): Promise<{ holds: boolean } | { threw: string } | undefined> {
	const expression = script.replace(/[;\s]+$/, "");
	const answer = await evaluate(tab, `(${ASKED})(async () => (${expression}\n))`);
	if (answer?.ok === false && answer.error.startsWith("SyntaxError")) {
		const last = await evaluate(tab, `{${script}\n}`);
		if (!last?.ok) return last && { threw: last.error };
		return { holds: Boolean(last.value) && last.type !== "function" };
	}
	if (!answer?.ok) return answer && { threw: answer.error };
	return answer.value as { holds: boolean } | { threw: string };
}

/** Runs in the page. */
const ASKED = `async (ask) => {
	try {
		const it = await ask();
		return { holds: Boolean(await (typeof it === "function" ? it() : it)) };
	} catch (error) {
		return { threw: String(error) };
	}
}`;

function evaluate(tab: Tab, expression: string): Promise<PrimitiveResult<"eval"> | undefined> {
	return unlessReplaced(async () => {
		const { result } = await tab.inDocument("eval", { expression, awaitPromise: true }, false);
		return result;
	});
}

/** Nothing where another page has come while this one was asked. */
async function unlessReplaced<T>(ask: () => Promise<T>): Promise<T | undefined> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof ReinsError && error.data?.["replaced"] === true) return undefined;
		throw error;
	}
}
