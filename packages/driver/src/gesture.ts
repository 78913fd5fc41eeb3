// Gestures: aim at the one element, do it with trusted input, and say what came of it.

import {
	type ErrorCode,
	type InputEvent,
	type KitArgs,
	type Modifier,
	orAborted,
	type Point,
	type PrimitiveResult,
	ReinsError,
	type Target,
} from "@reins/protocol";
import { placeInPicture } from "./picture-name.ts";
import type { Receipt } from "./receipt.ts";
import { wasStopped, withReceipt } from "./settle.ts";
import { frameIn, type Tab, wasReplaced } from "./tab.ts";
import { isWords, resolve, type Words, wholeWords } from "./target.ts";

/** An element that moves away in the last moment is followed, as often as this. */
const ATTEMPTS = 3;

/** Nothing was done: it is looked for in frames too, and otherwise. A kit that is older takes no words. */
const UNSURE: ReadonlySet<ErrorCode> = new Set(["not_found", "bad_args", "stale_ref"]);

/** How long a button may take to be let go when the call that holds it has been given up. */
const LET_GO = 2_000;

export interface Acted extends Receipt {
	element: { ref: string; role: string; name: string };
}

/** Finds the one element and begins to watch its document, and the page around that. */
export async function aim(tab: Tab, wanted: Target | Words, at?: Point) {
	// What is in a frame may change the page around it: that is watched, too.
	const watchPage = () => tab.ask("watch", {}).then(({ document }) => document);
	const isInFrame = !isWords(wanted) && frameIn({ target: wanted }) !== undefined;
	const [aimed, watched] = await Promise.all([meet(tab, wanted, at), isInFrame ? watchPage() : undefined]);
	const page = aimed.frame === undefined ? aimed.document : (watched ?? (await watchPage()));
	return { ...aimed, page };
}

/** A page that draws itself anew may take away what has just been found; by its words it is found again. */
async function meet(tab: Tab, wanted: Target | Words, at: Point | undefined) {
	const found = isWords(wanted) ? await meetInPage(tab, wanted, at) : undefined;
	if (found) return found;
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await locate(tab, await resolve(tab, wanted), true, at);
		} catch (error) {
			if (!isGone(error) || !isWords(wanted) || attempt === ATTEMPTS) throw error;
		}
	}
}

/** Mostly one question to the page is enough to find what somebody has words for. */
async function meetInPage(tab: Tab, words: Words, at: Point | undefined) {
	try {
		return await locate(tab, { words: wholeWords(words) }, true, at);
	} catch (error) {
		if (error instanceof ReinsError && UNSURE.has(error.code)) return undefined;
		throw error;
	}
}

function isGone(error: unknown): boolean {
	return error instanceof ReinsError && error.code === "stale_ref";
}

async function locate(tab: Tab, target: KitArgs<"locate">["target"], watch: boolean, at?: Point) {
	const frame = frameIn({ target });
	const { value, document } = await tab.ask("locate", { target, watch, ...(at && { at }) });
	const { ref, role, name, ...how } = value;
	return { element: { ref, role, name }, ...how, frame, document };
}

/** A plain click as a part of something larger, which tells what came of it. */
export async function clickAt(tab: Tab, target: Target): Promise<void> {
	const aimed = await locate(tab, target, false);
	await dispatch(tab, aimed, clickEvents(aimed.point, { button: "left", count: 1, modifiers: [] }));
}

/** Sends events to the document of a frame, and to no other. */
export async function dispatch(
	tab: Tab,
	{ frame, document }: { frame: string | undefined; document: string },
	events: InputEvent[],
): Promise<void> {
	await tab.call("input.dispatch", { ...(frame !== undefined && { frame }), document, events });
}

export interface ClickOptions {
	button: "left" | "middle" | "right";
	count: number;
	modifiers: Modifier[];
}

export function click(tab: Tab, target: Target | Words, options: ClickOptions): Promise<Acted> {
	return point(tab, target, (at) => clickEvents(at, options));
}

/** Clicks at a point: of an element, from its upper left corner, or of a picture that was taken of the page. */
export async function clickAtPoint(
	tab: Tab,
	place: { target: Target | Words; at: Point } | { picture: string; at: Point },
	{ holdMs, ...options }: ClickOptions & { holdMs: number },
): Promise<Acted> {
	const aimed = "picture" in place ? await aimInPicture(tab, place) : await aim(tab, place.target, place.at);
	const { frame, document, page, element } = aimed;
	const events = clickEvents(aimed.point, options);
	const receipt = await withReceipt(
		tab,
		{ frame, document, gesture: true, pressed: true },
		page,
		async () => {
			if (holdMs === 0) return dispatch(tab, aimed, events);
			const release = events.slice(-1);
			const ended = holdEnds(tab);
			try {
				await dispatch(tab, aimed, events.slice(0, -1));
				await Promise.race([pause(holdMs, tab.signal), ended.soon]);
			} catch (error) {
				// What nobody waits for any more must not stay pressed.
				if (tab.signal.aborted) dispatch(tab.afterwards(LET_GO), aimed, release).catch(() => {});
				throw error;
			} finally {
				ended.stop();
			}
			await dispatch(tab, aimed, release).catch((error) => {
				// The press has led elsewhere, and what was held is not there any more.
				if (!wasReplaced(error)) throw error;
			});
		},
	);
	return { ...receipt, element };
}

