// Lists of options that a page has made itself: the option is found, where need be by scrolling through a list that
// holds only what is in sight; the caller clicks it; and then it is seen whether the choice was kept.

import type { KitArgs, KitResult } from "@reins/protocol";
import { fail, milliseconds } from "./check-args.ts";
import { describe } from "./describe.ts";
import { calledAs, drawnOf } from "./drawn-options.ts";
import { putBack } from "./fill-field.ts";
import { fitting, noneFits } from "./fitting-option.ts";
import {
	addShadowRootsIn,
	flatChildren,
	flatContains,
	focusedElement,
	selfAndAncestors,
} from "./flat-tree.ts";
import { KitError } from "./kit-error.ts";
import { lookUntil } from "./look-until.ts";
import { nameOf } from "./name.ts";
import { framePainted, nextTask } from "./next-frame.ts";
import {
	attr,
	clientHeight,
	closest,
	dispatch,
	innerText,
	isAnyHtml,
	isConnected,
	isElement,
	isHtml,
	isText,
	matches,
	parentElement,
	parentNode,
	queryIn,
	scrollElementTo,
	scrollHeight,
	scrollTop,
} from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import { tidy } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { scrollerOf } from "./scroll.ts";
import { stateWords } from "./states.ts";
import { resolveTarget } from "./target.ts";
import { hiddenReason } from "./visible.ts";

/** Between two looks for a list that opens. */
const PAUSE = 50;
/** For all of a long list; and for the whole name further down, where a part of one is in sight. */
const SCROLLING = 8_000;
const FURTHER = 1_000;
/** A list that has not changed for so long has most likely come whole. */
const STEADY = 250;
/** How long one that is closed may take to be gone. */
const LEAVING = 500;
/** Within which a list shows what it was scrolled to. */
const FRAMES = 4;
const OPTIONS =
	"[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]";
/** What fields offer: a menu that is there is not theirs. */
const SUGGESTIONS = "[role=option], [role=treeitem]";
/** What is a list itself has no other. */
const LISTS: ReadonlySet<string> = new Set(["listbox", "menu", "tree"]);
/** What stands in a combobox's surroundings without being what it shows, and what keeps innerText from all that is. */
const SHOWN_LISTS = "[role=listbox], [role=menu]";
const APART = `slot, ${SHOWN_LISTS}`;
/** An option may have a picture before or after its name, or a tick, which the combobox does not show. */
const MARKS = /^[\p{So}\s]+|[\p{So}\s]+$/gu;
const SEVERAL = "[aria-multiselectable=true]";
const FIELDS = "input:not([type=hidden]), select, textarea, button, [role=combobox], [contenteditable]";
/** How far around a combobox its choice may be shown. */
const AROUND = 5;
const shownBefore = new WeakMap<Element, string>();
/** What a field holds that may be searched by typing, whole and as it is: it never leaves the page. */
const searched = new WeakMap<Element, string>();
/** What the options were called among which one was looked for. */
const offered = new WeakMap<Element, ReadonlySet<string>>();
/** What was last opened as a menu: what is chosen there is done, and shown by nothing. */
const menus = new WeakSet<Element>();
/** Options that can be seen since before a combobox was opened whose list was closed. */
const strangers = new WeakMap<Element, Set<Element>>();
/** Comboboxes for which one of those has gone: they may have been open, whatever they said. */
const shut = new WeakSet<Element>();
/** What came up when which combobox was opened, though no attribute says that it is its own. */
const offeredBy = new WeakMap<Element, Element>();

