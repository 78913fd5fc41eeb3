// Files for a page: into a field, into the chooser that is open, or dropped onto an element. The browser reads them from
// the disk; where it does not do so for us, they are made in the page of what was sent along.

import {
	type GivenFile,
	type InputEvent,
	type Point,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
} from "@reins/protocol";
import { CdpError, type CdpParams } from "./cdp-session.ts";
import { type Asking, elementBy, holding, resolve } from "./closed-roots.ts";
import type { FrameDocument } from "./frame-document.ts";
import { inPage, toFrame } from "./input.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const ELEMENT = "function (ref) { return this.element(ref) }";
const NAMES = "function () { return Array.from(this.files, (file) => file.name) }";
const TAKES_MANY = "function () { return this.multiple }";

const MADE = `const made = new DataTransfer();
	for (const { name, type, data } of files) {
		const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
		made.items.add(new File([bytes], name, { type }));
	}`;
const FILL = `function (files) {
	${MADE}
	this.files = made.files;
	this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
	this.dispatchEvent(new Event("change", { bubbles: true }));
}`;
const DROP = `function (files, x, y) {
	${MADE}
	const about = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer: made };
	const tell = (type) => this.dispatchEvent(new DragEvent(type, about));
	tell("dragenter");
	const isTaken = !tell("dragover");
	tell(isTaken ? "drop" : "dragleave");
	return isTaken;
}`;
/**
 * What a page does about files that are held over it; a field takes them by itself. Out of a closed shadow root nothing
 * is told of what was hit in it, so the element is asked, too.
 */
const HEAR = `function (ref) {
	const over = {};
	const hear = (event) => {
		over.event = event;
		const hit = [event.composedPath()[0], this.element(ref)];
		over.isField = hit.some((each) => each?.matches?.("input[type=file]"));
	};
	addEventListener("dragover", hear, { capture: true, once: true });
	return over;
}`;
const IS_TAKEN = "function () { return this.isField || this.event?.defaultPrevented }";

/** A point of no page. */
const OUTSIDE = { x: -10, y: -10 };

type Field = Pick<PrimitiveParams<"files.set">, "frame" | "document" | "ref" | "files">;
type Place = Omit<PrimitiveParams<"files.drop">, "tab">;