async function aimInPicture(tab: Tab, { picture, at }: { picture: string; at: Point }) {
	const { document: begun, ...where } = placeInPicture(picture, at);
	const shown = await tab.link.committed(tab.id, tab.signal);
	if (!shown.document.startsWith(begun)) throw outdated(picture);
	const { value, document } = await tab.ask("locateAt", { ...where, watch: true });
	if (document !== shown.document) throw outdated(picture);
	const { ref, role, name, point: found } = value;
	return { element: { ref, role, name }, point: found, frame: undefined, document, page: document };
}

function outdated(picture: string): ReinsError {
	return new ReinsError("stale_ref", `The page that ${picture} shows is not in this tab any more.`, {
		hint: "Take a new screenshot.",
	});
}

/** What a dialog, the person or the end of the tab keeps from being let go is not waited for; who tries is told why. */
function holdEnds(tab: Tab): { soon: Promise<void>; stop: () => void } {
	let stop = () => {};
	const soon = new Promise<void>((resolve) => {
		stop = tab.link.onEvent(({ event, tab: where }) => {
			if (where === tab.id && /^(dialog_opened|let_go|tab_closed|tab_crashed)$/.test(event)) resolve();
		});
	});
	return { soon, stop };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
	return orAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);
}

export function hover(tab: Tab, target: Target | Words): Promise<Acted> {
	return point(tab, target, ({ x, y }) => [{ kind: "move", x, y }]);
}

/** Drags one element onto another; both must fit into the view at the same time. */
export async function drag(
	tab: Tab,
	from: Target | Words,
	onto: Target | Words,
): Promise<Acted & { onto: Acted["element"]; drop: PrimitiveResult<"input.drag"> }> {
	const target = await resolve(tab, onto);
	const aimed = await aim(tab, from);
	if (aimed.frame !== frameIn({ target })) {
		throw new ReinsError("unsupported", "Nothing can be dragged from one document into another.", {
			hint: "Both must be in the page, or both in the same frame.",
		});
	}
	const there = await locate(tab, target, false);
	const here = await locate(tab, { ref: aimed.element.ref }, true);
	const { point: end, scrolled } = here.scrolled
		? await locate(tab, { ref: there.element.ref }, false)
		: there;
	if (here.scrolled && scrolled)
		throw new ReinsError("not_actionable", "The two cannot both be in view at the same time.");
	const { document, page, element, frame } = aimed;
	let drop: PrimitiveResult<"input.drag"> = {};
	const receipt = await withReceipt(
		tab,
		{ frame, document, gesture: true, pressed: true },
		page,
		async () => {
			const where = { ...(frame !== undefined && { frame }), document, onto: there.element.ref };
			drop = await tab.call("input.drag", { ...where, from: here.point, to: end });
		},
	);
	return { ...receipt, element, onto: there.element, drop };
}

async function point(tab: Tab, wanted: Target | Words, events: (at: Point) => InputEvent[]): Promise<Acted> {
	let target = wanted;
	for (let attempt = 1; ; attempt += 1) {
		const aimed = await aim(tab, target).catch((error) => {
			// It has not moved but gone: what the caller has words for may be there again.
			if (target === wanted || "ref" in wanted || !isGone(error)) throw error;
			return aim(tab, wanted);
		});
		const { frame, document, page, element } = aimed;
		try {
			const gesture = events(aimed.point);
			const pressed = gesture.some(({ kind }) => kind === "down");
			const receipt = await withReceipt(tab, { frame, document, gesture: true, pressed }, page, () =>
				dispatch(tab, aimed, gesture),
			);
			return { ...receipt, element };
		} catch (error) {
			if (attempt === ATTEMPTS || !wasStopped(error)) throw error;
			// The same one, whatever fits the words by now.
			target = { ref: element.ref };
		}
	}
}

function clickEvents({ x, y }: Point, { button, count, modifiers }: ClickOptions): InputEvent[] {
	const events: InputEvent[] = [{ kind: "move", x, y, modifiers }];
	for (let nth = 1; nth <= count; nth++) {
		events.push(
			{ kind: "down", x, y, button, count: nth, modifiers },
			{ kind: "up", x, y, button, count: nth, modifiers },
		);
	}
	return events;
}
