// Reading what a page says. Lists and texts go on into the frames of the page, one document after the other, with
// one budget and one cursor for all of them. What each document says stays apart, with the origin that wrote it.

import {
	type FrameRow,
	type KitArgs,
	type KitResult,
	limits,
	type ReadFunctions,
	ReinsError,
} from "@reins/protocol";
import { allFrames, frameSite, framesOf, inFrame, type KnownFrame } from "./frames.ts";
import { frameIn, type Tab } from "./tab.ts";

/** A cursor is a place in one document; above this its number says in which frame. */
const SPAN = 1_000_000_000;
/** With less room than this the next document is left to the next call. */
const LEAST = 200;

/** Hits of a search, unless it says how many. */
const HITS = 20;

interface Range {
	budget?: number;
	cursor?: number;
	limit?: number;
}

/** What a document answered, whatever it was asked for. */
interface Answer {
	items?: unknown[];
	text?: string;
	next?: number;
	left?: number;
	omitted?: number;
}

/** The element that shows a document, and whose that is. */
interface ReadFrame {
	ref: string;
	site: string;
}

/** A frame that could not be read. */
export interface UnreadFrame extends ReadFrame {
	why: string;
}

type Content<R> = Pick<R, Extract<keyof R, "items" | "text">>;

/** What one document says, and whose words these are; without `frame` it is the page itself. */
export type DocumentPart<R> = Content<R> & { origin: string; frame?: ReadFrame };

/** One part for each document that has something to say; what else was answered is for all of them together. */
type ReadAnswer<R> = Omit<R, "items" | "text"> & { parts: DocumentPart<R>[]; unread?: UnreadFrame[] };

/** The others answer for one document: what a page says of itself, or one element. */
type Reads = Omit<ReadFunctions, "getHtml" | "metadata" | "inspect" | "count"> & {
	getText: { args: KitArgs<"getText">; result: KitResult<"getText"> };
};

export async function read<F extends keyof Reads>(
	tab: Tab,
	fn: F,
	args: Reads[F]["args"],
): Promise<ReadAnswer<Reads[F]["result"]>> {
	const { target } = args as { target?: object };
	const { article } = args as { article?: boolean };
	const answer = target
		? await readElement(tab, fn, args as KitArgs<F>)
		: await new Reading(tab, fn, args as KitArgs<F>, article === true).run();
	return answer as unknown as ReadAnswer<Reads[F]["result"]>;
}

/** One element; where it is a frame, the document in it. */
async function readElement<F extends keyof Reads>(
	tab: Tab,
	fn: F,
	args: KitArgs<F>,
): Promise<ReadAnswer<Answer>> {
	const frame = frameIn(args);
	const { target, ...others } = args as { target?: { ref?: string } };
	const { document } = await tab.link.committed(tab.id, tab.signal, frame);
	const [element, [row]] = await Promise.all([
		tab.ask(fn, args, frame),
		target?.ref === undefined ? [] : framesOf(tab, document, frame, [target.ref]),
	]);
	const own = partOf(element.value as Answer, element.origin);
	if (!row || row.reason === "nothing") return own;
	const answer = await inFrame(tab, row, (hurried, name) => hurried.ask(fn, others as KitArgs<F>, name));
	if ("value" in answer) return partOf(answer.value.value as Answer, answer.value.origin);
	return { ...own, unread: [{ ...readFrame(row), why: answer.why }] };
}

function partOf({ items, text, ...rest }: Answer, origin: string, row?: FrameRow): ReadAnswer<Answer> {
	const part: DocumentPart<Answer> = { origin, ...(items && { items }), ...(text !== undefined && { text }) };
	return { ...rest, parts: [row ? { ...part, frame: readFrame(row) } : part] };
}

function readFrame(row: FrameRow): ReadFrame {
	return { ref: row.ref, site: frameSite(row) };
}

class Reading<F extends keyof Reads> {
	readonly #tab: Tab;
	readonly #fn: F;
	readonly #args: KitArgs<F> & Range;
	/** The article is in the page itself, or there is none. */
	readonly #article: boolean;
	#sum: ReadAnswer<Answer> | undefined;

