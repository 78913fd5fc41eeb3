// Pictures of a page: what to show of it, and on request the refs of what can be operated, drawn into the picture.

import {
	type Box,
	type KitArgs,
	type KitFunction,
	type KitResult,
	type LabelItem,
	type PictureFormat,
	type Point,
	type PrimitiveResult,
	ReinsError,
	type Target,
} from "@reins/protocol";
import { allFrames, inFrame } from "./frames.ts";
import { pictureName } from "./picture-name.ts";
import { frameIn, type Tab } from "./tab.ts";

interface PictureOptions {
	/** One element; else the viewport. */
	target?: Target;
	/** The page from this height on. */
	from?: number;
	format: PictureFormat;
	quality?: number;
	maxSide: number;
	labels: boolean;
}

export interface Picture extends Omit<PrimitiveResult<"capture">, "labelled"> {
	/** For clicks at its points; a picture of what is in a frame has none. */
	name?: string;
	/** What the labels in the picture stand for, and how many things got none. */
	labels?: { items: LabelItem[]; omitted: number };
}

/** A page that replaces itself over and over is not pictured for ever. */
const MAX_DOCUMENTS = 5;
/** Taller than any picture of a page. */
const TALLEST = 40_000;

export async function picture(tab: Tab, options: PictureOptions): Promise<Picture> {
	const frame = options.target && frameIn({ target: options.target });
	for (let tries = 1; ; tries++) {
		const { document } = await tab.link.committed(tab.id, tab.signal, frame);
		try {
			const taken = await pictureOf(tab, { document, ...(frame !== undefined && { frame }) }, options);
			if (frame !== undefined) return taken;
			const isView = options.target === undefined && options.from === undefined;
			return { ...taken, name: pictureName(taken, document, isView) };
		} catch (error) {
			const isReplaced = error instanceof ReinsError && error.data?.["replaced"] === true;
			if (!isReplaced || tries === MAX_DOCUMENTS) throw error;
		}
	}
}

interface Place {
	document: string;
	frame?: string;
}

/** Boxes, labels and picture all of one document. */
async function pictureOf(tab: Tab, place: Place, options: PictureOptions): Promise<Picture> {
	const { target, labels, ...rest } = options;
	const found = target && (await kitIn(tab, place, "box", { target }));
	const clip = found && (place.frame === undefined ? boxOf(found) : moved(found, found.scroll));
	const params = { ...rest, ...place, ...(clip && { clip }) };
	if (!labels) return tab.call("capture", params);

	const within = clip ?? tallFrom(options.from);
	const inside = { ...(target && { target }), ...(within && place.frame === undefined && { within }) };
	const named = await kitIn(tab, place, "labels", inside);
	const parts = [
		{ frame: place.frame, ...named },
		...(place.frame === undefined && options.from === undefined
			? await frameLabels(tab, place.document)
			: []),
	];
	const items = parts.flatMap(({ frame, items: all, scroll }) =>
		all.map((item) => ({ item, frame, box: frame === undefined ? item.box : moved(item.box, scroll) })),
	);
	const texts = items.map(({ item, frame, box }) => ({
		text: item.ref,
		box,
		...(frame !== undefined && { frame }),
	}));
	const { labelled = [], ...taken } = await tab.call("capture", { ...params, labels: texts });
	const omitted = parts.reduce((sum, part) => sum + part.omitted, 0);
	return { ...taken, labels: { items: labelled.flatMap((at) => items[at]?.item ?? []), omitted } };
}

async function kitIn<F extends KitFunction>(
	tab: Tab,
	place: Place,
	fn: F,
	args: KitArgs<F>,
): Promise<KitResult<F>> {
	return (await tab.call("page.call", { ...place, fn, args: { ...args } })).value as KitResult<F>;
}

/** What can be operated in the frames that are in view. */
async function frameLabels(
	tab: Tab,
	document: string,
): Promise<(KitResult<"labels"> & { frame: string | undefined })[]> {
	const rows = await allFrames(tab, document, undefined);
	const answers = await Promise.all(
		rows.map((row) => inFrame(tab, row, (hurried, name) => hurried.kit("labels", {}, name))),
	);
	return answers.flatMap((answer) =>
		"value" in answer ? [{ ...answer.value, frame: answer.row.frame }] : [],
	);
}

function boxOf({ x, y, width, height }: Box): Box {
	return { x, y, width, height };
}

function moved(box: Box, by: Point): Box {
	return { ...boxOf(box), x: box.x - by.x, y: box.y - by.y };
}

/** How far down the picture will go is known when it is taken. */
function tallFrom(from: number | undefined): Box | undefined {
	return from === undefined ? undefined : { x: -TALLEST, y: from, width: 3 * TALLEST, height: TALLEST };
}
