// Groups of cases that a link leaves to the long run, because another has gone through them already: what is read of
// a page does not depend on the way to it.

/** Libraries that are installed for the long run alone. */
const largeLibraries = ["more-libraries"];

/** Pages so large that every answer takes its time. */
const largePages = ["large"];

/** What no link goes through in the short run. */
export const large = [...largeLibraries, ...largePages];

/** All kinds of pages, read by the same kit over every link. */
const kindsOfPages = [
	...["words", "trees", "layers", "drawings", "tables", "fields", "directions", "search", "documents"],
	...["moving", "visibility", "snapshots", "libraries"],
	...large,
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

/** Pictures, frames and files, which have end-to-end tests of their own over the extension. */
export const provenElsewhere = ["pictures", "frames", "downloads", "uploads"];

/** What brings nothing to the front. */
export const unseen = [...goings, ...provenElsewhere, "navigation", "history"];
