// Files that are given to a field, and what a document does about what is dragged over it and falls into it.

import type { Point } from "@reins/protocol";
import { isFileField } from "./file-field.ts";
import { selfAndAncestors } from "./flat-tree.ts";
import { aimAt } from "./hit-test.ts";
import { nextFrame } from "./next-frame.ts";
import { pressFor } from "./pinched.ts";
import { attr, dispatch, hasAttr, isConnected, isElement, isHtml } from "./pristine.ts";

/** One that the browser does not read from the disk: what it holds is sent along, in base64. */
export interface SentFile {
	name: string;
	type: string;
	data: string;
}

/** Puts files into a field, as if a person had chosen them. */
export function give(field: HTMLInputElement, files: readonly SentFile[]): void {
	put(field, transferOf(files));
}

function put(field: HTMLInputElement, held: DataTransfer): void {
	field.files = held.files;
	dispatch(field, new Event("input", { bubbles: true, composed: true }));
	dispatch(field, new Event("change", { bubbles: true }));
}

function transferOf(files: readonly SentFile[]): DataTransfer {
	const made = new DataTransfer();
	for (const { name, type, data } of files) {
		const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
		made.items.add(new File([bytes], name, { type }));
	}
	return made;
}

/** What was heard, and whether it was a field that was hit, which takes files by itself. */
interface Heard {
	event: MouseEvent & Pick<DragEvent, "dataTransfer">;
	target: Element | undefined;
	isField: boolean;
}

export class Falling {
	readonly #el: Element | undefined;
	readonly #end = new AbortController();
	#over: Heard | undefined;
	/** What it is over still. */
	#under: Element | undefined;
	#drop: Heard | undefined;
	#ignored = false;
	#pressed: Heard | undefined;
	#started = false;
	#held: DataTransfer | undefined;

	/** `el`: what something is to fall onto. Where it is no file nothing is changed, and only told what came of it. */
	constructor(el: Element | undefined, areFiles: boolean) {
		this.#el = el;
		this.#listen("dragover", (heard) => {
			// Where the page names no effect none is told, as where it wants none.
			const { dataTransfer } = heard.event;
			if (areFiles && dataTransfer) dataTransfer.dropEffect = "copy";
			this.#over = heard;
			this.#under = heard.target;
		});
		this.#listen("dragleave", () => {
			this.#under = undefined;
		});
		this.#listen("drop", (heard) => {
			this.#drop = heard;
			this.#under = undefined;
		});
		if (areFiles) this.#listen("drop", (heard) => this.#keep(heard), false);
		this.#listen("mousedown", (heard) => {
			this.#pressed = heard;
		});
		this.#listen("dragstart", () => {
			this.#started = true;
		});
	}

	/** Whether the page takes what is over it, by what it has said since this was asked last. */
	takes(): boolean {
		const over = this.#over;
		this.#over = undefined;
		// The browser opens what falls onto what its page has taken away.
		const isThere = over?.target !== undefined && isConnected(over.target);
		return isThere && isTaken(over) && isWanted(over.event);
	}

	/** Whether the page has taken the files that fell. */
	took(): boolean {
		return this.#drop !== undefined && !this.#ignored && isTaken(this.#drop);
	}

	/** Whether anything fell here. */
	fell(): boolean {
		return this.#drop !== undefined;
	}

	/** Whether something was pressed that can be dragged, and no drag has begun, though the page did not forbid it. */
	idle(): boolean {
		const { event, target } = this.#pressed ?? {};
		return !this.#started && event?.defaultPrevented === false && isDraggable(target);
	}

	/** Where it is to fall: pages make room when a drag begins. */
	async place(): Promise<Point | undefined> {
		await nextFrame();
		const aim = this.#el && isConnected(this.#el) ? aimAt(this.#el) : undefined;
		return typeof aim === "object" && "at" in aim ? pressFor(aim.at) : undefined;
	}

	/** Files that the browser does not read are held over the element by telling it so; whether the page takes them. */
	hold(x: number, y: number, files: readonly SentFile[]): boolean {
		this.#held = transferOf(files);
		this.#tell("dragenter", this.#el, x, y);
		this.#tell("dragover", this.#el, x, y);
		return this.takes();
	}

	letFall(x: number, y: number): boolean {
		this.#under = undefined;
		const field = this.#el;
		if (field && this.#held && isFileField(field)) {
			put(field, this.#held);
			return true;
		}
		this.#tell("drop", field, x, y);
		return this.took();
	}

	/** What it is over still hears that it has left: the browser does not tell documents of other processes. */
	end(): void {
		this.#end.abort();
		this.#tell("dragleave", this.#under);
		this.#under = undefined;
	}

	#listen(type: string, hear: (heard: Heard) => void, capture = true): void {
		const heard = (event: Event) => {
			const [first] = event.composedPath();
			const target = first instanceof Node && isElement(first) ? first : undefined;
			// Out of a closed shadow root nothing is told of what was hit in it.
			hear({
				event: event as DragEvent,
				target,
				isField: [target, this.#el].some((each) => each && isFileField(each)),
			});
		};
		addEventListener(type, heard, { capture, signal: this.#end.signal });
	}

	/** What falls and is not taken the browser would open. */
	#keep({ event, isField }: Heard): void {
		if (isField || event.defaultPrevented) return;
		this.#ignored = true;
		event.preventDefault();
	}

	#tell(type: string, el: Element | undefined, clientX = 0, clientY = 0): void {
		const heard = { bubbles: true, cancelable: true, composed: true };
		const dataTransfer = this.#held ?? null;
		if (el) dispatch(el, new DragEvent(type, { ...heard, clientX, clientY, dataTransfer }));
	}
}

/** What its page says can be; and what can be by itself, unless a style keeps the browser from it. */
function isDraggable(pressed: Element | undefined): boolean {
	for (const el of pressed ? selfAndAncestors(pressed) : []) {
		const said = attr(el, "draggable");
		if (said === "true" || said === "false") return said === "true";
		if (!isHtml(el, "img") && !(isHtml(el, "a") && hasAttr(el, "href"))) continue;
		// Not among the properties that TypeScript knows.
		const { webkitUserDrag } = getComputedStyle(el) as CSSStyleDeclaration & { webkitUserDrag?: string };
		if (webkitUserDrag !== "none") return true;
	}
	return false;
}

function isTaken({ event, isField }: Heard): boolean {
	return isField || event.defaultPrevented;
}

/** One that was made by a script has no effect to tell. */
function isWanted({ isTrusted, dataTransfer }: Heard["event"]): boolean {
	return !isTrusted || dataTransfer?.dropEffect !== "none";
}