export async function optionOf(refs: Refs, args: KitArgs<"optionOf">): Promise<KitResult<"optionOf">> {
	const { option } = args;
	if (typeof option !== "string") fail("option must be text");
	const found = (el: Element, combobox: Element, seen: Element[]) => {
		offered.set(combobox, new Set(seen.map((each) => letters(calledAs(each)))));
		menus[roleOf(el) === "menuitem" ? "add" : "delete"](combobox);
		return { ref: refs.of(el), name: calledAs(el), chosen: staysChosen(el) };
	};
	const wait = milliseconds("wait", args.wait);
	let offers = "";
	let since = 0;
	// A list that is still coming is given a moment more, once.
	let isPatient = wait > 0;
	let isScrolled = false;
	const look = async (last: boolean) => {
		const combobox = resolveTarget(refs, args.target);
		const seen = seenOptions(combobox, last && args.scroll === true);
		const whole = fittingIn(seen, option, false);
		if (whole) return found(whole, combobox, seen);
		const names = seen.map(calledAs);
		const now = performance.now();
		if (names.join("\n") !== offers) [offers, since] = [names.join("\n"), now];
		const isSteady = now - since >= STEADY;
		const isPart = hasPart(seen, option);
		if (!(last || (isPart && isSteady))) return undefined;
		if (isPart && !isSteady && isPatient) {
			isPatient = false;
			return undefined;
		}
		if (last && args.typed !== true && isHtml(combobox, "input")) searched.set(combobox, combobox.value);
		if (seen.length === 0)
			throw new KitError("not_found", `${describe(combobox)} shows no list of options`, {
				...{ open: false, shut: shut.has(combobox) },
			});
		const passed = { names: new Set(names), isAll: true };
		const isLooked = isPart ? !isScrolled : args.scroll === true;
		isScrolled = true;
		const fits = isLooked ? await scrolledTo(combobox, seen, option, passed) : fittingIn(seen, option);
		if (fits) return found(fits, combobox, seen);
		if (last) throw noneFits([...passed.names], option, passed.isAll);
		return undefined;
	};
	// The last look of the second wait finds one or throws.
	const answer = (await lookUntil(wait, PAUSE, look)) ?? (await lookUntil(STEADY, PAUSE, look));
	return answer as KitResult<"optionOf">;
}

/** Whether the list took the choice: the option says so, or it is gone and the combobox shows it or another thing. */
export async function isChosen(refs: Refs, args: KitArgs<"isChosen">): Promise<KitResult<"isChosen">> {
	const { name } = args;
	if (typeof name !== "string") fail("name must be text");
	const look = () => {
		const option = alive(refs, args.option);
		const combobox = alive(refs, args.target);
		// A page that has put another in its place has taken the choice.
		if (!combobox || menus.has(combobox)) return true;
		const shown = shownBy(combobox);
		const changed = shown !== (shownBefore.get(combobox) ?? shown) && !showsAnother(combobox, name);
		const isTaken = option
			? isMarked(option) || (changed && args.typed !== true)
			: changed || shown.includes(letters(name.replace(MARKS, "") || name));
		// The next of several is told by what it changes.
		if (isTaken) shownBefore.set(combobox, shown);
		return isTaken;
	};
	const chosen = (await lookUntil(milliseconds("wait", args.wait), PAUSE, look)) === true;
	if (chosen) await shutDown(refs, args);
	return { chosen };
}

/** A list that is closed and fades out still lies over other things, and takes what is meant for them. */
async function shutDown(refs: Refs, { option, target }: KitArgs<"isChosen">): Promise<void> {
	const end = performance.now() + LEAVING;
	const isLeaving = () => {
		const combobox = alive(refs, target);
		return combobox && attr(combobox, "aria-expanded") === "false" && alive(refs, option) !== undefined;
	};
	// It says that it is closed when it is drawn next.
	let paints: boolean;
	do paints = await framePainted();
	while (paints && isLeaving() && performance.now() < end);
}

/** Half a search is nobody's choice. Answers whether the field holds again what it held before. */
export async function takeBack(combobox: Element): Promise<boolean> {
	const text = searched.get(combobox);
	if (text === undefined || !isHtml(combobox, "input")) return false;
	const isBack = putBack(combobox, text);
	await nextTask();
	return isBack() && isConnected(combobox);
}

/** Keeps what a combobox shows, so that a change can be told; it never leaves the page. */
export function rememberShown(combobox: Element): void {
	shownBefore.set(combobox, shownBy(combobox));
	const said = attr(combobox, "aria-expanded")?.toLowerCase();
	const focused = focusedElement();
	// Where nothing is said, one that has the focus may have been opened before, with a list that is nobody else's.
	const mayBeOpen = said === undefined && focused !== undefined && flatContains(combobox, focused);
	strangers.delete(combobox);
	if (said === undefined || said === "false") {
		const others = queryEverywhere(OPTIONS).filter((el) => isSeen(el) && offeredBy.get(el) !== combobox);
		const taken = mayBeOpen ? others.filter((el) => !isInNoOwn(el, combobox)) : others;
		strangers.set(combobox, new Set(taken));
	}
	shut.delete(combobox);
}

