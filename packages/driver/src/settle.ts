// After an action: waits by events until the page is at rest, and tells what happened meanwhile.
// Nothing here waits for a fixed time; the cap is for pages that never rest.

import { type KitResult, limits, ReinsError } from "@reins/protocol";
import type { Receipt } from "./receipt.ts";
import { type Tab, wasReplaced } from "./tab.ts";
import { isPlace, Watcher } from "./watcher.ts";

/** A page that has changed and then has not for this long is at rest: frameworks answer an input at once. */
const QUIET = 8;
/** The same where the kit has written: its events are answered when it is done, and a page's next turn comes within this. */
const WRITTEN = 1;
/** That nothing changed is said only after so long. */
const STILL = 40;
/** How long a frame is heard before the page around it. */
const FRAME_FIRST = 20;
/** How long a busy page may take to answer when its time is over. */
const SLOW = 3_000;
/** How long is waited for a tab or a page that a link leads to; a browser may be told not to open any. */
const OPENING = 1_000;
/** And for what a page in a new tab does at once: a dialog there may hold up the page that opened it. */
const PARSED = 300;
/** A navigation that ends with no page is a download, which is told a moment later, or nothing at all. */
const FRUITLESS = 300;

/** Where something is done: in the page or in a frame of it, by a gesture or by the kit alone. */
interface Place {
	frame: string | undefined;
	/** That of the frame. */
	document?: string;
	gesture: boolean;
	/** By nothing but the kit's own writing. */
	written?: boolean;
	/** The gesture presses what was located there. */
	pressed?: boolean;
	/** Nobody has watched since an action of before, all of which was told. */
	afresh?: boolean;
}

/** The document that something was done in, and what it has said already where it was at rest at once. */
export interface Begun {
	document: string;
	rest?: Settled | undefined;
}

/**
 * Does something in a tab that is watched already, or from the moment when it is done, and tells what came of it.
 * `before`: the document it is done in, which may be known only then.
 */
export async function withReceipt(
	tab: Tab,
	place: Place,
	before: string | (() => Begun),
	act: () => Promise<void>,
): Promise<Receipt> {
	const seen = new Watcher(tab);
	let acted = false;
	const asked = (more: Partial<Receipt>) => {
		const { frame, document } = place;
		tab.told.place = { frame, ...(document !== undefined && { document }) };
		return bare(seen, more);
	};
	tab.told.all = false;
	tab.told.place = undefined;
	try {
		await act();
		acted = true;
		if (!tab.settles) {
			if (place.pressed) await requireArrival(tab, place, seen);
			return bare(seen, { unsettled: true });
		}
		if (seen.dialog && !seen.dialog.tab) return asked({});
		return await rest(tab, place, seen, typeof before === "string" ? { document: before } : before());
	} catch (error) {
		if (error instanceof ReinsError && error.code === "dialog_open" && seen.dialog)
			return asked({ cut: !acted && place.gesture && !seen.dialog.tab });
		// The tab went while the action was under way or after it: that is what the action did, if nobody else has.
		const gone = error instanceof ReinsError && error.code === "tab_gone" && error;
		if (gone && seen.taken) throw takenBack(gone);
		if (gone && (acted || gone.data?.["interrupted"])) return bare(seen, { closed: true });
		throw error;
	} finally {
		seen.stop();
	}
}

