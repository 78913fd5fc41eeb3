// Where to aim so that the input arrives at the element and at nothing else: a click that lands on a cookie banner
// or on a link inside of a label is worse than none.

import type { Point } from "@reins/protocol";
import { fail } from "./check-args.ts";
import { flatContains, selfAndAncestors } from "./flat-tree.ts";
import {
	attr,
	boundingRect,
	clientRects,
	contains,
	documentHit,
	isHtml,
	matches,
	parentElement,
	queryIn,
	rootOf,
	shadowRoot,
} from "./pristine.ts";
import { boxesOf } from "./visible.ts";

export type Aim = { at: Point } | { cover: Element } | "outside";

/** What reacts to a click by itself. */
const CONTROLS =
	"a[href], button, input, select, textarea, summary, label, option, iframe, [contenteditable=true], [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option]";

const BOXES_TRIED = 6;
/** How far around a combobox it may show what was chosen. */
const AROUND = 3;
/** Fractions of a box: its centre comes first, then points near the corners, which a cover often leaves free. */
const CENTRE: readonly Point[] = [{ x: 0.5, y: 0.5 }];
/** Along a line, where a shape may be drawn as nothing else. */
const STROKE = [0.5, 0.25, 0.75, 0.05, 0.95, 0.4, 0.6];
const SHAPES = "circle, ellipse, line, path, polygon, polyline, rect";
const OTHERS: readonly Point[] = [0.2, 0.8].flatMap((y) => [0.2, 0.5, 0.8].map((x) => ({ x, y })));

/** The best point on the element as it stands now. Without one: what lies over it, or that no part is in view. */
export function aimAt(el: Element): Aim {
	let nested: Point | undefined;
	let cover: Element | undefined;
	for (const point of pointsOn(el)) {
		const hit = deepHit(point);
		if (!hit) continue;
		const verdict = judge(el, hit);
		if (verdict === "direct") return { at: point };
		if (verdict === "nested") nested ??= point;
		else cover ??= hit;
	}
	if (nested) return { at: nested };
	return cover ? { cover } : "outside";
}

/** The same for one point of it, from its upper left corner. */
export function aimWithin(el: Element, { x, y }: Point): Aim {
	const box = boundingRect(el);
	if (x > box.width || y > box.height)
		fail(`at must be in the element, which is ${round(box.width)} × ${round(box.height)} pixels large`);
	const at = { x: round(box.x + x), y: round(box.y + y) };
	const hit = deepHit(at);
	if (!hit) return "outside";
	return isReached(el, hit) ? { at } : { cover: hit };
}

function* pointsOn(el: Element): Generator<Point> {
	const boxes = boxesOf(el)
		.map(clipToView)
		.filter((box) => box !== undefined)
		.slice(0, BOXES_TRIED);
	const place = (box: DOMRect, parts: readonly Point[]) =>
		parts.map(({ x, y }) => ({ x: round(box.x + box.width * x), y: round(box.y + box.height * y) }));
	yield* boxes.flatMap((box) => place(box, CENTRE));
	yield* boxes.flatMap((box) => place(box, OTHERS));
	if (el instanceof SVGElement) yield* pointsOnLines(el);
}

/** Of a drawing that is hollow its lines alone take input. */
function* pointsOnLines(el: SVGElement): Generator<Point> {
	for (const shape of [el, ...Array.from(queryIn(el, SHAPES)).slice(0, BOXES_TRIED)]) {
		if (!(shape instanceof SVGGeometryElement) || clientRects(shape).length === 0) continue;
		const matrix = shape.getScreenCTM();
		if (!matrix) continue;
		const length = shape.getTotalLength();
		for (const part of STROKE) {
			const { x, y } = shape.getPointAtLength(length * part).matrixTransform(matrix);
			yield { x: round(x), y: round(y) };
		}
	}
}

function clipToView(box: DOMRect): DOMRect | undefined {
	const left = Math.max(box.left, 0);
	const top = Math.max(box.top, 0);
	const width = Math.min(box.right, innerWidth) - left;
	const height = Math.min(box.bottom, innerHeight) - top;
	return width > 0 && height > 0 ? new DOMRect(left, top, width, height) : undefined;
}

function round(pixels: number): number {
	return Math.round(pixels * 100) / 100;
}

/** The topmost element at a point of a document, through open shadow roots. */
export function deepHit({ x, y }: Point, within = document): Element | undefined {
	let hit = documentHit(x, y, within);
	while (hit) {
		const root: ShadowRoot | null = shadowRoot(hit);
		const inner: Element | null = root?.elementFromPoint(x, y) ?? null;
		if (!inner || rootOf(inner) !== root) return hit;
		hit = inner;
	}
	return undefined;
}

/** direct: an input there is one to the element. nested: it goes to another control inside of it. */
function judge(el: Element, hit: Element): "direct" | "nested" | "no" {
	if (flatContains(el, hit)) return reachesFrom(hit, el) ? "direct" : "nested";
	for (const label of selfAndAncestors(hit)) {
		if (isHtml(label, "label") && label.control === el) return reachesFrom(hit, label) ? "direct" : "no";
	}
	if (showsChoiceOf(el, hit)) return "direct";
	const activator = activatorOf(el);
	if (!activator) return "no";
	if (flatContains(activator, hit) && reachesFrom(hit, activator)) return "direct";
	return isHtml(activator, "label") && activator.control === hit ? "direct" : "no";
}

/** Some comboboxes draw what was chosen over their own field: a press there is one to them. */
function showsChoiceOf(el: Element, hit: Element): boolean {
	if (!isHtml(el, "input") || attr(el, "role") !== "combobox") return false;
	for (let at = parentElement(el), left = AROUND; at && left > 0; at = parentElement(at), left -= 1)
		if (contains(at, hit)) return queryIn(at, CONTROLS).length === 1;
	return false;
}

/** Whether an input that hits one element is one to the other, or to what is in that. */
export function isReached(el: Element, hit: Element): boolean {
	return judge(el, hit) !== "no";
}

/** Whether no other control stands between the hit and what is meant. A label's own control is no other. */
function reachesFrom(hit: Element, meant: Element): boolean {
	for (const at of selfAndAncestors(hit)) {
		if (at === meant) return true;
		if (matches(at, CONTROLS) && !(isHtml(meant, "label") && meant.control === at)) return false;
	}
	return false;
}

/** What a click on the element activates: the button around an icon, the label around a word. */
export function activatorOf(el: Element): Element | undefined {
	for (const at of selfAndAncestors(el)) if (matches(at, CONTROLS)) return at;
	return undefined;
}
