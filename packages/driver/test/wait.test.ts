// Waiting for a page to be as somebody wants it.

import type { Link } from "@reins/link";
import { Trace } from "@reins/protocol";
import { expect, it } from "vitest";
import { Tab } from "../src/tab.ts";
import { waitFor } from "../src/wait.ts";

/** A tab in which a condition is true the first time that it is asked for, and not again. */
function fickle(takes: number): Tab {
	let asked = 0;
	const link = {
		committed: async () => ({ document: "d", origin: "http://a.test", url: "http://a.test/" }),
		onEvent: () => () => {},
		call: async (primitive: string) => {
			if (primitive === "page.call") return { value: { met: true } };
			await new Promise((resolve) => setTimeout(resolve, takes));
			asked += 1;
			return { ok: true, value: { holds: asked === 1 } };
		},
	};
	return new Tab(link as unknown as Link, "1", new AbortController().signal, new Trace());
}

it.each([
	["while it was asked again", 20, 30],
	["before it was asked at all", 1, 0],
])(
	"what does not hold any more did not come about, also where the time ran out %s",
	async (_, takes, time) => {
		expect(await waitFor(fickle(takes), { condition: "flag" }, time)).toEqual(["function"]);
	},
);