	constructor(tab: Tab, fn: F, args: KitArgs<F>, article: boolean) {
		this.#tab = tab;
		this.#fn = fn;
		this.#args = { ...(fn === "find" && { limit: HITS }), ...(args as KitArgs<F> & Range) };
		this.#article = article;
	}

	async run(): Promise<ReadAnswer<Answer>> {
		const { cursor = 0 } = this.#args;
		const first = Math.floor(cursor / SPAN);
		const at = cursor % SPAN;
		const { document } = await this.#tab.link.committed(this.#tab.id, this.#tab.signal);
		const frames = allFrames(this.#tab, document, undefined);
		frames.catch(() => {
			// Told where it is waited for; the page itself may fail first.
		});
		if (first === 0) {
			this.#add(await this.#ask(this.#tab, undefined, at));
			if (this.#article && (this.#sum as { article?: boolean }).article) return this.#whole;
		}
		await this.#frames(await frames, first, at);
		return this.#whole;
	}

	async #frames(rows: KnownFrame[], first: number, at: number): Promise<void> {
		const start = first === 0 ? 0 : rows.findIndex(({ frame }) => frame === `f${first}`);
		if (start < 0) {
			throw new ReinsError("stale_ref", "The frame where the cursor stands is not there any more.", {
				hint: "Read again from the beginning, without cursor.",
			});
		}
		const unread: UnreadFrame[] = [];
		for (const [index, row] of rows.slice(start).entries()) {
			if (this.#sum?.next !== undefined) break;
			if (row.frame !== undefined && this.#room < LEAST) {
				this.#sum = { ...this.#whole, next: placeOf(row) };
				break;
			}
			const from = first > 0 && index === 0 ? at : 0;
			const answer = await inFrame(this.#tab, row, (hurried, name) => this.#ask(hurried, name, from));
			if ("value" in answer) this.#add(answer.value, row);
			else if (row.reason !== "nothing") unread.push({ ...readFrame(row), why: answer.why });
		}
		if (unread.length > 0) this.#sum = { ...this.#whole, unread };
	}

	async #ask(tab: Tab, frame: string | undefined, cursor: number): Promise<Answered> {
		const { cursor: _from, budget: _whole, limit, ...others } = this.#args;
		const rest = limit === undefined ? {} : { limit: limit - this.#count };
		const range = { ...rest, budget: this.#room, ...(cursor > 0 && { cursor }) };
		const args = { ...others, ...range } as unknown as KitArgs<F>;
		const { value, origin } = await tab.ask(this.#fn, args, frame);
		return { value: value as Answer, origin };
	}

	get #whole(): ReadAnswer<Answer> {
		return this.#sum ?? { parts: [], left: 0, omitted: 0 };
	}

	get #count(): number {
		return this.#whole.parts.reduce((sum, { items }) => sum + (items?.length ?? 0), 0);
	}

	/** What is left of the budget, or nothing where enough was found. */
	get #room(): number {
		const { budget = limits.readBudget, limit = Number.POSITIVE_INFINITY } = this.#args;
		if (this.#count >= limit) return 0;
		return this.#whole.parts.reduce((room, part) => room - sizeOf(part), budget);
	}

	#add({ value, origin }: Answered, row?: FrameRow): void {
		const next = value.next === undefined ? {} : { next: placeOf(row) + value.next };
		const before = this.#sum;
		const { parts, ...own } = partOf(value, origin, row);
		if (!before) {
			this.#sum = { ...own, parts, ...next };
			return;
		}
		this.#sum = {
			...before,
			parts: [...before.parts, ...parts.filter((part) => !isEmpty(part))],
			...(own.left !== undefined && { left: (before.left ?? 0) + own.left }),
			...(own.omitted !== undefined && { omitted: (before.omitted ?? 0) + own.omitted }),
			...next,
		};
	}
}

/** What a document answered, and whose words these are. */
interface Answered {
	value: Answer;
	origin: string;
}

/** Where a document begins, as a cursor. */
function placeOf(row: FrameRow | undefined): number {
	return row?.frame === undefined ? 0 : Number(row.frame.slice(1)) * SPAN;
}

function sizeOf({ items, text = "" }: Answer): number {
	return (items ? JSON.stringify(items).length : 0) + text.length;
}

function isEmpty({ items, text }: Answer): boolean {
	return (items?.length ?? 0) === 0 && (text ?? "") === "";
}
