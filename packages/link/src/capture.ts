// Takes pictures of a tab, in front or not, and leaves the page as it was.

import {
	type Box,
	orAborted,
	type PictureFormat,
	type Point,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
	within,
} from "@reins/protocol";
import type { FrameDocument } from "./frame-document.ts";
import { placeInPage, placeOf } from "./frame-place.ts";
import { callKit } from "./kit-call.ts";
import { painted } from "./painted.ts";
import { layoutOf, type Plan, planPicture } from "./picture-plan.ts";
import { pictureSize } from "./picture-size.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const QUALITY = 80;
/** Of a picture that is drawn on and written anew. */
const FINE = 95;

type Params = PrimitiveParams<"capture">;

/** Tabs whose viewport has to be made smaller. */
const tooLarge = new WeakSet<TabSession>();

export async function capture(
	tab: TabSession,
	params: Params,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<PrimitiveResult<"capture">> {
	const frame = tab.frame(params.frame);
	frame.require(params.document);
	tab.painting.requireDrawn();
	const { document } = tab.committed;
	const inFrame = frame !== tab.main && params.clip;
	const place = inFrame && (await placeInPage(tab, frame, middle(inFrame)));
	if (place) await drawn(tab, frame, signal);
	const { format } = params;
	const quality = params.quality ?? QUALITY;
	const fineness = params.labels ? FINE : quality;
	// Frames are drawn 60 times a second, and pictures come with them. One of the viewport is asked for at once: to wait
	// for its size would cost a frame, and nearly always it is taken as it is.
	const isViewport = !params.clip && params.from === undefined && !tooLarge.has(tab);
	const early = isViewport ? shoot(tab, { beyond: false }, format, fineness, signal) : undefined;
	early?.catch(() => {});
	const layout = layoutOf(await tab.send("Page.getLayoutMetrics", {}, signal));
	const clip = place ? inPage(inFrame, place, layout.viewport) : params.clip;
	const plan = planPicture(layout, { ...params, ...(clip && { clip }) });
	if (early && plan.clip) tooLarge.add(tab);
	const kit = (fn: string, args: Record<string, unknown>, until: AbortSignal) =>
		callKit(tab.main, { document, fn, args }, numbers, until);

	const wide = plan.beyond;
	if (wide) await kit("beginWidePicture", {}, signal);
	let data: string;
	try {
		data = await (early && !plan.clip ? early : shoot(tab, plan, format, fineness, signal));
	} finally {
		// Also after a picture that was given up; a page that is gone needs no mending.
		if (wide) await kit("endWidePicture", {}, AbortSignal.timeout(MENDING)).catch(() => {});
	}
	const size = pictureSize(data);
	if (!size) throw new ReinsError("internal", "The browser sent a picture that cannot be read.");
	const region = plan.clip ? plan.region : { ...plan.region, ...inCss(size, plan.scale) };
	const side = region.height > region.width ? "height" : "width";
	const scale = size[side] / region[side];
	const boxes = params.labels && (await labelBoxes(tab, params.labels, layout.viewport));
	const labelled = boxes?.flatMap(({ box }, at) => (box && overlap(box, region) ? [at] : []));
	if (boxes && labelled) {
		const mimeType = `image/${format}`;
		const labels = labelled.flatMap((at) => {
			const { text, box } = boxes[at] ?? {};
			return box ? [{ text, box: inPicture(box, region, scale) }] : [];
		});
		({ data } = (await kit("drawLabels", { data, mimeType, quality, labels }, signal)) as { data: string });
	}
	// A picture of what came instead must not get out.
	tab.requireDocument(document);
	frame.require(params.document);
	const { width, height } = layout.page;
	return {
		data,
		mimeType: `image/${format}`,
		...size,
		scale,
		region,
		page: { width, height },
		...(labelled && { labelled }),
	};
}

/** A frame draws by itself, and the page around it then draws what the frame has drawn. */
async function drawn(tab: TabSession, frame: FrameDocument, signal: AbortSignal): Promise<void> {
	tab.painting.keep();
	await painted(frame, signal);
	await painted(tab.main, signal);
}

type Labels = NonNullable<Params["labels"]>;

/** Where labels stand in the page; those of a frame that is gone stand nowhere. */
async function labelBoxes(
	tab: TabSession,
	labels: Labels,
	viewport: Box,
): Promise<{ text: string; box: Box | undefined }[]> {
	const names = [...new Set(labels.flatMap(({ frame }) => (frame === undefined ? [] : [frame])))];
	const places = new Map(
		await Promise.all(
			names.map(async (name) => {
				const place = async () => placeOf(tab, tab.frame(name));
				return [name, await place().catch(() => undefined)] as const;
			}),
		),
	);
	return labels.map(({ text, box, frame }) => {
		if (frame === undefined) return { text, box };
		const place = places.get(frame);
		return { text, box: place && inPage(box, place, viewport) };
	});
}

function middle({ x, y, width, height }: Box): Point {
	return { x: x + width / 2, y: y + height / 2 };
}

/** From the viewport of a frame to the page; what is turned or slanted gets the box around it. */
function inPage({ x, y, width, height }: Box, place: (point: Point) => Point, viewport: Box): Box {
	const corners = [
		{ x, y },
		{ x: x + width, y },
		{ x, y: y + height },
		{ x: x + width, y: y + height },
	].map(place);
	const [left, top] = [Math.min(...corners.map((one) => one.x)), Math.min(...corners.map((one) => one.y))];
	return {
		x: left + viewport.x,
		y: top + viewport.y,
		width: Math.max(...corners.map((one) => one.x)) - left,
		height: Math.max(...corners.map((one) => one.y)) - top,
	};
}

function overlap(one: Box, other: Box): boolean {
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
}

async function shoot(
	tab: TabSession,
	plan: Pick<Plan, "clip" | "beyond">,
	format: PictureFormat,
	quality: number,
	signal: AbortSignal,
): Promise<string> {
	const { clip, beyond } = plan;
	const params = {
		format,
		optimizeForSpeed: true,
		...(format !== "png" && { quality }),
		...(clip && { clip }),
		...(beyond && { captureBeyondViewport: true }),
	};
	const shot = await held(tab, signal, () => tab.send("Page.captureScreenshot", params));
	return String(shot["data"]);
}

function inCss(size: { width: number; height: number }, scale: number): { width: number; height: number } {
	return { width: size.width / scale, height: size.height / scale };
}

function inPicture(box: Box, region: Box, scale: number): Box {
	return {
		x: (box.x - region.x) * scale,
		y: (box.y - region.y) * scale,
		width: box.width * scale,
		height: box.height * scale,
	};
}

/** How long the page may take to be as it was; one that is busy for longer hears of it later. */
const MENDING = 2_000;
/** A tab in front has made its picture by then, or begun to. */
const PROMPT = 60;
/** How often the tab is told that a picture is still wanted. */
const REPAINT = 100;
/** A picture takes some 50 ms. Where it takes this long, the tab may have stopped to paint; one in some hundreds does. */
const STALLED = 1_000;

/** A picture that has not come by then never will, and is asked for again. */
const OVERDUE = 15_000;

/** The picture that was asked for last in each tab. */
const underWay = new WeakMap<TabSession, Promise<unknown>>();

// A tab that is not in front paints no frames by itself, and a picture of it may never come. Nor may a second one be
// asked for while the first is being made, though its caller has given up: the browser would mix them up.
async function held<T>(tab: TabSession, signal: AbortSignal, take: () => Promise<T>): Promise<T> {
	let painting: ReturnType<typeof setInterval> | undefined;
	const keepPainting = () => {
		tab.painting.keep();
		painting = setInterval(() => tab.painting.keep(), REPAINT);
	};
	const wake = () => {
		tab.painting.foundAsleep();
		keepPainting();
	};
	const late = tab.painting.mayBeAwake ? setTimeout(wake, PROMPT) : undefined;
	if (!late) keepPainting();
	const stalled = setInterval(() => tab.painting.anew(), STALLED);
	try {
		await inTime(underWay.get(tab), signal);
		for (;;) {
			const taken = take();
			const made = taken.then(
				() => true,
				() => true,
			);
			underWay.set(tab, made);
			if (await inTime(made, signal)) return await taken;
		}
	} finally {
		clearTimeout(late);
		clearInterval(painting);
		clearInterval(stalled);
	}
}

/** Undefined where it took too long. */
async function inTime<T>(work: Promise<T> | undefined, signal: AbortSignal): Promise<T | undefined> {
	const patience = within(signal, OVERDUE);
	try {
		return await orAborted(work ?? Promise.resolve(undefined), patience);
	} catch (error) {
		if (signal.aborted || !patience.aborted) throw error;
		return undefined;
	}
}
