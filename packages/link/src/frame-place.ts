// Where the points of a frame lie in the page, and whose document lies at a point of the page. The browser knows
// both for one process at a time: boxes are told in the viewport of that process's outermost frame.

import { type Point, ReinsError } from "@reins/protocol";
import { elementBy, hand, holding } from "./closed-roots.ts";
import type { FrameDocument } from "./frame-document.ts";
import type { TabSession } from "./tab-session.ts";

/** Frames in frames are followed so far. */
const DEEPEST = 20;
/** Pixels around a point that are brought into view with it: more than borders and padding take. */
const AROUND = 30;

/** Less than can be drawn. */
const TINY = 0.01;

const PIXELS = "function () { return devicePixelRatio }";
const HIT = "function (x, y) { return this.hit(x, y) }";
const FOCUSED = "function () { return this.focused() }";
/** Tab leads out of a page behind its last element, and no key brings the focus back. */
const TAKEN_BACK = "function () { return this.focused() ?? (focus(), this.focused()) }";
/** Elements that show other documents. */
const FRAMES = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);

/** Where a frame's own pixels are drawn: its corner, and how far one pixel to the right and one down lead. */
interface Ground {
	corner: Point;
	right: Point;
	down: Point;
}

type Place = (point: Point) => Point;

/** A frame of another process than what is around it, or one right in the page; and where it was drawn. */
export interface Level {
	frame: FrameDocument;
	ground: Ground;
}

/** What turns points of a frame into those of the page's viewport. */
export async function placeOf(tab: TabSession, frame: FrameDocument): Promise<Place> {
	return placeBy(await levelsAround(tab, frame));
}

/** The same, after it has brought a point of the frame into view. */
export async function placeInPage(tab: TabSession, frame: FrameDocument, aim: Point): Promise<Place> {
	return placeBy(await levelsAround(tab, frame, aim));
}

export function placeBy(levels: readonly Level[]): Place {
	return (point) => levels.reduce((at, { ground }) => outside(ground, at), point);
}

/** From the innermost on; where `aim` is given, that point of the frame is brought into view first. */
export async function levelsAround(tab: TabSession, frame: FrameDocument, aim?: Point): Promise<Level[]> {
	const levels: Level[] = [];
	const pixels = aim && pixelsOf(tab);
	let inner = frame;
	for (let depth = 0; inner !== tab.main && depth < DEEPEST; depth += 1) {
		// The browser does one after the other, so nobody has to wait in between.
		const [, ground] = await Promise.all([
			aim && reveal(tab, inner, placeBy(levels)(aim), (await pixels) ?? 1),
			groundOf(tab, inner),
		]);
		levels.push({ frame: inner, ground });
		inner = tab.frames.outermostAround(inner);
	}
	return levels;
}

/** Scrolls what is around a frame until the point can be seen; how far a frame's own page scrolls is its business. */
async function reveal(tab: TabSession, frame: FrameDocument, { x, y }: Point, pixels: number): Promise<void> {
	const { parent, backendNodeId } = await ownerOf(tab, frame);
	const size = 2 * AROUND * pixels;
	const rect = { x: (x - AROUND) * pixels, y: (y - AROUND) * pixels, width: size, height: size };
	await parent.send("DOM.scrollIntoViewIfNeeded", { backendNodeId, rect });
}

/** Boxes are told in CSS pixels; what is to be brought into view the browser takes in those that it lays out with. */
async function pixelsOf({ main }: TabSession): Promise<number> {
	const { object } = await main.kit(main.committed.document);
	const call = { functionDeclaration: PIXELS, objectId: object, returnByValue: true };
	const { result } = await main.send("Runtime.callFunctionOn", call);
	return Number((result as { value: unknown }).value);
}

/** The elements that show frames: one stays the same as long as its frame is there. */
const owners = new WeakMap<FrameDocument, { parent: FrameDocument; id: string; node: Promise<unknown> }>();

async function ownerOf(tab: TabSession, frame: FrameDocument) {
	const { id } = frame;
	const parent = tab.frames.parentOf(frame);
	let owner = owners.get(frame);
	if (owner?.parent !== parent || owner.id !== id) {
		const asked = parent.send("DOM.getFrameOwner", { frameId: id });
		owner = { parent, id, node: asked.then(({ backendNodeId }) => backendNodeId) };
		owner.node.catch(() => owners.delete(frame));
		owners.set(frame, owner);
	}
	return { parent, backendNodeId: await owner.node };
}

/** The frame whose document a press at this point of the page goes to. */
export async function frameAt(
	tab: TabSession,
	point: Point,
	signal: AbortSignal,
): Promise<FrameDocument | undefined> {
	let current = tab.main;
	/** In the viewport of the process's outermost frame, and in that of the frame itself. */
	let outer = point;
	let own = point;
	for (let depth = 0; depth < DEEPEST; depth += 1) {
		const inner = await receiver(tab, current, [HIT, own.x, own.y], signal);
		if (!inner || inner === current) return inner;
		own = inside(await groundOf(tab, inner), outer);
		if (tab.frames.isOutermost(inner)) outer = own;
		current = inner;
	}
	return undefined;
}

