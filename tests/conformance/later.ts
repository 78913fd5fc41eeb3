// Groups of cases that a link leaves to the long run, because another has gone through them already: what is read of
// a page does not depend on the way to it.

/** All kinds of pages, read by the same kit over every link. */
const kindsOfPages = [
	...["words", "trees", "layers", "drawings", "tables", "fields", "directions", "search", "documents"],
	...["moving", "large", "visibility", "snapshots"],
];

/** What the kit makes of a page, once it is known that it answers over a link. */
export const kitReads = [
	...kindsOfPages,
	...["finding", "lists", "markup", "refs", "hostile", "frame-pictures", "labels"],
];

/** All that reads. */
export const readings = [...kitReads, "reading", "untrusted", "frames", "shadow", "eval"];

/** What brings nothing to the front: places to go, and pictures, which have a test of their own in a window. */
export const unseen = ["navigation", "history", "pictures"];
