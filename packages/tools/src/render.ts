// How results read to a model: short lines, nothing that was not asked for.

import type { Acted, Receipt } from "@reins/driver";
import { type Arrival, type Download, limits, parseUrl } from "@reins/protocol";
import type { TabRow, ToolContext } from "./define.ts";
import { type Part, pageText } from "./fence.ts";
import { address, described, json, lines, type Own, quoted, say, word } from "./words.ts";

const TITLE_LENGTH = 300;
/** What a receipt comes to: some 150 tokens. Paths of files alone, which are good for nothing in parts, may go beyond. */
const RECEIPT_LENGTH = 600;
/** What is kept of it for what was seen to change. */
const SEEN_LENGTH = 200;

/** Of the two lines around the words of a page, without its origin, and of the count of what was left out. */
const FENCE_LENGTH = 48;

interface Room {
	/** Of an address, a title, a report. In a receipt, which is short; tabs_list tells all of it. */
	longest: number;
	/** How many failures of a kind are told. */
	troubles: number;
	/** How many new tabs and files are. */
	others: number;
}

/** The first in which a receipt fits is taken, and else the last. */
const ROOMS: readonly Room[] = [
	{ longest: 120, troubles: 2, others: 20 },
	{ longest: 60, troubles: 1, others: 5 },
	{ longest: 24, troubles: 1, others: 1 },
];

export function renderArrival(tab: string, arrival: Arrival): Own {
	const status = arrival.status === undefined ? say`` : say` (HTTP ${arrival.status})`;
	return lines(
		renderPlace(tab, arrival, status),
		arrival.from === undefined ? undefined : say`redirected from ${address(arrival.from)}`,
		arrival.inFrame ? say`a frame of the page made this step; the page itself stayed` : undefined,
		arrival.freed ? say`a script that kept the page busy was ended` : undefined,
		arrival.loading ? say`still loading: not everything has come` : undefined,
		arrival.loading === false ? say`its load was broken off: not everything has come` : undefined,
	);
}

export function renderPlace(tab: string, { url, title }: { url: string; title: string }, note = say``): Own {
	return lines(say`${word(tab)}: ${address(url)}${note}`, say`title: ${quoted(title, TITLE_LENGTH)}`);
}

export function renderTab(tab: TabRow): Own {
	return say`${word(tab.tabId)}${marksOf(tab)} ${address(tab.url)} ${quoted(tab.title, TITLE_LENGTH)}`;
}

function marksOf({ current, crashed, dialog }: TabRow): Own {
	const all = [current && say`current`, crashed && say`crashed`, dialog && say`a dialog is open`];
	const [first, ...others] = all.filter((mark) => mark !== false);
	return first ? say` (${others.reduce((marks, mark) => say`${marks}, ${mark}`, first)})` : say``;
}

/** What an action did: the element, then only what happened. `notes` come last. */
export function renderReceipt(verb: Own, acted: Acted, context: ToolContext, ...notes: Own[]): Part[] {
	const { ref, role, name } = acted.element;
	return renderOutcome(say`${verb} ${word(role)} ${quoted(name)} [${word(ref)}]`, acted, context, ...notes);
}

/** What came of something that was done. */
export function renderOutcome(done: Own, acted: Receipt, context: ToolContext, ...notes: Own[]): Part[] {
	const kept = acted.seen.length > 0 ? SEEN_LENGTH : 0;
	let own = say``;
	for (const room of ROOMS) {
		own = lines(done, ...outcomeLines(acted, context, room), ...notes);
		if (own.length + kept <= RECEIPT_LENGTH) break;
	}
	return [own, ...seenParts(acted.seen, Math.max(RECEIPT_LENGTH - own.length, kept))];
}

function outcomeLines(acted: Receipt, context: ToolContext, room: Room): (Own | undefined)[] {
	const opened = acted.opened.map(
		({ tab, url, failed }) =>
			say`new tab: ${word(context.handle(tab))} ${url ? placeOf(url, context, room.longest) : say`(still loading)`}${failed ? say` (did not load)` : say``}`,
	);
	return [
		whatHappened(acted, context, room.longest),
		!acted.navigated && acted.retitled ? say`title: ${quoted(acted.title, room.longest)}` : undefined,
		...firstOf(
			(acted.offering ?? []).map(
				(ref) => say`${word(ref)} shows a list, of which nothing is chosen yet: select_option chooses`,
			),
			room.troubles,
			say`more fields that show such lists`,
		),
		acted.waiting ? say`a request of the page is not answered yet: wait_for what should come` : undefined,
		acted.outside === undefined
			? undefined
			: say`not followed: ${address(acted.outside, room.longest)} is for another program`,
		...firstOf(opened, room.others, say`more new tabs, which tabs_list names`),
		...(acted.elsewhere ?? []).map(
			({ tab, url }) => say`opened in ${word(context.handle(tab))}: ${placeOf(url, context, room.longest)}`,
		),
		acted.refused > 0
			? say`new tabs closed again: ${acted.refused}; pages of a session open at most ${limits.tabsOpenedPerMinute} in a minute`
			: undefined,
		acted.chooser &&
			say`file chooser open, for ${acted.chooser.multiple ? say`several files` : say`one file`}: answer it with upload, or go on without`,
		...firstOf(
			acted.downloads.map(renderDownload),
			room.others,
			say`more downloads, which chrome_status lists`,
		),
		...trouble(acted, context, room),
		!acted.navigated && acted.focus ? say`focus: ${described(acted.focus)}` : undefined,
	];
}

