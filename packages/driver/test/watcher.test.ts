// Which tabs an action is said to have opened.

import type { Link } from "@reins/link";
import { type LinkEvent, Trace } from "@reins/protocol";
import { expect, test } from "vitest";
import { Tab } from "../src/tab.ts";
import { Watcher } from "../src/watcher.ts";

function watched() {
	let tell = (_event: LinkEvent) => {};
	const link = {
		onEvent: (listener: typeof tell) => {
			tell = listener;
			return () => {};
		},
	} as unknown as Link;
	const tab = new Tab(link, "own", new AbortController().signal, new Trace());
	return { seen: new Watcher(tab), tell: (event: LinkEvent) => tell(event) };
}

const opens = (tab: string, opener?: string): LinkEvent => ({
	event: "tab_opened",
	tab,
	url: "",
	...(opener && { opener }),
});

test("a tab is its opener's, and so is what that opens; others are not", () => {
	const { seen, tell } = watched();
	tell(opens("popup", "own"));
	tell(opens("elsewhere", "another"));
	tell(opens("inner", "popup"));
	tell(opens("elsewhere too", "elsewhere"));
	expect(seen.opened).toEqual(["popup", "inner"]);
});

test("a tab of which nobody says who opened it may be of any action", () => {
	const { seen, tell } = watched();
	tell(opens("popup"));
	expect(seen.opened).toEqual(["popup"]);
});

test("tabs are refused to a page and to those that it opened, not to others", () => {
	const { seen, tell } = watched();
	tell(opens("popup", "own"));
	for (const tab of ["own", "popup", "another"]) tell({ event: "tab_refused", tab });
	expect(seen.refused).toBe(2);
});
