// Groups of cases that a link leaves to the long run, because another has gone through them already: what is read of
// a page does not depend on the way to it.

/** All kinds of pages, read by the same kit over every link. */
export const kindsOfPages = [
	...["words", "trees", "layers", "drawings", "tables", "fields", "directions", "search", "documents"],
	...["moving", "large", "visibility", "snapshots"],
];

/** What a press does to a page once it has arrived there. */
export const presses = ["pointing", "reasons", "widgets"];

/** All that reads. */
export const readings = [
	...kindsOfPages,
	...["reading", "finding", "lists", "markup", "refs", "hostile", "untrusted"],
	...["frames", "shadow", "frame-pictures", "labels", "eval"],
];