async function rest(tab: Tab, place: Place, seen: Watcher, begun: Begun): Promise<Receipt> {
	const { document: before } = begun;
	const started = performance.now();
	const left = () => Math.max(0, limits.settleCap - (performance.now() - started));
	// While a navigation is under way the browser holds back every question to the page, so the cap is kept here.
	const inner = place.frame === undefined ? undefined : settleFrame(tab, place.frame, place, seen, left());
	const quiet = place.written ? WRITTEN : QUIET;
	const answered = inner?.then(({ changes }) => changes > 0);
	let { afresh = false } = place;
	const settling = async () => {
		// Where the frame has answered the gesture, the page around it has most likely done what it does about it.
		const hasAnswered = answered && (await Promise.race([answered, seen.patience(FRAME_FIRST)])) === true;
		// A page that has come whole is told of as it is, as where somebody navigates.
		const isComplete = seen.navigated && (await seen.complete(before, Math.min(left(), QUIET)));
		const isAnswered = seen.busy || hasAnswered === true;
		const settled = settle(tab, left(), isAnswered, isComplete ? 0 : quiet, afresh);
		afresh = false;
		const first = await Promise.race([settled, seen.patience(left() + QUIET)]);
		if (first !== "late" || seen.navigating) return first;
		// A page that is only slow must still say what became of the gesture.
		return Promise.race([settled, seen.patience(SLOW)]);
	};
	let waited = false;
	let settled = begun.rest ?? (await settling());
	let replaced = false;
	for (;;) {
		replaced ||= settled === "replaced";
		if (typeof settled === "object" && settled.value.leaving) await seen.departure(Math.min(left(), OPENING));
		if (settled !== "replaced" && !seen.navigating && !seen.busy) break;
		await seen.arrival(left());
		waited = true;
		if (seen.navigating) break;
		settled = await settling();
		if (left() === 0) break;
	}
	if (settled === "denied" && seen.brokenAt !== undefined)
		return bare(seen, { failedToLoad: true, navigated: true, url: seen.brokenAt });
	if (settled === "denied") return bare(seen, { denied: true, navigated: true });
	if (typeof settled === "string" || seen.navigating) return bare(seen, { loading: true });
	const navigated = seen.navigated || settled.document !== before;
	const { url, title, retitled, focus, closing, opening, downloading } = settled.value;
	if (downloading || seen.fruitless) await seen.download(Math.min(left(), downloading ? OPENING : FRUITLESS));
	if (closing) return bare(seen, { closed: await seen.closing(left()) });
	if (opening) await seen.tab(Math.min(left(), OPENING));
	if (seen.opened.length > 0) {
		await seen.places(Math.min(left(), opening ? SLOW : OPENING));
		await seen.beginnings(Math.min(left(), PARSED));
	}
	await seen.saved(Math.min(left(), OPENING));
	let within = await inner;
	// What was waited for may have been for the frame.
	if (waited && within && !within.silent && place.frame !== undefined)
		within = await settleFrame(tab, place.frame, { ...place, gesture: false }, seen, left());
	if (settled.value.astray ?? within?.astray) throw astray(settled.value.astray ?? within?.astray ?? "");
	const isHere = place.frame === undefined && settled.document === before;
	if (place.pressed && (isHere ? settled.value.unheard : within?.unheard)) throw unheard();
	// An address of script puts another document in the place of one, and the browser calls it the same.
	const rewritten = replaced && settled.document === before && settled.value.first !== undefined;
	const isNew = rewritten || settled.document !== before;
	tab.told.all = true;
	const documents = [told(settled, isNew), ...[within].filter((one) => one !== undefined)];
	const changes = documents.reduce((sum, { changes }) => sum + changes, rewritten ? 1 : 0);
	return {
		...bare(seen, { navigated }),
		url,
		title,
		retitled,
		focus,
		changes,
		uncompared: isUncompared(settled, within),
		...(within?.silent && settled.document === before && { silent: true }),
		lost: documents.some(({ lost }) => lost),
		unkept: documents.flatMap(({ unkept }) => unkept),
		offering: documents.flatMap(({ offering }) => offering),
		beyond: documents.some(({ changes, beyond }) => changes > 0 && beyond),
		reordered: documents.some(({ reordered }) => reordered),
		left: within?.left === true,
		rewritten,
		seen: (isNew ? documents.slice(0, 1) : documents).filter(({ lines }) => lines.length > 0),
		waiting: seen.busy,
		outside: settled.value.outside ?? within?.outside,
		opened: await located(tab, seen),
		elsewhere: opening && seen.opened.length === 0 ? seen.elsewhere : [],
		downloads: seen.downloads,
	};
}

/** Where nothing can be told, a page may have answered in any frame that it shows, beside the one that was acted in. */
function isUncompared({ value }: Settled, within: { frames: number } | undefined): boolean {
	return value.frames > (within ? 1 : 0) || (within?.frames ?? 0) > 0;
}

/** What comes of a press is not waited for, but whether it was stopped, or never came, is known at once. */
async function requireArrival(tab: Tab, place: Place, seen: Watcher): Promise<void> {
	const asked = tab
		.within(SLOW)
		.ask("settle", { quiet: 0, still: 0, cap: 0 }, place.frame)
		.catch(() => undefined);
	// A page that is left just now answers no more.
	const answer = await Promise.race([asked, seen.departure(PARSED).then(() => undefined)]);
	if (answer?.value.astray !== undefined) throw astray(answer.value.astray);
	if (answer?.value.unheard && answer.document === place.document) throw unheard();
}

function bare(seen: Watcher, more: Partial<Receipt>): Receipt {
	const opened = seen.opened.map((tab) => ({ tab, url: "" }));
	return {
		url: seen.url,
		title: "",
		navigated: false,
		changes: 0,
		seen: [],
		focus: "",
		dialog: seen.dialog,
		chooser: seen.chooser,
		failed: seen.failed,
		errors: seen.errors,
		opened,
		refused: seen.refused,
		downloads: seen.downloads,
		...more,
	};
}

type Settled = Awaited<ReturnType<Tab["ask"]>> & { value: KitResult<"settle"> };