export async function setFiles(
	tab: TabSession,
	{ frame: name, document, ref, files }: Field,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<PrimitiveResult<"files.set">> {
	const frame = tab.frame(name);
	if (ref === undefined) await requireAsked(tab, frame, numbers);
	const kit = await frame.kit(document, signal);
	return holding(frame, kit, (asking) => setIn(tab, frame, asking, { document, ref, files }, signal));
}

async function setIn(
	tab: TabSession,
	frame: FrameDocument,
	asking: Asking,
	{ document, ref, files }: Omit<Field, "frame">,
	signal: AbortSignal,
): Promise<PrimitiveResult<"files.set">> {
	const field =
		ref === undefined
			? await resolve(frame, asking, tab.chooser.asked.node)
			: (await elementBy(frame, asking, ELEMENT, [ref]))?.object;
	if (!field) throw new ReinsError("stale_ref", "The file input is gone.");
	const on = async (functionDeclaration: string, ...args: unknown[]) => {
		const call = { functionDeclaration, objectId: field, arguments: args.map((value) => ({ value })) };
		const { result } = await frame.send("Runtime.callFunctionOn", { ...call, returnByValue: true }, signal);
		return (result as CdpParams)["value"];
	};
	if (files.length > 1 && (await on(TAKES_MANY)) !== true) {
		throw new ReinsError("bad_args", `The field takes one file, and ${files.length} were given.`);
	}
	frame.require(document);
	if (areSent(files)) await on(FILL, files);
	else {
		const paths = { objectId: field, files: files.map(({ path }) => path) };
		await frame.send("DOM.setFileInputFiles", paths, signal).catch(refused);
	}
	if (ref === undefined) tab.chooser.forget();
	return { names: (await on(NAMES)) as string[] };
}

/** Whoever answers is judged by the document that asks, and thus has to name it. */
// @guard chooser-of-frame
async function requireAsked(tab: TabSession, frame: FrameDocument, numbers: RefNumbers): Promise<void> {
	const { frame: id } = tab.chooser.asked;
	if (id === frame.id) return;
	const asking = tab.frames.known(id) ?? (await tab.frames.find(id, tab.main));
	if (!asking) {
		tab.chooser.forget();
		throw new ReinsError("not_found", "The frame that opened the file chooser is gone.");
	}
	asking.name ??= numbers.frame();
	throw new ReinsError("not_found", "The file chooser is that of a frame.", {
		data: { chooserIn: asking.name, notSent: true },
	});
}

export async function dropFiles(
	tab: TabSession,
	{ frame: name, document, ref, at, files }: Place,
	signal: AbortSignal,
): Promise<void> {
	const frame = tab.frame(name);
	frame.require(document);
	const kit = await frame.kit(document, signal);
	const isTaken = await holding(frame, kit, async (asking) => {
		const on = async (objectId: string, functionDeclaration: string, more: CdpParams) => {
			const call = { functionDeclaration, objectId, objectGroup: asking.group, ...more };
			const { result } = await frame.send("Runtime.callFunctionOn", call, signal);
			return result as { objectId: string; value: unknown };
		};
		if (!areSent(files)) {
			const over = await on(kit.object, HEAR, { arguments: [{ value: ref }] });
			const isTaken = async () => (await on(over.objectId, IS_TAKEN, { returnByValue: true })).value === true;
			const move: InputEvent[] = [{ kind: "move", ...at }];
			const { placed } = await inPage(tab, frame, move);
			await toFrame(tab, frame, move, placed, signal);
			frame.require(document);
			return fall(tab, placed[0] as Point, files, isTaken, signal);
		}
		const element = await elementBy(frame, asking, ELEMENT, [ref]);
		if (!element) throw new ReinsError("stale_ref", "The element is gone.");
		const given = [files, at.x, at.y].map((value) => ({ value }));
		return (await on(element.object, DROP, { arguments: given, returnByValue: true })).value === true;
	});
	if (isTaken) return;
	throw new ReinsError("not_actionable", "Nothing there takes files that are dropped onto it.", {
		hint: "Drop them onto the place that the page shows for it, or name its file input without drop.",
		data: { notSent: true },
	});
}

/** What no page takes the browser would open itself. */
async function fall(
	tab: TabSession,
	{ x, y }: Point,
	files: readonly GivenFile[],
	isTaken: () => Promise<boolean>,
	signal: AbortSignal,
): Promise<boolean> {
	// 1 + 2 + 16: the page may copy, link or move what is dropped, as it may with what a person drops.
	const data = { items: [], files: files.map(({ path }) => path), dragOperationsMask: 19 };
	const drag = (type: string, until?: AbortSignal, over: Point = { x, y }) =>
		tab.send("Input.dispatchDragEvent", { type, ...over, data }, until);
	let isOver = false;
	try {
		await drag("dragEnter", signal).catch(refused);
		await drag("dragOver", signal);
		isOver = await isTaken();
		if (isOver) await drag("drop", signal);
		return isOver;
	} finally {
		// Nothing is held over the page any more. It hears of that only when it is led out, and not when it is given up.
		if (!isOver)
			for (const type of ["dragOver", "dragCancel"]) drag(type, undefined, OUTSIDE).catch(() => {});
	}
}

function areSent(files: readonly GivenFile[]): boolean {
	return files.every(({ data }) => data !== undefined);
}

/** A browser lets an extension name files only where the person has allowed it access to files. */
function refused(error: unknown): never {
	if (!(error instanceof CdpError) || !/Not allowed/i.test(error.message)) throw error;
	throw new ReinsError("unsupported", "The browser lets the extension give no files of the disk to pages.", {
		hint: 'Ask the person to switch on "Allow access to file URLs" for Reins at chrome://extensions.',
		data: { sendBytes: true, notSent: true },
	});
}
