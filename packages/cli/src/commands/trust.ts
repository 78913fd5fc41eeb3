// Which browsers may connect: shows those that wait for the person's yes, takes one in, forgets one.

import { type KnownBrowser, KnownBrowsers, LogFile, placesFor, preparePlaces } from "@reins/broker";
import { fingerprint, plain, ReinsError } from "@reins/protocol";
import { askBroker } from "../control.ts";
import { readWords } from "../options.ts";
import type { Command } from "../usage.ts";

interface Row {
	kind: "browser";
	state: "waiting" | "changed" | "known";
	/** What it calls itself. */
	name: string;
	fingerprint: string;
	since: string;
}

export const trust: Command = {
	help: `Usage: reins trust [<fingerprint>] [--forget <fingerprint>] [--json]

Shows the browsers that wait for your yes and those that may connect, each with what it
calls itself and the fingerprint of its key. The first browser that ever came was taken
in by itself; so is a new one in the ten minutes after \`reins install\` or
\`reins extension\`. Any other one, and one that shows another key than before, waits.

  <fingerprint>              take this one in; its first groups are enough
  --forget <fingerprint>     let it connect no more, until it was confirmed again
  --json                     for programs

Compare the fingerprint with the one in the popup of the extension before you say yes.`,
	async run(words) {
		const { values, others } = readWords("trust", words, {
			forget: { type: "string" },
			json: { type: "boolean" },
		});
		const places = placesFor();
		preparePlaces(places);
		const browsers = new KnownBrowsers(places.state);
		const { forget, json } = values;
		const asked = others.join("");
		if (forget === undefined && asked === "") {
			const rows = await list(browsers);
			process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : plain(`${describe(rows)}\n`));
			return 0;
		}
		// A fingerprint is printed in groups, and copied with them.
		const wanted = forget === undefined ? asked : `${forget}${asked}`;
		const candidates = forget === undefined ? browsers.waiting : [...browsers.known, ...browsers.waiting];
		const one = await find(candidates, wanted);
		if (forget === undefined) browsers.confirm(one);
		else browsers.forget(one);
		const print = await fingerprint(one.key);
		const event = forget === undefined ? "browser_pinned" : "browser_forgotten";
		const audit = new LogFile(places.audit);
		audit.write(event, {
			name: one.name,
			fingerprint: print,
			...(forget === undefined && { why: "confirmed" }),
		});
		audit.close();
		await askBroker("browsers.review", {});
		const done = forget === undefined ? "trusted" : "forgotten";
		if (json) process.stdout.write(`${JSON.stringify({ [done]: { name: one.name, fingerprint: print } })}\n`);
		else process.stdout.write(plain(`${done}: ${one.name}  ${print}\n`));
		return 0;
	},
};

async function list(browsers: KnownBrowsers): Promise<Row[]> {
	const row = async (state: Row["state"], { name, key, since }: KnownBrowser): Promise<Row> => ({
		kind: "browser",
		state,
		name,
		fingerprint: await fingerprint(key),
		since,
	});
	return Promise.all([
		...browsers.waiting.map((one) => row(one.changed ? "changed" : "waiting", one)),
		...browsers.known.map((one) => row("known", one)),
	]);
}

function describe(rows: readonly Row[]): string {
	const words = { waiting: "waits", changed: "waits, ANOTHER KEY than before", known: "known" };
	const lines = rows.map(
		({ kind, state, name, fingerprint: print, since }) =>
			`${kind} ${name || "(no name)"}  ${print}  ${words[state]}, since ${since}`,
	);
	if (lines.length === 0) return "No browser waits, and none is known.";
	const waits = rows.some(({ state }) => state !== "known");
	return [...lines, ...(waits ? ["To take one in: reins trust <fingerprint>"] : [])].join("\n");
}

async function find<T extends KnownBrowser>(candidates: readonly T[], wanted: string): Promise<T> {
	const asked = wanted.replace(/[\s:-]/g, "").toLowerCase();
	if (!/^[0-9a-f]{4,32}$/.test(asked))
		throw new ReinsError(
			"bad_args",
			"A fingerprint has groups of four digits 0-9 a-f; at least one is needed.",
			{
				hint: "Run `reins trust` to see them.",
			},
		);
	const found: T[] = [];
	for (const one of candidates)
		if ((await fingerprint(one.key)).replaceAll(" ", "").startsWith(asked)) found.push(one);
	const [one] = found;
	if (one && found.length === 1) return one;
	throw one
		? new ReinsError("ambiguous", `${found.length} browsers have a fingerprint that begins so.`, {
				hint: "Give more of its groups.",
			})
		: new ReinsError("not_found", "No browser of that fingerprint is there.", {
				hint: "Run `reins trust` to see who waits; the extension tries again every few seconds.",
			});
}