/** Of a document that is new everything is: what it says of itself first is told. */
function told({ value, origin }: Settled, isNew = false) {
	const { changes, frames, more, beyond, reordered, astray, lost, unheard, outside } = value;
	const { unkept = [], offering = [] } = value;
	const lines = isNew ? (value.first ?? []) : value.lines;
	const said = { changes, frames, origin, lines, more, beyond, reordered };
	return { ...said, astray, lost, unheard, outside, unkept, offering };
}

function takenBack(cause: ReinsError): ReinsError {
	const pressed = cause.data?.["pressed"];
	const before = pressed === undefined ? "" : `${pressed} keys were pressed. Then: `;
	return new ReinsError("tab_gone", `${before}The person has taken the tab back.`, {
		cause,
		data: { interrupted: true },
	});
}

function astray(instead: string): ReinsError {
	return new ReinsError(
		"not_actionable",
		`The element moved just before the press, which would have hit ${instead}; it was stopped, and nothing was pressed.`,
		{ hint: "Call it again; the ref is still right if the element lives.", data: { stopped: true } },
	);
}

function unheard(): ReinsError {
	return new ReinsError(
		"input_not_delivered",
		"The browser took the press, but the page has not heard of it.",
		{
			hint: "Take a snapshot to see the state, then try again. If it stays so, the browser may ask the person something over the page: go on in a new tab.",
		},
	);
}

/** Nothing was pressed, so it may be tried again. */
export function wasStopped(error: unknown): boolean {
	return error instanceof ReinsError && error.data?.["stopped"] === true;
}

/**
 * Asks the page to come to rest; "denied" where the action led to a page that may not be read, "replaced" where it goes
 * just now: the next one is asked when it has come.
 */
async function settle(
	tab: Tab,
	cap: number,
	isAnswered: boolean,
	quiet: number,
	afresh: boolean,
): Promise<Settled | "denied" | "replaced"> {
	try {
		// What waits for a server need not be watched for long either: it is asked again when the answer has come.
		const still = isAnswered ? QUIET : STILL;
		return await tab.askOnce("settle", { quiet, still, cap, ...(afresh && { afresh }) });
	} catch (error) {
		if (wasReplaced(error)) return "replaced";
		const code = error instanceof ReinsError ? error.code : undefined;
		if (code === "policy_denied" || code === "needs_approval" || code === "restricted_url") return "denied";
		throw error;
	}
}

/** What changed in a frame; one that is not there any more has changed, and of one that does not answer nobody knows. */
async function settleFrame(tab: Tab, frame: string, place: Place, seen: Watcher, cap: number) {
	// One that is only slow must still say what became of the gesture.
	const hurried = tab.within(cap + SLOW);
	const args = { quiet: QUIET, still: STILL, cap, input: place.gesture };
	const ask = () => hurried.ask("settle", args, frame);
	let replaced = false;
	try {
		let settled = await hurried.askOnce("settle", args, frame).catch((error) => {
			if (!wasReplaced(error)) throw error;
			replaced = true;
			return ask();
		});
		const before = place.document ?? settled.document;
		const isSame = ({ document }: Settled) => document === before;
		// Where it goes nobody tells of a frame: it is asked until another document answers.
		if (settled.value.leaving) {
			const end = performance.now() + Math.min(cap, OPENING);
			while (isSame(settled) && seen.downloads.length === 0 && performance.now() < end) settled = await ask();
		}
		const isNew = (replaced && settled.value.first !== undefined) || !isSame(settled);
		const what = told(settled, isNew);
		return { ...what, changes: isNew ? Math.max(1, what.changes) : what.changes, left: isNew, silent: false };
	} catch (error) {
		const gone = error instanceof ReinsError && error.code === "stale_ref";
		return {
			changes: gone ? 1 : 0,
			frames: 0,
			origin: "",
			lines: [],
			more: 0,
			beyond: true,
			reordered: false,
			left: gone,
			astray: undefined,
			lost: false,
			unheard: false,
			outside: undefined,
			unkept: [],
			offering: [],
			silent: !gone,
		};
	}
}

/** A tab opens before it knows where it goes. */
async function located(tab: Tab, seen: Watcher): Promise<Receipt["opened"]> {
	const { opened } = seen;
	if (opened.length === 0) return [];
	const tabs = await tab.link.call("tabs.list", { all: false }, { signal: tab.signal });
	// Of one that did not load the list knows only the browser's own page.
	const isTold = (url: string) => isPlace(url) && !url.startsWith("chrome-error:");
	return tabs
		.filter((one) => opened.includes(one.tab))
		.map(({ tab: id, url }) => ({
			tab: id,
			url: isTold(url) ? url : (seen.placeOf(id) ?? url),
			...(url.startsWith("chrome-error:") && { failed: true }),
		}));
}
