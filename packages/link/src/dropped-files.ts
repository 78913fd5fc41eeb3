// Files that fall onto an element. What lies below them the browser looks up by itself, and what no page takes it opens;
// so they fall only where the judged document takes them, and it is seen that it has.

import {
	type GivenFile,
	type InputEvent,
	type Point,
	type PrimitiveParams,
	ReinsError,
} from "@reins/protocol";
import { type Ask, whileFalling } from "./falling.ts";
import { type FrameDocument, isContextGone, isReplaced } from "./frame-document.ts";
import { areSent, refused } from "./given-files.ts";
import { inPage, requireGround, toFrame } from "./input.ts";
import type { TabSession } from "./tab-session.ts";

/** A point of no page. */
const OUTSIDE = { x: -10, y: -10 };
/** What a page does about files over it may bring something else there: it is asked once more. */
const LOOKS = 2;

interface Place {
	frame: FrameDocument;
	document: string;
	at: Point;
}

export async function dropFiles(
	tab: TabSession,
	{ frame: name, document, ref, at, files }: Omit<PrimitiveParams<"files.drop">, "tab">,
	signal: AbortSignal,
	onSent: () => void,
): Promise<void> {
	const frame = tab.frame(name);
	frame.require(document);
	const place = { frame, document, at };
	const work = (ask: Ask) =>
		areSent(files) ? tell(place, files, ask, onSent) : fall(tab, place, files, ask, signal, onSent);
	const isTaken = await whileFalling(frame, { document, ref, areFiles: true }, work, signal);
	if (isTaken) return;
	throw new ReinsError("not_actionable", "Nothing there takes files that are dropped onto it.", {
		hint: "Drop them onto the place that the page shows for it, or name its file input without drop.",
		data: { notSent: true },
	});
}

/** The browser lets them fall. */
async function fall(
	tab: TabSession,
	{ frame, document, at }: Place,
	files: readonly GivenFile[],
	ask: Ask,
	signal: AbortSignal,
	onSent: () => void,
): Promise<boolean> {
	const under: InputEvent[] = [{ kind: "down", ...at }];
	const { placed, where } = await inPage(tab, frame, under);
	await toFrame(tab, frame, under, placed, signal);
	const { x, y } = placed[0] as Point;
	// 1 + 2 + 16: the page may copy, link or move what is dropped, as it may with what a person drops.
	const data = { items: [], files: files.map(({ path }) => path), dragOperationsMask: 19 };
	const drag = (type: string, until?: AbortSignal, over: Point = { x, y }) =>
		tab.send("Input.dispatchDragEvent", { type, ...over, data }, until);
	let isFalling = false;
	try {
		await drag("dragEnter", signal).catch(refused);
		for (let looks = 0; looks < LOOKS; looks += 1) {
			await drag("dragOver", signal);
			if (!(await ask("takes"))) return false;
			await requireGround(tab, where, placed, signal);
		}
		frame.require(document);
		isFalling = true;
		onSent();
		await drag("drop", signal);
	} finally {
		// Nothing is held over the page any more. It hears of that only when it is led out, and not when it is given up.
		const out = isFalling ? [] : ["dragOver", "dragCancel"].map((type) => drag(type, undefined, OUTSIDE));
		Promise.all(out)
			.then(() => ask("end"))
			.catch(() => {});
	}
	if (await hasTaken(ask)) return true;
	throw new ReinsError("input_not_delivered", "The files fell, and the page has not taken them.", {
		hint: "It may have put something else below them in the last moment. Take a snapshot to see the state.",
		data: { interrupted: true },
	});
}

/** A page that is left for another has done so because of them. */
async function hasTaken(ask: Ask): Promise<boolean> {
	try {
		return (await ask("took")) === true;
	} catch (error) {
		if (isContextGone(error) || isReplaced(error)) return true;
		throw error;
	}
}

/** The browser does not read them: the element is told of them, and of no other. */
async function tell(
	{ frame, document, at: { x, y } }: Place,
	files: readonly GivenFile[],
	ask: Ask,
	onSent: () => void,
): Promise<boolean> {
	try {
		if (!(await ask("hold", x, y, files))) return false;
		frame.require(document);
		onSent();
		return (await ask("letFall", x, y)) === true;
	} finally {
		ask("end").catch(() => {});
	}
}