/** Its text or value, and what stands around it as far as no other field does. */
function shownBy(combobox: Element): string {
	let around = combobox;
	for (let at = outside(combobox), left = AROUND; at && left > 0; at = outside(at), left -= 1) {
		const others = queryEverywhere(FIELDS, at).filter((el) => el !== combobox && !flatContains(combobox, el));
		if (isHtml(at, "body") || others.some((el) => roleOf(el) !== "button")) break;
		around = at;
	}
	const value = isHtml(combobox, "input") ? combobox.value : "";
	return letters(value + textBesideLists(around));
}

/** The parent, or the host of a shadow root: what is slotted beside it stands in that as well. */
function outside(el: Element): Element | null {
	const parent = parentNode(el);
	return parent instanceof ShadowRoot ? parent.host : parentElement(el);
}

/** What can be read in it; innerText has nothing of shadow roots, and of slots nothing but what is there by itself. */
function textBesideLists(el: Element): string {
	if (getComputedStyle(el).display === "none") return "";
	const roots: ShadowRoot[] = [];
	addShadowRootsIn([el, ...Array.from(queryIn(el, "*"))], roots);
	if (roots.length === 0 && !matches(el, "slot") && queryIn(el, APART).length === 0)
		return isAnyHtml(el) ? innerText(el) : "";
	return Array.from(flatChildren(el), (child) => {
		if (isText(child)) return child.data;
		return isElement(child) && !matches(child, SHOWN_LISTS) ? textBesideLists(child) : "";
	}).join("");
}

/** Blanks and the size of letters are a matter of how a text is laid out. */
function letters(text: string): string {
	return text.replace(/\s+/g, "").toLowerCase();
}

/** An element that a person can see; it may have gone since. */
function alive(refs: Refs, target: KitArgs<"isChosen">["target"]): Element | undefined {
	try {
		const el = resolveTarget(refs, target);
		return hiddenReason(el) === undefined ? el : undefined;
	} catch (error) {
		if (error instanceof KitError) return undefined;
		throw error;
	}
}

/** Of several that can be chosen at once another click would take this one away. */
function staysChosen(option: Element): boolean {
	return isMarked(option) && (roleOf(option) === "menuitemcheckbox" || closest(option, SEVERAL) !== null);
}

/** Whether it shows nothing but another option than the one that was clicked. */
function showsAnother(combobox: Element, name: string): boolean {
	const own = letters(isHtml(combobox, "input") ? combobox.value : textBesideLists(combobox));
	return own !== letters(name) && offered.get(combobox)?.has(own) === true;
}

function isMarked(option: Element): boolean {
	return stateWords(option, roleOf(option)).some((word) => word === "selected" || word === "checked");
}

function fittingIn(seen: Element[], option: string, parts = true): Element | undefined {
	return fitting(seen, option, calledAs, (el) => attr(el, "data-value") ?? "", parts);
}

function hasPart(seen: Element[], option: string): boolean {
	const part = tidy(option).toLowerCase();
	return seen.some((el) => calledAs(el).toLowerCase().includes(part));
}

/**
 * In the list that the combobox says is its own; else wherever there are any that are not known to be of something else.
 * Nothing but those that were there before may be `left`: the list was open all the time.
 */
function seenOptions(combobox: Element, left = false): Element[] {
	const lists = listsOf(combobox).flatMap((id) => queryEverywhere(`#${CSS.escape(id)}`));
	const own = [...lists, combobox].flatMap(optionsIn);
	if (own.length > 0 || LISTS.has(roleOf(combobox))) return drawnOf(own.filter(isSeen), combobox);
	const taken = listsOfOthers(combobox);
	const before = strangers.get(combobox);
	for (const el of before ?? []) if (!isSeen(el) && before?.delete(el)) shut.add(combobox);
	const offers = isHtml(combobox, "input") || isHtml(combobox, "textarea") ? SUGGESTIONS : OPTIONS;
	const seen = queryEverywhere(offers).filter((el) => isSeen(el) && !isIn(el, taken));
	const fresh = seen.filter((el) => !before?.has(el));
	const all = fresh.length > 0 || !left ? fresh : seen.filter((el) => isInNoOwn(el, combobox));
	if (before) for (const el of all) offeredBy.set(el, combobox);
	return all;
}

