// What a guard is: one check of the product that somebody could walk through if it were not there. Each stands as a
// function of its own in the sources, under a line `// @guard <name>`, and in the list of its package here.

export interface Guard {
	/** As in the sources. */
	name: string;
	/** What it keeps, in a sentence. */
	keeps: string;
	/** The promise of docs/security.md that it holds up, as it begins there. */
	promise: Promise;
	file: string;
	/** The function, or `Class.method`, that is the check. */
	check: string;
	/** What the function does when the guard is gone: its body then. It must not block: no test could end it. */
	gone: string;
	/** Of these at least one test must fail without it. */
	tests: readonly string[];
}

/** How the promises of docs/security.md begin. */
export const promises = [
	"Nothing is open by default in a person's own Chrome",
	"What is judged is the document that is there",
	"A tab that a session opened asks nothing of a site that is not open",
	"An agent that obeys every page stays in the policy",
	"The person is never fenced in",
	"An address means to Reins what it means to Chromium",
	"Only websites are driven",
	"The person ends it at once",
	"Passwords, one-time codes and card numbers that a field holds leave the page in no answer",
	"A secret of the person's goes only into documents of its sites",
	"Its value is in no answer, error, log, file but the store, command line or environment",
	"What a page wrote is marked as the page's",
	"No port is open",
	"Broker, extension and clients know each other by keys",
	"Another user gets no effect and no byte; a process of the same user without the registered key gets a refusal",
	"No page and no other extension can talk to the extension",
	"One session does not use the tabs of another",
	"Files go to pages only out of directories that were opened",
	"Every call is written down",
] as const;
type Promise = (typeof promises)[number];
