// What pages of a session have saved, from the events of its link: each under a safe name, and kept in mind so that
// a session can see later what became of it.

import { type CallOptions, type Link, LinkAround } from "@reins/link";
import {
	type Download,
	type LinkEvent,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
	type Whose,
} from "@reins/protocol";
import { safeName } from "./safe-name.ts";
import type { SessionFiles } from "./session-files.ts";

const REMEMBERED = 20;

type DownloadEvent = Extract<LinkEvent, { event: "download" }>;

export class LinkWithDownloads extends LinkAround {
	readonly #files: SessionFiles;
	readonly #known: Map<string, Download>;
	readonly #mask: (text: string) => string;
	readonly #mayRead: (of: Whose) => boolean;
	readonly #listeners = new Set<(event: LinkEvent) => void>();

	/** `known` outlives a link: a session may get another browser. `mask`: what no file may be called. */
	constructor(
		inner: Link,
		files: SessionFiles,
		known: Map<string, Download>,
		{ mask, mayRead }: { mask: (text: string) => string; mayRead: (of: Whose) => boolean },
	) {
		super(inner);
		this.#files = files;
		this.#known = known;
		this.#mask = mask;
		this.#mayRead = mayRead;
		inner.onEvent((event) => {
			const isFile = event.event === "download";
			// What a closed page saves is not this session's business.
			if (isFile && event.of && !this.#mayRead(event.of)) return;
			const told = isFile ? this.#take(event) : event;
			for (const listener of [...this.#listeners]) listener(told);
		});
	}

	override call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		return this.inner.call(primitive, params, options);
	}

	override onEvent(listener: (event: LinkEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	#take(event: DownloadEvent): DownloadEvent {
		const told = this.#filed({ ...event, name: safeName(this.#mask(event.name)) });
		const { event: _event, tab: _tab, of: _of, ...download } = told;
		this.#known.delete(download.id);
		this.#known.set(download.id, download);
		for (const id of [...this.#known.keys()].slice(0, -REMEMBERED)) this.#known.delete(id);
		return told;
	}

	/** A file of ours gets its name when it is whole; one of the person's browser lies where that put it. */
	#filed(event: DownloadEvent): DownloadEvent {
		const { path, ...rest } = event;
		if (path === undefined || !this.#files.isIncoming(path)) return event;
		if (event.state !== "done") return rest;
		try {
			return { ...rest, path: this.#files.keep(path, event.name) };
		} catch (error) {
			return { ...rest, state: "failed", name: `${event.name} (${ReinsError.from(error).message})` };
		}
	}
}