/** Whether it is in a list that is no field by itself: none that the keyboard gets to, or that has a name of its own. */
function isInNoOwn(option: Element, combobox: Element): boolean {
	const list = closest(option, "[role=listbox]");
	return list !== null && attr(list, "tabindex") !== "0" && ["", nameOf(combobox)].includes(nameOf(list));
}

/** Those in a list, and those that are slotted into it. */
function optionsIn(list: Element): Element[] {
	const slots = queryEverywhere("slot", list).filter((el) => isHtml(el, "slot"));
	const slotted = slots.flatMap((slot) => slot.assignedElements({ flatten: true }));
	const all = [...queryEverywhere(OPTIONS, list), ...slotted.filter((el) => matches(el, OPTIONS))];
	return [...new Set([...all, ...slotted.flatMap(optionsIn)])];
}

function isSeen(el: Element): boolean {
	return hiddenReason(el) === undefined;
}

/** The lists that other comboboxes say are theirs. */
function listsOfOthers(combobox: Element): ReadonlySet<string> {
	const others = queryEverywhere("[role=combobox]:is([aria-controls], [aria-owns])").filter(
		(el) => !flatContains(el, combobox) && !flatContains(combobox, el),
	);
	return new Set(others.flatMap(listsOf));
}

function listsOf(combobox: Element): string[] {
	return ["aria-controls", "aria-owns"]
		.flatMap((name) => (attr(combobox, name) ?? "").split(/\s+/))
		.filter(Boolean);
}

function isIn(option: Element, lists: ReadonlySet<string>): boolean {
	if (lists.size === 0) return false;
	for (const at of selfAndAncestors(option)) if (lists.has(attr(at, "id") ?? "")) return true;
	return false;
}

/**
 * Goes through a list from its beginning as long as there is more to see, for the whole name goes before a part of one
 * that is in sight. Back then to where the part is, or to where it was if nothing fits. Tells what it has `passed`.
 */
async function scrolledTo(
	combobox: Element,
	first: Element[],
	option: string,
	passed: { names: Set<string>; isAll: boolean },
): Promise<Element | undefined> {
	const [one] = first;
	const scroller = one && scrollerOf(one);
	if (!scroller || !flatContains(scroller, one) || matches(scroller, "html, body"))
		return fittingIn(first, option);
	const start = scrollTop(scroller);
	let place = hasPart(first, option) ? start : undefined;
	let end = performance.now() + (place === undefined ? SCROLLING : FURTHER);
	let paints = true;
	let names = new Set(first.map(calledAs));
	/** What is seen there that was not before; what reacts to scrolling does so in the next frame, and is drawn in one after. */
	const shownAt = async (top: number): Promise<Element[] | undefined> => {
		scrollElementTo(scroller, { top, behavior: "instant" });
		const before = names;
		for (let frames = 0; frames < FRAMES; frames += 1) {
			paints = paints && (await framePainted());
			// In a tab that nobody looks at no frame comes, and no event with it.
			if (!paints) {
				dispatch(scroller, new Event("scroll"));
				await nextTask();
			}
			const seen = seenOptions(combobox);
			names = new Set(seen.map(calledAs));
			for (const name of names) passed.names.add(name);
			if ([...names].some((name) => !before.has(name))) return seen;
		}
		return undefined;
	};
	for (let top = 0; top < scrollHeight(scroller); top += clientHeight(scroller)) {
		passed.isAll = performance.now() < end;
		if (!passed.isAll) break;
		const fresh = await shownAt(top);
		const seen = fresh ?? seenOptions(combobox);
		const whole = fittingIn(seen, option, false);
		if (whole) return whole;
		if (place === undefined && hasPart(seen, option)) {
			place = top;
			end = Math.min(end, performance.now() + FURTHER);
		}
		// A list that holds all of its options shows no new ones.
		if (top > 0 && !fresh) break;
	}
	if (scrollTop(scroller) !== (place ?? start)) await shownAt(place ?? start);
	return place === undefined ? undefined : fittingIn(seenOptions(combobox), option);
}
