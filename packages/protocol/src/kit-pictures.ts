// What pictures need of the page kit: the things to label, the labels drawn, and a page that does not notice a
// picture larger than its viewport.

import type { Effect } from "./effects.ts";
import type { Target } from "./kit-reads.ts";

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Something that can be operated and seen. */
export interface LabelItem {
	ref: string;
	role: string;
	name: string;
	/** The part that shows, in CSS pixels of the page. */
	box: Box;
}

export interface PictureFunctions {
	/** What to label, in page order: in the viewport, or in a part of the page. */
	labels: {
		/** `target`: only what is in it. */
		args: { within?: Box; target?: Target };
		/** `scroll` turns boxes of the page into boxes of the viewport. */
		result: { items: LabelItem[]; omitted: number; scroll: { x: number; y: number } };
	};
	/** The picture with boxes and texts drawn on it, as large as it was; boxes in pixels of the picture. */
	drawLabels: {
		args: { data: string; mimeType: string; quality: number; labels: { text: string; box: Box }[] };
		result: { data: string };
	};
	/** For a picture beyond the viewport the browser takes the scrollbars away and resizes the page for a moment. */
	beginWidePicture: { args: Record<string, never>; result: Record<string, never> };
	endWidePicture: { args: Record<string, never>; result: Record<string, never> };
}

export const pictureEffects: Record<keyof PictureFunctions, Effect> = {
	labels: "read",
	drawLabels: "read",
	beginWidePicture: "read",
	endWidePicture: "read",
};
