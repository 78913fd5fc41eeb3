// `locate` and `box`: bring the one element into view and make sure that an input sent to it would arrive, or say
// exactly what is in the way. Nothing is promised that was not looked at just now.

import type { KitArgs, KitResult, Point, Target } from "@reins/protocol";
import { endOf } from "./at-rest.ts";
import { calledAs } from "./called-as.ts";
import { point } from "./check-args.ts";
import { isClipped } from "./clip.ts";
import { describe, roleAndName } from "./describe.ts";
import { onlyFit } from "./find.ts";
import { flatContains, selfAndAncestors } from "./flat-tree.ts";
import { FRAMES } from "./frame-owners.ts";
import type { Guard } from "./guard.ts";
import { type Aim, activatorOf, aimAt, aimWithin, deepHit } from "./hit-test.ts";
import { imageOf, isArea } from "./image-map.ts";
import { KitError } from "./kit-error.ts";
import { framePainted, nextFrame } from "./next-frame.ts";
import { A_FRAME, notActionable } from "./not-actionable.ts";
import { pressFor } from "./pinched.ts";
import { animationsOf, attr, boundingRect, closest, isHtml, matches, scrollIntoView } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { isDisabled } from "./states.ts";
import { resolveTarget } from "./target.ts";
import { isEditable } from "./text-field.ts";
import { hiddenReason, isInert } from "./visible.ts";

/** How long an animated element is waited for: most transitions are over by then. */
const STILL_AT_LATEST = 1_000;
/** So long a cover that does not move is given to go. */
const FRAMES_TO_GO = 2;

export async function locate(
	refs: Refs,
	guard: Guard,
	args: KitArgs<"locate">,
): Promise<KitResult<"locate">> {
	const el = meant(refs, args.target);
	const ref = refs.of(el);
	const { place, scrolled } = await reach(refs, el, args.at && point("at", args.at));
	guard.expect(el, place);
	return { ref, ...calledAs(el), point: pressFor(place), scrolled, editable: isEditable(el) };
}

function meant(refs: Refs, target: KitArgs<"locate">["target"]): Element {
	if (typeof target === "object" && target !== null && "words" in target) return onlyFit(refs, target.words);
	const el = resolveTarget(refs, target);
	requireNoFold(refs, target);
	return el;
}

/** Brings the element into view and says where an input to it arrives: at this point of it, or at any. */
export async function reach(
	refs: Refs,
	el: Element,
	at?: Point,
): Promise<{ place: Point; scrolled: boolean }> {
	await fadedIn(el);
	requireUsable(refs, el);
	await requireStill(refs, el);
	const aim = () => (at ? aimWithin(el, at) : aimAtAny(el));
	const seen = pointOf(aim());
	const place = seen ?? (await scrolledTo(refs, el, aim));
	const hit = deepHit(place);
	if (hit && matches(hit, FRAMES)) throw notActionable(refs, el, A_FRAME);
	return { place, scrolled: !seen };
}

export async function box(refs: Refs, args: KitArgs<"box">): Promise<KitResult<"box">> {
	const el = resolveTarget(refs, args.target);
	requireVisible(refs, el);
	if (!isInView(boundingRect(el)) || isClipped(el)) scrollIntoView(el);
	await requireStill(refs, el);
	const { x, y, width, height } = boundingRect(el);
	return { x: x + scrollX, y: y + scrollY, width, height, scroll: { x: scrollX, y: scrollY } };
}

/** The rest of a list is nothing that could be pressed. */
export function requireNoFold(refs: Refs, { ref }: Target): void {
	if (typeof ref !== "string" || !refs.fold(ref)) return;
	throw new KitError(
		"not_actionable",
		`${ref} stands for the rest of a list; pass it to snapshot to see it`,
		{
			ref,
		},
	);
}

async function scrolledTo(refs: Refs, el: Element, aimed: () => Aim): Promise<Point> {
	scrollIntoView((isArea(el) && imageOf(el)) || el);
	// What reacts to scrolling (sticky bars, content that loads) does so in the next frame.
	await nextFrame();
	const ref = refs.of(el);
	refs.element(ref);
	await requireStill(refs, el);
	const aim = await uncovered(aimed);
	refs.element(ref);
	const found = pointOf(aim);
	if (found) return found;
	if (aim === "outside") throw notActionable(refs, el, "outside of viewport");
	throw covered(refs, el, (aim as { cover: Element }).cover);
}

/** A list that was chosen from, a message that was closed: what lies over it may be on its way out. */
async function uncovered(aimed: () => Aim): Promise<Aim> {
	const end = performance.now() + STILL_AT_LATEST;
	for (let rested = 0; ; rested += 1) {
		const aim = aimed();
		if (typeof aim === "string" || "at" in aim || performance.now() > end) return aim;
		// Between two animations, and from the last one to the end, there are frames in which none runs.
		if (animations(aim.cover).some(isRunning)) rested = 0;
		if (rested > FRAMES_TO_GO || !(await framePainted())) return aim;
	}
}

