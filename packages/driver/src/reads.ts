// Reading what a page says. Lists and texts go on into the frames of the page, one document after the other, with
// one budget and one cursor for all of them.

import { type KitArgs, type KitResult, limits, type ReadFunctions, ReinsError } from "@reins/protocol";
import { allFrames, frameSite, framesOf, inFrame } from "./frames.ts";
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
interface Part {
	items?: unknown[];
	text?: string;
	next?: number;
	left?: number;
	omitted?: number;
}

/** A frame that could not be read. */
export interface UnreadFrame {
	ref: string;
	site: string;
	why: string;
}

interface Unread {
	unread?: UnreadFrame[];
}

type Reads = ReadFunctions & { getText: { args: KitArgs<"getText">; result: KitResult<"getText"> } };

/** They answer for one document: what a page says of itself, or one element. */
const oneDocument: ReadonlySet<keyof Reads> = new Set<keyof Reads>([
	"getHtml",
	"metadata",
	"inspect",
	"count",
]);

export async function read<F extends keyof Reads>(
	tab: Tab,
	fn: F,
	args: Reads[F]["args"],
): Promise<Reads[F]["result"] & Unread> {
	if (oneDocument.has(fn)) return tab.kit(fn, args as KitArgs<F>);
	const { target } = args as { target?: object };
	const { article } = args as { article?: boolean };
	const answer = target
		? await readElement(tab, fn, args as KitArgs<F>)
		: await new Reading(tab, fn, args as KitArgs<F>, article === true).run();
	return answer as Reads[F]["result"] & Unread;
}

/** One element; where it is a frame, the document in it. */
async function readElement<F extends keyof Reads>(tab: Tab, fn: F, args: KitArgs<F>): Promise<Part & Unread> {
	const frame = frameIn(args);
	const { target, ...others } = args as { target?: { ref?: string } };
	const { document } = await tab.link.committed(tab.id, tab.signal, frame);
	const [part, [row]] = await Promise.all([
		tab.kit(fn, args, frame),
		target?.ref === undefined ? [] : framesOf(tab, document, frame, [target.ref]),
	]);
	if (!row || row.reason === "nothing") return part as Part;
	const answer = await inFrame(tab, row, (hurried, name) => hurried.kit(fn, others as KitArgs<F>, name));
	if ("value" in answer) return answer.value as Part;
	return { ...(part as Part), unread: [{ ref: row.ref, site: frameSite(row), why: answer.why }] };
}

class Reading<F extends keyof Reads> {
	readonly #tab: Tab;
	readonly #fn: F;
	readonly #args: KitArgs<F> & Range;
	/** The article is in the page itself, or there is none. */
	readonly #article: boolean;
	#sum: (Part & Unread) | undefined;

	constructor(tab: Tab, fn: F, args: KitArgs<F>, article: boolean) {
		this.#tab = tab;
		this.#fn = fn;
		this.#args = { ...(fn === "find" && { limit: HITS }), ...(args as KitArgs<F> & Range) };
		this.#article = article;
	}

	async run(): Promise<Part & Unread> {
		const { cursor = 0 } = this.#args;
		const first = Math.floor(cursor / SPAN);
		const at = cursor % SPAN;
		const { document } = await this.#tab.link.committed(this.#tab.id, this.#tab.signal);
		const frames = allFrames(this.#tab, document, undefined);
		frames.catch(() => {
			// Told where it is waited for; the page itself may fail first.
		});
		if (first === 0) {
			await this.#document(undefined, at);
			if (this.#article && (this.#sum as { article?: boolean }).article) return this.#sum as Part;
		}
		await this.#frames(await frames, first, at);
		return this.#sum ?? { items: [], text: "", left: 0 };
	}

	async #frames(rows: Awaited<ReturnType<typeof allFrames>>, first: number, at: number): Promise<void> {
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
				this.#leave(Number(row.frame.slice(1)) * SPAN);
				break;
			}
			const from = first > 0 && index === 0 ? at : 0;
			const answer = await inFrame(this.#tab, row, (hurried, name) => this.#ask(hurried, name, from));
			if ("value" in answer) this.#add(answer.value, row.frame, frameSite(row));
			else if (row.reason !== "nothing") unread.push({ ref: row.ref, site: frameSite(row), why: answer.why });
		}
		if (unread.length > 0) this.#sum = { ...this.#sum, unread };
	}

	async #document(frame: string | undefined, at: number): Promise<void> {
		this.#add(await this.#ask(this.#tab, frame, at), frame, "");
	}

	async #ask(tab: Tab, frame: string | undefined, cursor: number): Promise<Part> {
		const { cursor: _from, budget: _whole, limit, ...others } = this.#args;
		const rest = limit === undefined ? {} : { limit: limit - (this.#sum?.items?.length ?? 0) };
		const range = { ...rest, budget: this.#room, ...(cursor > 0 && { cursor }) };
		return (await tab.kit(this.#fn, { ...others, ...range } as unknown as KitArgs<F>, frame)) as Part;
	}

	/** What is left of the budget, or nothing where enough was found. */
	get #room(): number {
		const { budget = limits.readBudget, limit = Number.POSITIVE_INFINITY } = this.#args;
		if ((this.#sum?.items?.length ?? 0) >= limit) return 0;
		return budget - (this.#sum ? sizeOf(this.#sum) : 0);
	}

	#add(part: Part, frame: string | undefined, site: string): void {
		const place = frame === undefined ? 0 : Number(frame.slice(1)) * SPAN;
		const next = part.next === undefined ? {} : { next: place + part.next };
		const before = this.#sum;
		if (!before) {
			this.#sum = { ...part, ...next };
			return;
		}
		if (isEmpty(part)) return;
		const text = part.text === undefined ? {} : { text: joined(before.text ?? "", part.text, frame, site) };
		this.#sum = {
			...before,
			...(part.items && { items: [...(before.items ?? []), ...part.items] }),
			...text,
			...(part.left !== undefined && { left: (before.left ?? 0) + part.left }),
			...(part.omitted !== undefined && { omitted: (before.omitted ?? 0) + part.omitted }),
			...next,
		};
	}

	/** The rest is in frames that nobody has looked into yet. */
	#leave(next: number): void {
		this.#sum = { ...this.#sum, next };
	}
}

function joined(before: string, text: string, frame: string | undefined, site: string): string {
	return `${before}${before && "\n\n"}(frame ${frame} ${site})\n${text}`;
}

function sizeOf({ items, text = "" }: Part): number {
	return (items ? JSON.stringify(items).length : 0) + text.length;
}

function isEmpty({ items, text }: Part): boolean {
	return (items?.length ?? 0) === 0 && (text ?? "") === "";
}
