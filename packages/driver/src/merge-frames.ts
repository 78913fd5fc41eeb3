// One snapshot out of those of the documents in a tab: what a frame shows stands below its element.

import { type FrameRow, type KitArgs, type KitResult, limits } from "@reins/protocol";
import { frameSite, framesOf, inFrame } from "./frames.ts";
import { frameIn, type Tab } from "./tab.ts";

/** The least room in which a document can say anything. */
const LEAST = 300;
const DEEPEST = 8;
/** What a page with frames has for itself where it could fill everything. */
const OWN_SHARE = 0.75;

/** `document` and `origin`: of the one that the snapshot begins with. */
type Seen = Omit<KitResult<"snapshot">, "nodes" | "frames"> & {
	document: string;
	origin: string;
};

/** What one document shows by itself, and the frames in it. */
interface Own {
	value: KitResult<"snapshot">;
	document: string;
	origin: string;
	rows: FrameRow[];
	/** What it was asked with. */
	args: KitArgs<"snapshot">;
	/** For it and its frames together. */
	budget: number;
}

/** The snapshot of one document and of the frames in it, within the budget. */
export async function snapshotWithFrames(tab: Tab, args: KitArgs<"snapshot">): Promise<Seen> {
	return merged(tab, await lookAt(tab, args, frameIn(args)), 0);
}

async function lookAt(tab: Tab, args: KitArgs<"snapshot">, frame: string | undefined): Promise<Own> {
	const budget = args.budget ?? (args.unfold ? limits.maxReadBudget : limits.readBudget);
	let { value, document, origin } = await tab.ask("snapshot", args, frame);
	if (value.frames.length === 0) return { value, document, origin, rows: [], args, budget };
	// A page that fills the budget by itself makes room for what its frames show.
	if (budget - value.text.length < LEAST * value.frames.length) {
		const less = { ...args, budget: Math.floor(budget * OWN_SHARE) };
		({ value, document, origin } = await tab.ask("snapshot", less, frame));
	}
	const refs = value.frames.map(({ ref }) => ref);
	return { value, document, origin, rows: await framesOf(tab, document, frame, refs), args, budget };
}

/** Each frame has its own time to answer; those in it are asked when it has. */
async function merged(tab: Tab, own: Own, depth: number): Promise<Seen> {
	const { value, document, origin, rows, args, budget } = own;
	if (rows.length === 0 || depth >= DEEPEST) return { ...value, document, origin };
	const lines = value.text.split("\n");
	const readable = rows.filter((row) => row.frame).length;
	const shared = Math.floor((budget - value.text.length) / Math.max(1, readable));
	const { ref: asked, cursor: _cursor, ...inherited } = args;
	const below = await Promise.all(
		rows.map(async (row) => {
			const answer = await inFrame(tab, row, async (hurried, name) =>
				shared < LEAST ? undefined : lookAt(hurried, { ...inherited, budget: shared }, name),
			);
			if (!("value" in answer)) return answer;
			return { row, value: answer.value && (await merged(tab, answer.value, depth + 1)) };
		}),
	);
	let { omitted } = value;
	// From the last to the first, so that the numbers of the lines stay true.
	for (let at = rows.length - 1; at >= 0; at -= 1) {
		const place = value.frames[at];
		const answer = below[at];
		if (!place || !answer) continue;
		const site = frameSite(answer.row);
		const line = `${lines[place.line]}${site && ` ${site}`}`;
		if (!("value" in answer)) {
			lines[place.line] = `${line} (not read: ${answer.why})`;
			continue;
		}
		if (!answer.value) {
			lines[place.line] = `${line} (not read: no room; pass its ref)`;
			omitted += 1;
			continue;
		}
		const indent = `${/^ */.exec(line)?.[0] ?? ""}  `;
		const { text } = answer.value;
		const inner = text === "" ? [] : text.split("\n");
		const note = noteOf(answer.value, place.ref === asked);
		lines.splice(place.line, 1, line + note, ...inner.map((one) => indent + one));
		omitted += answer.value.omitted;
	}
	return { ...value, document, origin, text: lines.join("\n"), omitted };
}

/**
 * What a document in a frame left out stands on the line of the frame. A cursor is a place in the page that the caller
 * asks, not in a frame of it: what leads on is the ref of the frame, which then has the whole budget.
 */
function noteOf({ more, behind }: Seen, isAsked: boolean): string {
	if (more)
		return ` (${more}: ${isAsked ? "ask with a larger budget or by the ref of one part" : "pass its ref"})`;
	return behind ? ` (what is behind ${behind} cannot be used until it is closed)` : "";
}
