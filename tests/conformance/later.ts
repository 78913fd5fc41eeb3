// Groups of cases that a link leaves to the long run, because another has gone through them already: what is read of
// a page does not depend on the way to it.

/** Libraries that are installed for the long run alone. */
export const largeLibraries = ["more-libraries"];

/** All kinds of pages, read by the same kit over every link. */
const kindsOfPages = [
	...["words", "trees", "layers", "drawings", "tables", "fields", "directions", "search", "documents"],
	...["moving", "large", "visibility", "snapshots"],
	...["libraries", ...largeLibraries],
];

/** What the kit makes of a page, once it is known that it answers over a link. */
export const kitReads = [
	...kindsOfPages,
	...["finding", "lists", "markup", "refs", "hostile", "frame-pictures", "labels"],
];

/** All that reads. */
export const readings = [...kitReads, "reading", "untrusted", "frames", "shadow", "eval"];

/** What a press does to a page once it has arrived there. */
export const presses = ["pointing", "reasons", "widgets"];

/** Going places and waiting, which every link does by the same commands of the browser. */
export const goings = ["navigating", "waiting"];

/** What brings nothing to the front: places to go, pictures, which have a test of their own in a window, and files. */
export const unseen = [...goings, "navigation", "history", "pictures", "downloads", "uploads"];
