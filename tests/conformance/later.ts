// Groups of cases that a link leaves to the long run, because another has gone through them already: what is read of
// a page does not depend on the way to it.

/** Libraries that are installed for the long run alone. */
export const largeLibraries = ["more-libraries"];

/** All kinds of pages, read by the same kit over every link. */
export const kindsOfPages = [
	...["words", "trees", "layers", "drawings", "tables", "fields", "directions", "search", "documents"],
	...["moving", "large", "visibility", "snapshots"],
	...["libraries", ...largeLibraries],
];

/** What a press does to a page once it has arrived there. */
export const presses = ["pointing", "reasons", "widgets"];

/** All that reads, and files: a window changes nothing of either. */
export const readings = [
	...kindsOfPages,
	...["downloads", "uploads"],
	...["reading", "finding", "lists", "markup", "refs", "hostile", "untrusted"],
	...["frames", "shadow", "frame-pictures", "labels", "eval"],
];

/** Going places and waiting, which every link does by the same commands of the browser. */
export const goings = ["navigating", "waiting"];