function pointOf(aim: Aim): Point | undefined {
	return typeof aim === "object" && "at" in aim ? aim.at : undefined;
}

/** A control that is clipped to nothing is used through its label. */
function aimAtAny(el: Element): Aim {
	const aim = aimAt(el);
	if (pointOf(aim) || !(isHtml(el, "input") && el.labels)) return aim;
	for (const label of el.labels) {
		const onLabel = aimAt(label);
		if (pointOf(onLabel)) return onLabel;
	}
	return aim;
}

function requireUsable(refs: Refs, el: Element): void {
	requireVisible(refs, el);
	if (isInert(el)) throw notActionable(refs, el, "disabled (inert)");
	if (isDisabled(el) || isDisabled(activatorOf(el) ?? el)) throw notActionable(refs, el, "disabled");
}

export function requireVisible(refs: Refs, el: Element): void {
	const list = isHtml(el, "option") ? closest(el, "select") : null;
	if (list && roleOf(list) === "combobox") {
		throw notActionable(
			refs,
			el,
			`hidden in a closed list; choose it in ${describe(list)} [${refs.of(list)}]`,
		);
	}
	const reason = hiddenReason(el);
	if (!reason) return;
	const labels = isHtml(el, "input") && el.labels ? Array.from(el.labels) : [];
	const label = labels.find((each) => hiddenReason(each) === undefined);
	if (!label) throw notActionable(refs, el, reason);
	const instead = refs.of(label);
	throw notActionable(refs, el, `${reason}; its label [${instead}] can be used instead`, { instead });
}

/** A receipt tells what fades in before anybody sees it. */
export async function fadedIn(el: Element): Promise<void> {
	const end = performance.now() + STILL_AT_LATEST;
	const comes = () => animations(el).some((one) => endOf(one) !== undefined);
	while (hiddenReason(el) && comes() && performance.now() < end && (await framePainted()));
}

/** Without anything on the way to the root that might move it one look is enough; else several must agree. */
async function requireStill(refs: Refs, el: Element): Promise<void> {
	if (!isAnimated(el)) return;
	const end = performance.now() + STILL_AT_LATEST;
	let before = boundingRect(el);
	let stillFor = 0;
	do {
		const painted = await framePainted();
		const now = boundingRect(refs.element(refs.of(el)));
		stillFor = isSame(before, now) ? stillFor + 1 : 0;
		// Where nothing is drawn nothing moves, for as long as that may be. One frame says little: an animation that
		// begins stands still in its first.
		if (!painted || stillFor > 1) return;
		before = now;
	} while (performance.now() < end);
	throw notActionable(refs, el, "moving");
}

/** By the browser, or by a script, which writes a transform on the element itself. */
function isAnimated(el: Element): boolean {
	if (animations(el).some(isRunning)) return true;
	return [...selfAndAncestors(el)].some((at) => /\b(transform|translate)\s*:/.test(attr(at, "style") ?? ""));
}

/** Those on the way to the root. */
function animations(el: Element): Animation[] {
	return [...selfAndAncestors(el)].flatMap(animationsOf);
}

function isRunning({ playState }: Animation): boolean {
	return playState === "running";
}

function isSame(a: DOMRect, b: DOMRect): boolean {
	return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function isInView(rect: DOMRect): boolean {
	return rect.top >= 0 && rect.left >= 0 && rect.bottom <= innerHeight && rect.right <= innerWidth;
}

function covered(refs: Refs, el: Element, hit: Element): Error {
	if (flatContains(hit, el)) {
		const { width, height } = boundingRect(el);
		if (width === 0 || height === 0) return notActionable(refs, el, "zero size");
		const drawn = drawnOver(hit);
		if (drawn && getComputedStyle(el).pointerEvents !== "none")
			return notActionable(refs, el, `covered by the ${drawn} of ${describe(hit)} [${refs.of(hit)}]`);
		return notActionable(refs, el, `takes no pointer input here; ${describe(hit)} behind it would get it`);
	}
	const cover = meaningOf(hit, el);
	const by = { ref: refs.of(cover), ...roleAndName(cover) };
	return notActionable(refs, el, `covered by ${describe(cover)} [${by.ref}]`, { by });
}

/** What an element draws over its own children. */
function drawnOver(el: Element): string | undefined {
	return ["::after", "::before"].find((part) => {
		const { content, position } = getComputedStyle(el, part);
		return content !== "none" && position !== "static";
	});
}

/** The cover as an agent would know it: the dialog, not the nameless box in it that was hit. */
function meaningOf(hit: Element, el: Element): Element {
	for (const at of selfAndAncestors(hit)) {
		if (flatContains(at, el)) break;
		const role = roleOf(at);
		if (role !== "generic" && role !== "none" && role !== "paragraph") return at;
	}
	return hit;
}