function firstOf(all: Own[], most: number, others: Own): Own[] {
	return all.length <= most ? all : [...all.slice(0, most), say`… ${all.length - most} ${others}`];
}

/** What was seen to change in each document, as far as there is room; the rest is counted. */
function seenParts(seen: Receipt["seen"], length: number): Part[] {
	const parts: Part[] = [];
	let room = length;
	let untold = 0;
	for (const { origin, lines: told, more } of seen) {
		room -= FENCE_LENGTH + origin.length;
		const fitting: string[] = [];
		for (const line of told) {
			if (line.length >= room && (parts.length > 0 || fitting.length > 0)) break;
			fitting.push(line);
			room -= line.length + 1;
		}
		const left = told.length - fitting.length + more;
		if (fitting.length === 0) untold += left;
		else parts.push(pageText({ origin }, [...fitting, ...(left > 0 ? [`… ${left} more`] : [])].join("\n")));
	}
	return untold > 0 ? [...parts, say`… ${untold} more in other frames`] : parts;
}

/** How far a file has come that the browser saves. Its name is the page's word. */
export function renderDownload({ name, state, received, total, path }: Download): Own {
	// Whole, and with what cannot be seen in it written out: else it would name no file, or another.
	if (state === "done") return say`downloaded ${received} bytes to ${json(path ?? name)}`;
	const size = total === undefined ? say`${received} bytes` : say`${received} of ${total} bytes`;
	if (state === "failed") return say`download failed: ${quoted(name)}, ${size}`;
	if (state === "held")
		return say`download held: the browser asks the person whether to keep ${quoted(name)}`;
	return say`download under way: ${quoted(name)}, ${size}; chrome_status tells what becomes of it`;
}

/** Requests that failed and errors of scripts, the first of each; other requests are counted. */
function trouble({ failed, errors }: Receipt, context: ToolContext, { longest, troubles }: Room): Own[] {
	const left = failed.length - troubles;
	const requests = failed.slice(0, troubles).map(({ url, reason }, at) => {
		const more = left > 0 && at === troubles - 1 ? say`, ${left} more` : say``;
		return say`failed request: ${placeOf(url, context, longest)} ${quoted(reason, longest)}${more}`;
	});
	const reports = errors.slice(0, troubles).map((message) => say`script error: ${quoted(message, longest)}`);
	return [...requests, ...reports];
}

function whatHappened(acted: Receipt, context: ToolContext, longest: number): Own {
	if (acted.dialog) {
		const { kind, tab } = acted.dialog;
		const where = tab === undefined ? say`` : say` in ${word(context.handle(tab))}`;
		const cut = acted.cut ? say`; it came before all of that was done, and the rest was left` : say``;
		if (kind === "print") return say`dialog_open${where}: print preview; it is left to the person${cut}`;
		const { offers } = acted.dialog;
		const held = offers === undefined ? say`` : say`, offering ${quoted(offers, longest)}`;
		return say`dialog_open${where}: ${word(kind)} ${dialogWords(acted.dialog, TITLE_LENGTH)}${held}; answer it with dialog${cut}`;
	}
	if (acted.closed) return say`the tab closed`;
	if (acted.unsettled) return say`not waited for: what came of it is not known`;
	if (acted.loading) return say`still loading ${placeOf(acted.url, context, longest)}`;
	if (acted.failedToLoad && !context.mayRead(acted.url)) {
		return say`${originOf(acted.url)} was not loaded: this session may not go there; navigate, or go back`;
	}
	if (acted.failedToLoad) {
		return say`${placeOf(acted.url, context, longest)} did not load: the browser shows an error; navigate, or go back`;
	}
	if (acted.denied) {
		return say`navigated to ${originOf(acted.url)}, which the policy does not allow to be read`;
	}
	if (acted.navigated)
		return say`navigated to ${address(acted.url, longest)} ${quoted(acted.title, longest)}`;
	if (acted.silent) return say`the frame does not answer: what came of it there is not known`;
	if (acted.rewritten) return say`the page was replaced by what a script wrote: take a snapshot`;
	if (acted.seen.length > 0 || acted.retitled) return say`the page changed`;
	const aside = acted.uncompared ? say`; its other frames were not compared` : say``;
	if (acted.changes === 0) return say`nothing changed on the page${aside}`;
	if (acted.left) return say`the page changed: the frame shows another page now, or is gone; take a snapshot`;
	if (acted.reordered) {
		const part = acted.beyond ? say`, as far as a receipt looks` : say``;
		return say`the page changed: the same things in another order${part}`;
	}
	return acted.beyond
		? say`the page changed, beyond what a receipt looks at: take a snapshot`
		: say`the page changed, in nothing that can be seen${aside}`;
}

/** What a dialog says, or whose it is where that may not be read. */
export function dialogWords({ message, closed }: { message: string; closed?: string }, length: number): Own {
	return closed === undefined ? quoted(message, length) : say`of ${address(closed)}, which may not be read`;
}

/** An address can hold what only its page should know: of one that may not be read, only whose it is is told. */
function placeOf(url: string, context: ToolContext, longest: number): Own {
	return url === "" || context.mayRead(url) ? address(url, longest) : originOf(url);
}

function originOf(url: string): Own {
	const { origin } = parseUrl(url) ?? { origin: "null" };
	return origin === "null" ? say`another page` : address(origin);
}
