// Groups of cases, and single ones, that a link leaves to the long run, because another has gone through them already, or the tests of
// the kit have: what is read of a page does not depend on the way to it. What all three lists name (libraries, widgets,
// pointing, pictures, and more that reads) is gone through in the long run alone.

/** Libraries that are installed for the long run alone, and pages so large that every answer takes its time. */
const large = ["more-libraries", "large"];

/** All kinds of pages, whose reading has tests of its own in `packages/page`. No link goes through them in the short run. */
const kindsOfPages = [
	...["words", "trees", "layers", "drawings", "tables", "fields", "directions", "search", "documents"],
	...["moving", "visibility", "lists", "labels", "markup"],
	...large,
];

/** What waits, or keeps a core of the machine busy, for seconds. */
const long = [
	"busy-pages/what is asked of one ends with the reason, and the next question soon",
	"busy-pages/one that computes for a while is waited for",
	"choosing/of a long list it is told what was not looked through",
	"choosing/what a field held before a search in vain is there again, whole",
	"choosing/a field that does not take back what it held is told",
	"dialogs/a slow page of another site is not taken to wait for it",
	"dialogs/in the process of a page that cannot come",
	"dialogs/in a popup before anybody can have come to it",
];

/**
 * Over a browser of our own. Libraries of components have end-to-end tests, with tasks on whole pages of them; so have
 * pictures and points; what the kit reads has tests of its own.
 */
export const notOfOurOwn = [
	...[...kindsOfPages, "libraries", "widgets", "frame-pictures", "pictures", "pointing"],
	...["snapshots", "finding", "shadow", "hostile"],
	// What is asked for beyond the fence is gone through by races, an obedient agent and the matrix.
	"fence",
	...long,
];

/** What the kit makes of a page, once it is known that it answers over a link. */
const kitReads = [
	...kindsOfPages,
	...["snapshots", "libraries", "finding", "refs", "hostile", "frame-pictures"],
];

/** All that reads. */
const readings = [...kitReads, "reading", "untrusted", "frames", "shadow", "eval"];

/** What a press does to a page once it has arrived there. */
const presses = ["pointing", "reasons", "widgets"];

/** Going places and waiting, which every link does by the same commands of the browser. */
const goings = ["navigating", "waiting", "navigation", "history"];

/** Pictures, files and dialogs, which have end-to-end tests of their own over the extension. */
const provenElsewhere = ["pictures", "downloads", "uploads", "dialogs"];

/** What the kit writes, and what is told of it. */
const writings = ["forms", "choosing", "type", "receipts"];

/** What opens and moves tabs, which the cases in a window go through over the extension. */
const tabs = ["tabs", "popups"];

/** Over the extension: what is not the same by the way that commands and events take there. */
export const notOfTheWay = [
	...[...readings, ...presses, ...goings, ...writings, ...provenElsewhere, ...tabs],
	...["keyboard", "moving about", "closed-frames", "busy-pages"],
];

/** In a window: what brings nothing to the front. Clicks and keys behind another tab have an end-to-end test there. */
export const unseen = [
	...[...readings, ...presses, ...goings, ...writings, ...provenElsewhere],
	...["moving about", "frame-acting", "closed-frames", "click", "keyboard", "fence"],
];
