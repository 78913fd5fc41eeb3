// Writing into contenteditable regions. The browser's own editing command is used, since it sends the events that
// rich text editors build their document from; setting their DOM behind their back would be undone.

import { flatParent } from "./flat-tree.ts";
import { nextFrame, nextTask } from "./next-frame.ts";
import { dispatch, editCommand, focusElement, innerText, isAnyHtml, rangeOf } from "./pristine.ts";
import { tidy } from "./quote.ts";
import { isEditingHost } from "./role.ts";

const LINE_END = /\r\n?|\n/;

export async function fillEditable(el: HTMLElement, text: string, clear: boolean): Promise<boolean> {
	const wanted = clear ? bare(text) : words(el) + bare(text);
	focusElement(editingHostOf(el));
	selectIn(el, clear);
	// Editors learn of the selection by an event that comes later.
	await nextFrame();
	if (text) await insert(el, text);
	else if (clear && announce(el, "deleteContentBackward", null)) editCommand("delete");
	dispatch(el, new Event("change", { bubbles: true }));
	await nextTask();
	// Editors that render by themselves may be a frame late, and some keep but the first of several lines then.
	if (words(el) !== wanted || LINE_END.test(text)) await nextFrame();
	return words(el) === wanted;
}

/** An editor that takes the first line from its event takes the others so, too; for all others the browser does it. */
async function insert(el: HTMLElement, text: string): Promise<void> {
	const [first = "", ...others] = text.split(LINE_END);
	if (announce(el, "insertText", others.length > 0 && !first ? "\n" : first)) {
		editCommand("insertText", text);
		return;
	}
	for (const line of others) {
		// It renders what it took, and puts the selection behind it.
		await nextTask();
		if (announce(el, "insertParagraph", null)) editCommand("insertParagraph");
		await nextTask();
		if (line && announce(el, "insertText", line)) editCommand("insertText", line);
	}
}

/** The command itself sends no beforeinput; an editor that takes the text from this event then says so by stopping it. */
function announce(el: HTMLElement, inputType: string, data: string | null): boolean {
	const selection = getSelection();
	const ranges = selection && selection.rangeCount > 0 ? [new StaticRange(selection.getRangeAt(0))] : [];
	const heard = { bubbles: true, composed: true, cancelable: true };
	return dispatch(el, new InputEvent("beforeinput", { inputType, data, targetRanges: ranges, ...heard }));
}

function editingHostOf(el: HTMLElement): HTMLElement {
	let at = el;
	while (!isEditingHost(at)) {
		const parent = flatParent(at);
		if (!parent || !isAnyHtml(parent)) return at;
		at = parent;
	}
	return at;
}

/** All of it, or the place behind it. */
export function selectIn(el: HTMLElement, all: boolean): void {
	const range = rangeOf(el);
	if (!all) range.collapse(false);
	const selection = getSelection();
	selection?.removeAllRanges();
	selection?.addRange(range);
}

/** Without any blanks: editors turn line ends into paragraphs and blanks into others as they like. */
function bare(text: string): string {
	return tidy(text).replace(/\s/g, "");
}

function words(el: HTMLElement): string {
	return bare(innerText(el));
}
