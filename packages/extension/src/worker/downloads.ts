// Which of the files that Chrome saves are those of a session. Chrome tells of a download without its tab, and the
// debugger of a tab tells of it without its place; the address brings the two together. Whatever else the person
// saves is told to nobody. A file may take longer than its tab, or this worker, lives.

import type { LinkEvent, Whose } from "@reins/protocol";
import { findDownload, type SavedItem } from "../adapters/downloads.ts";
import type { WorkerState } from "./state.ts";

/** The two are told within this time of each other, in any order. */
const TOGETHER = 3_000;
const ADDRESS = 2_000;
/** What Chrome asks the person about before it keeps a file. */
const DANGERS = new Set(["file", "url", "content", "uncommon", "host", "unwanted"]);

/** Whose page saves a file, and for which session. */
export interface Saver {
	session: string;
	of: Whose;
}

export interface Begun extends Saver {
	tab: number;
	url: string;
	name: string;
}

interface Kept<T> {
	value: T;
	until: number;
}

export class Downloads {
	readonly #state: WorkerState;
	readonly #tell: (session: string, event: LinkEvent) => void;
	/** Told by one side, with no word from the other yet. */
	#begun: Kept<Begun>[] = [];
	#items: Kept<SavedItem>[] = [];

	constructor(state: WorkerState, tell: (session: string, event: LinkEvent) => void) {
		this.#state = state;
		this.#tell = tell;
	}

	/** A page of this tab saves something, or has opened a tab that may do so. */
	begun(tab: number, url: string, name: string, saver: Saver | undefined): void {
		// Of a page that may not be read nothing is told.
		if (!saver) return;
		const begun = { tab, url, name, ...saver };
		this.#items = fresh(this.#items);
		const found = this.#items.find(({ value }) => isSame(value, url));
		if (!found) {
			this.#begun = [...fresh(this.#begun), kept(begun)];
			return;
		}
		this.#items = this.#items.filter((one) => one !== found);
		void this.#take(found.value.id, begun);
	}

	created(item: SavedItem): void {
		this.#begun = fresh(this.#begun);
		const found = this.#begun.find(({ value }) => isSame(item, value.url));
		if (!found) {
			this.#items = [...fresh(this.#items), kept(item)];
			return;
		}
		this.#begun = this.#begun.filter((one) => one !== found);
		void this.#take(item.id, found.value);
	}

	async changed(id: number): Promise<void> {
		const begun = this.#state.get("saving")[id];
		const item = begun && (await findDownload(id));
		if (!begun || !item) return;
		const state = stateOf(item);
		if (state === "done" || state === "failed") {
			const { [id]: _over, ...saving } = this.#state.get("saving");
			void this.#state.keep({ saving });
		}
		this.#tell(begun.session, {
			event: "download",
			tab: String(begun.tab),
			id: String(id),
			url: begun.url.slice(0, ADDRESS),
			name: begun.name || nameIn(item.path),
			state,
			received: item.received,
			of: begun.of,
			...(item.total >= 0 && { total: item.total }),
			...(state === "done" && { path: item.path }),
		});
	}

	#take(id: number, begun: Begun): Promise<void> {
		void this.#state.keep({ saving: { ...this.#state.get("saving"), [id]: begun } });
		return this.changed(id);
	}
}

function stateOf({ state, danger }: SavedItem) {
	if (state === "complete") return "done";
	if (state === "interrupted") return "failed";
	return DANGERS.has(danger) ? "held" : "under_way";
}

function isSame(item: SavedItem, url: string): boolean {
	return item.finalUrl === url || item.url === url;
}

function nameIn(path: string): string {
	return path.split(/[/\\]/).at(-1) || "file";
}

function kept<T>(value: T): Kept<T> {
	return { value, until: performance.now() + TOGETHER };
}

function fresh<T>(all: Kept<T>[]): Kept<T>[] {
	const now = performance.now();
	return all.filter(({ until }) => until > now);
}
