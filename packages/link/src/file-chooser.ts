// The question of a page for files. While something is done in a tab the browser does not put it on the person's
// screen but tells us; the page goes on meanwhile, and is answered when an agent has files for it, or never.

import { type LinkEvent, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import type { FrameDocument } from "./frame-document.ts";

/** How long the question is ours after the last call that acts: then it is the person's own click that asks. */
const OURS = 1_000;

interface Asked {
	/** CDP's id of the frame, and its number for the field. */
	frame: string;
	node: number;
	multiple: boolean;
}

export class FileChooser {
	readonly #tab: string;
	readonly #emit: (event: LinkEvent) => void;
	#asked: Asked | undefined;
	/** Frames whose process asks us instead of the person. */
	readonly #taken = new Set<FrameDocument>();
	#rest: ReturnType<typeof setTimeout> | undefined;

	constructor(tab: string, emit: (event: LinkEvent) => void) {
		this.#tab = tab;
		this.#emit = emit;
	}

	/** Something is done in this frame now. */
	follow(frame: FrameDocument): void {
		clearTimeout(this.#rest);
		this.#rest = setTimeout(() => this.#leave(), OURS);
		if (this.#taken.has(frame)) return;
		this.#taken.add(frame);
		frame.send("Page.setInterceptFileChooserDialog", { enabled: true }).catch(() => {
			this.#taken.delete(frame);
		});
	}

	opened(params: CdpParams): void {
		const multiple = params["mode"] === "selectMultiple";
		const node = params["backendNodeId"];
		// A page that asks for files of the disk itself, and not through a field, cannot be given any.
		this.#asked = typeof node === "number" ? { frame: String(params["frameId"]), node, multiple } : undefined;
		if (this.#asked) this.#emit({ event: "file_chooser", tab: this.#tab, multiple });
	}

	/** The question that is open. */
	get asked(): Asked {
		if (this.#asked) return this.#asked;
		throw new ReinsError("not_found", "No file chooser is open in this tab.", {
			hint: "Name the file input, or click what opens the chooser first.",
		});
	}

	/** It was answered, or its page has gone. */
	forget(): void {
		this.#asked = undefined;
	}

	/** The tab is no more. */
	end(): void {
		clearTimeout(this.#rest);
	}

	#leave(): void {
		for (const frame of this.#taken) {
			frame.send("Page.setInterceptFileChooserDialog", { enabled: false }).catch(() => {
				// It is gone.
			});
		}
		this.#taken.clear();
	}
}
