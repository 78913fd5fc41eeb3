// What came of an action.

import type { Download } from "@reins/protocol";

export interface Receipt {
	url: string;
	title: string;
	/** The document has another title than before. */
	retitled?: boolean;
	navigated: boolean;
	/** Changes seen in the documents; 0 where nothing changed. */
	changes: number;
	/** Nothing can be told of where that was looked for; the page shows frames in which it was not. */
	uncompared?: boolean;
	/** What a person would see of them, in the words of each document. */
	seen: { origin: string; lines: string[]; more: number }[];
	/** What was pressed was not clicked: the page moved it, took it away or took the press over. */
	lost?: boolean;
	/** Fields that took what was written into them, and hold something else by now, or are gone. */
	unkept?: { ref: string; gone: boolean }[];
	/** Fields that show a list for what was written into them, of which nothing is chosen. */
	offering?: string[];
	/** Something changed where nobody compares: a receipt looks at the beginning of a long page. */
	beyond?: boolean;
	/** What a person sees of them is another order of the same. */
	reordered?: boolean;
	/** The document of the frame that it was done in is not there any more. */
	left?: boolean;
	/** A script has put another document in the place of the page. */
	rewritten?: boolean;
	focus: string;
	/** One that is open now, here or in a `tab` that was opened: until it is answered a page may say no more. */
	dialog?: { kind: string; message: string; offers?: string; closed?: string; tab?: string } | undefined;
	/** Requests that failed meanwhile, and errors that the page's scripts reported. */
	failed: { url: string; reason: string }[];
	errors: string[];
	/** The dialog came before all of the gesture was done; the rest of it was left. */
	cut?: boolean;
	/** Nobody waited for what comes of the action. */
	unsettled?: boolean;
	/** The frame that it was done in has not said what came of it. */
	silent?: boolean;
	/** The action closed its own tab. */
	closed?: boolean;
	/** The page that comes had not come when the wait was over. */
	loading?: boolean;
	/** What the page asked its servers for had not come when the wait was over. */
	waiting?: boolean;
	/** Where the page wanted to go that is for another program, such as `tel:`; it was not gone to. */
	outside?: string | undefined;
	/** The action led to a page that the policy keeps from being read. */
	denied?: boolean;
	/** The action led to a page that did not come: the browser shows an error. */
	failedToLoad?: boolean;
	/** Link ids of tabs that the action opened, and whether what they were opened for did not come. */
	opened: { tab: string; url: string; failed?: boolean }[];
	/** Tabs that were there, in which it opened something. */
	elsewhere?: { tab: string; url: string }[];
	/** How many more it opened, which were closed again. */
	refused: number;
	/** The page has asked for files: one, or several. */
	chooser?: { multiple: boolean } | undefined;
	/** Files that the browser saves, as far as they have come. */
	downloads: Download[];
}
