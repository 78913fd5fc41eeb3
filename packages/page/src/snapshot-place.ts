// What a snapshot's walk was asked for, and where it is.

import type { Lines } from "./snapshot-lines.ts";
import type { View } from "./snapshot-view.ts";

export interface WalkOptions {
	lines: Lines;
	/** What is on the screen comes first; else all in order. */
	ranked: boolean;
	/** Only what can be operated, and where it stands. */
	interactive: boolean;
	folds: boolean;
	/** Levels of lines that are shown. */
	maxDepth: number;
	/** Elements that may be looked at: bounds pages with much markup and nothing to say. */
	maxLooks: number;
	/** Asked for by its ref: runs right inside of it are not folded. */
	unfolded: Element | undefined;
	/** What has been gone through, and is passed over where it comes up again. */
	told: readonly Element[];
}

/** Where the walk is, as far as it matters for what is shown. */
export interface Place {
	depth: number;
	/** Text here is already part of a name. */
	silent: boolean;
	/** Inside of something shown by its name: only what can be operated is shown. */
	atom: boolean;
	clickable: boolean;
	/** The innermost element that has a line. */
	holder: Element | undefined;
	view: View;
}
