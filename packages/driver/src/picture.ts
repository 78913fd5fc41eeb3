// Pictures of a page: what to show of it, and on request the refs of what can be operated, drawn into the picture.

import {
	type Box,
	type KitArgs,
	type KitFunction,
	type KitResult,
	type LabelItem,
	type PictureFormat,
	type PrimitiveResult,
	ReinsError,
	type Target,
} from "@reins/protocol";
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

export interface Picture extends PrimitiveResult<"capture"> {
	/** What the labels in the picture stand for, and how many things got none. */
	labels?: { items: LabelItem[]; omitted: number };
}

/** A page that replaces itself over and over is not pictured for ever. */
const MAX_DOCUMENTS = 5;
/** Taller than any picture of a page. */
const TALLEST = 40_000;

export async function picture(tab: Tab, options: PictureOptions): Promise<Picture> {
	if (options.target && frameIn({ target: options.target }) !== undefined)
		throw new ReinsError("unsupported", "No picture can be taken of what is inside of a frame.");
	for (let tries = 1; ; tries++) {
		const { document } = await tab.link.committed(tab.id, tab.signal);
		try {
			return await pictureOf(tab, document, options);
		} catch (error) {
			const isReplaced = error instanceof ReinsError && error.data?.["replaced"] === true;
			if (!isReplaced || tries === MAX_DOCUMENTS) throw error;
		}
	}
}

/** Boxes, labels and picture all of one document. */
async function pictureOf(tab: Tab, document: string, options: PictureOptions): Promise<Picture> {
	const { target, labels, ...rest } = options;
	const ask = async <F extends KitFunction>(fn: F, args: KitArgs<F>) =>
		(await tab.call("page.call", { document, fn, args: { ...args } })).value as KitResult<F>;
	const clip = target && (await ask("box", { target }));
	const params = { ...rest, document, ...(clip && { clip }) };
	if (!labels) return tab.call("capture", params);

	const within = clip ?? tallFrom(options.from);
	const { items, omitted } = await ask("labels", within ? { within } : {});
	const texts = items.map(({ ref, box }) => ({ text: ref, box }));
	const taken = await tab.call("capture", { ...params, labels: texts });
	return { ...taken, labels: { items: items.filter(({ box }) => overlap(box, taken.region)), omitted } };
}

/** How far down the picture will go is known when it is taken. */
function tallFrom(from: number | undefined): Box | undefined {
	return from === undefined ? undefined : { x: -TALLEST, y: from, width: 3 * TALLEST, height: TALLEST };
}

function overlap(one: Box, other: Box): boolean {
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
}
