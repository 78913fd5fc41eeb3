// One snapshot out of those of the documents in a tab: what a frame shows stands below its element.

import type { KitArgs, KitResult } from "@reins/protocol";
import { frameSite, framesOf, inFrame } from "./frames.ts";
import { frameIn, type Tab } from "./tab.ts";

/** The least room in which a document can say anything. */
const LEAST = 300;
const DEFAULT_BUDGET = 16_000;
const DEEPEST = 8;
/** What a page with frames has for itself where it could fill everything. */
const OWN_SHARE = 0.75;

/** `origin`: whose words it begins with. */
type Seen = Pick<KitResult<"snapshot">, "text" | "omitted"> & { origin: string };

/** The snapshot of one document and of the frames in it, within the budget. */
export async function snapshotWithFrames(
	tab: Tab,
	args: KitArgs<"snapshot">,
	frame = frameIn(args),
	depth = 0,
): Promise<Seen> {
	const budget = args.budget ?? DEFAULT_BUDGET;
	let { value, document, origin } = await tab.ask("snapshot", args, frame);
	if (value.frames.length === 0 || depth >= DEEPEST) return { ...value, origin };
	// A page that fills the budget by itself makes room for what its frames show.
	if (budget - value.text.length < LEAST * value.frames.length)
		({ value, document, origin } = await tab.ask(
			"snapshot",
			{ ...args, budget: Math.floor(budget * OWN_SHARE) },
			frame,
		));
	const lines = value.text.split("\n");
	const rows = await framesOf(
		tab,
		document,
		frame,
		value.frames.map(({ ref }) => ref),
	);
	const shared = Math.floor(
		(budget - value.text.length) / Math.max(1, rows.filter((row) => row.frame).length),
	);
	const { ref: _ref, ...inherited } = args;
	let { omitted } = value;
	const below = await Promise.all(
		rows.map((row) =>
			inFrame(tab, row, async (hurried, name) => {
				if (shared < LEAST) return undefined;
				return snapshotWithFrames(hurried, { ...inherited, budget: shared }, name, depth + 1);
			}),
		),
	);
	// From the last to the first, so that the numbers of the lines stay true.
	for (let at = rows.length - 1; at >= 0; at -= 1) {
		const place = value.frames[at];
		const answer = below[at];
		if (!place || !answer) continue;
		const site = frameSite(answer.row);
		const own = `${lines[place.line]}${site && ` ${site}`}`;
		if (!("value" in answer)) {
			lines[place.line] = `${own} (not read: ${answer.why})`;
			continue;
		}
		if (!answer.value) {
			lines[place.line] = `${own} (not read: no room; pass its ref)`;
			omitted += 1;
			continue;
		}
		const indent = `${/^ */.exec(own)?.[0] ?? ""}  `;
		const inner = answer.value.text === "" ? [] : answer.value.text.split("\n");
		lines.splice(place.line, 1, own, ...inner.map((line) => indent + line));
		omitted += answer.value.omitted;
	}
	return { text: lines.join("\n"), omitted, origin };
}