/**
 * Whether a press at this point of the page goes to the innermost of these frames, where they are known to lie at these
 * levels: all documents on the way are asked at once. "moved": they lie elsewhere by now, and must be looked for.
 */
export async function isStillAt(
	tab: TabSession,
	levels: readonly Level[],
	page: Point,
	signal: AbortSignal,
): Promise<boolean | "moved"> {
	const inwards = [...levels].reverse();
	const ask = (document: FrameDocument, { x, y }: Point, expected: FrameDocument) =>
		receiver(tab, document, [HIT, x, y], signal).then((hit) => hit === expected);
	const [outermost] = inwards;
	if (!outermost) return "moved";
	const questions: Promise<boolean | "moved">[] = [ask(tab.main, page, outermost.frame)];
	let point = page;
	for (const [depth, { frame, ground }] of inwards.entries()) {
		// A frame between these in the same process has a place of its own, which nobody has asked for.
		if (tab.frames.parentOf(frame) !== tab.frames.outermostAround(frame)) return "moved";
		point = inside(ground, point);
		questions.push(ask(frame, point, inwards[depth + 1]?.frame ?? frame));
		questions.push(groundOf(tab, frame).then((now) => isSame(ground, now) || "moved"));
	}
	const answers = await Promise.all(questions);
	return answers.includes("moved") ? "moved" : answers.every((answer) => answer);
}

/** Where a key goes that is sent to this frame: to which document, and there to which element. */
export interface Focus {
	frame: FrameDocument | undefined;
	/** The same number for the same one; absent where none has the focus. */
	element?: number;
}

/** `takenBack`: where no document of the tab has the focus, the page gets it. */
export async function focusFrom(
	tab: TabSession,
	frame: FrameDocument,
	signal: AbortSignal,
	takenBack = false,
): Promise<Focus> {
	const focus: Focus = { frame: undefined };
	// A frame does not know whether the page around it has the focus.
	const ask = takenBack && frame === tab.main ? TAKEN_BACK : FOCUSED;
	focus.frame = await receiver(tab, frame, [ask], signal, ({ localName, number }) => {
		// The page as a whole has it where no element does.
		if (localName !== "html") focus.element = number;
	});
	return focus;
}

/**
 * The document that gets what arrives at an element: that of the frame which the element shows, else its own. A
 * closed shadow root may hold a frame that the kit does not see, so the browser is asked for each.
 */
async function receiver(
	tab: TabSession,
	frame: FrameDocument,
	[ask, ...args]: readonly [string, ...unknown[]],
	signal: AbortSignal,
	tell: (element: { localName: string; number: number }) => void = () => {},
): Promise<FrameDocument | undefined> {
	const kit = await frame.kit(frame.committed.document, signal);
	return holding(frame, kit, async (asking) => {
		let last = 0;
		for (let depth = 0; depth < DEEPEST; depth += 1) {
			const element = await elementBy(frame, asking, ask, args);
			if (!element) return ask === HIT ? frame : undefined;
			tell(element);
			if (FRAMES.has(element.localName))
				return element.frame === undefined ? undefined : tab.frames.find(element.frame, frame);
			if (element.number === last || element.root === undefined) return frame;
			await hand(frame, asking, element);
			last = element.number;
		}
		return undefined;
	});
}

async function groundOf(tab: TabSession, frame: FrameDocument): Promise<Ground> {
	const { parent, backendNodeId } = await ownerOf(tab, frame);
	const { model } = await parent.send("DOM.getBoxModel", { backendNodeId });
	const { content, border, width, height } = model as Record<"content" | "border", number[]> &
		Record<"width" | "height", number>;
	// The browser gives the size of the border box before it is turned or scaled; that of the contents follows.
	const own = (from: number, to: number, size: number) =>
		(distance(content, from, to) / (distance(border, from, to) || 1)) * size;
	const across = own(0, 1, width);
	const along = own(0, 3, height);
	if (!(across > 0 && along > 0)) throw new ReinsError("not_actionable", "The frame has no size.");
	const corner = corners(content, 0);
	const step = (to: number, size: number) => {
		const end = corners(content, to);
		return { x: (end.x - corner.x) / size, y: (end.y - corner.y) / size };
	};
	return { corner, right: step(1, across), down: step(3, along) };
}

function isSame(one: Ground, other: Ground): boolean {
	const near = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < TINY;
	return near(one.corner, other.corner) && near(one.right, other.right) && near(one.down, other.down);
}

function corners(quad: number[], at: number): Point {
	return { x: quad[at * 2] ?? 0, y: quad[at * 2 + 1] ?? 0 };
}

function distance(quad: number[], from: number, to: number): number {
	const [a, b] = [corners(quad, from), corners(quad, to)];
	return Math.hypot(b.x - a.x, b.y - a.y);
}

function outside({ corner, right, down }: Ground, { x, y }: Point): Point {
	return { x: corner.x + x * right.x + y * down.x, y: corner.y + x * right.y + y * down.y };
}

/** The frame's own point that is drawn at this one. */
function inside({ corner, right, down }: Ground, point: Point): Point {
	const [x, y] = [point.x - corner.x, point.y - corner.y];
	const area = right.x * down.y - right.y * down.x;
	return { x: (x * down.y - y * down.x) / area, y: (y * right.x - x * right.y) / area };
}
