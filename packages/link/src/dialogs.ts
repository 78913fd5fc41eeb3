// Dialogs of pages that wait for an answer. While one is open its page answers nothing, and neither does any other
// page of the same process; so whoever asks is told of the dialog instead of waiting.

import { type LinkEvent, printable, ReinsError, type Whose } from "@reins/protocol";

/** A page that is silent for so long may wait for a dialog that is open elsewhere: it takes half a second to find out. */
const SILENCE = 400;
/** One that is on its way cannot be asked, and may take longer by itself. */
export const ARRIVING = 1_000;

/** The kind of dialog that a print preview is. */
export const PRINT = "print";

export interface OpenDialog {
	kind: string;
	message: string;
	offers?: string | undefined;
	/** It was open before Reins came to the tab. */
	earlier?: boolean | undefined;
	of?: Whose | undefined;
}

export class Dialogs {
	readonly #open = new Map<string, OpenDialog>();
	readonly #listeners = new Set<() => void>();

	receive(event: LinkEvent): void {
		if (event.event === "dialog_opened") this.#open.set(event.tab, event);
		else if (event.event === "dialog_closed" || event.event === "tab_closed" || event.event === "tab_crashed")
			this.#open.delete(event.tab);
		else return;
		for (const tell of [...this.#listeners]) tell();
	}

	/** Nothing can be asked of a page whose dialog is open. */
	requireNone(tab: string): void {
		const dialog = this.#open.get(tab);
		if (dialog) throw dialogOpen(dialog, false);
	}

	isOpen(tab: string): boolean {
		return this.#open.has(tab);
	}

	get anyOpen(): boolean {
		return this.#open.size > 0;
	}

	/**
	 * What is asked of a page, until it answers or a dialog keeps it from doing so. `keeping`: which of those that are
	 * open elsewhere it waits for, after so long a `silence`; none where it only takes its time.
	 */
	async during<T>(
		tab: string,
		work: Promise<T>,
		keeping: (dialogs: readonly OpenDialog[]) => Promise<OpenDialog | undefined>,
		silence = SILENCE,
	): Promise<T> {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let isOver = false;
		let look = () => {};
		const kept = new Promise<never>((_, reject) => {
			const ask = async () => {
				const found = await keeping([...this.#open.values()]).catch(() => undefined);
				timer = undefined;
				if (isOver) return;
				if (found && [...this.#open.values()].includes(found)) reject(dialogElsewhere(found));
				else look();
			};
			look = () => {
				const own = this.#open.get(tab);
				if (own) return reject(dialogOpen(own, true));
				if (this.#open.size > 0) timer ??= setTimeout(() => void ask(), silence);
			};
		});
		this.#listeners.add(look);
		look();
		try {
			return await Promise.race([work, kept]);
		} finally {
			isOver = true;
			this.#listeners.delete(look);
			clearTimeout(timer);
			// Its answer comes when the dialog is gone, and nobody waits for it any more.
			work.catch(() => {});
		}
	}
}

/** `interrupted`: what was asked for had begun. */
function dialogOpen({ kind, message, offers, earlier, of }: OpenDialog, interrupted: boolean): ReinsError {
	if (earlier) return openBefore("Call dialog; what that cannot answer the person must, in the browser.");
	if (kind === PRINT) return printing({ kind, interrupted, ...(!interrupted && { notSent: true }) });
	return new ReinsError(
		"dialog_open",
		`The page waits for an answer to its ${named(kind)}: ${quote(message)}${offers === undefined ? "" : `, which offers ${quote(offers)}`}.`,
		{
			hint: "Call dialog with accept true or false.",
			data: { kind, interrupted, ...(!interrupted && { notSent: true }), ...(of && { of }) },
		},
	);
}

export function noDialog(): ReinsError {
	return new ReinsError("not_found", "No dialog is open in this tab.", {
		hint: "Go on; tabs_list says where one is open.",
	});
}

/** The browser tells nobody of it, and lets nobody else close it. */
export function printing(data: Record<string, unknown> = { kind: PRINT }): ReinsError {
	return new ReinsError(
		"dialog_open",
		"The browser shows the print preview of this page, which waits for it.",
		{
			hint: "It is left to the person, who closes it in the browser; go on in a new tab (tab_new) meanwhile.",
			data,
		},
	);
}

/** It opened while nobody listened, and the browser lets nobody else answer it. */
export function onlyByPerson(): ReinsError {
	return openBefore(
		"The person must answer it in the browser; a tab that you opened can also be closed with tab_close.",
	);
}

function openBefore(hint: string): ReinsError {
	return new ReinsError("dialog_open", "A dialog of this page was open before Reins came.", {
		hint,
		data: { earlier: true },
	});
}

function dialogElsewhere({ kind, message, of }: OpenDialog): ReinsError {
	return new ReinsError(
		"dialog_open",
		`The page does not answer, and a dialog (${named(kind)}) is open in another tab: ${quote(message)}.`,
		{ hint: "Call dialog with the tabId of that tab.", data: { kind, interrupted: true, ...(of && { of }) } },
	);
}

/** The same error where what the dialog says may not be read. */
export function unread(error: ReinsError, site: string): ReinsError {
	const kind = named(String(error.data?.["kind"]));
	return new ReinsError(
		"dialog_open",
		`A dialog (${kind}) of ${site} waits for an answer; what it says is not told, for this site may not be read.`,
		{
			hint: "Call dialog with accept false, or ask the person to answer it in the browser.",
			...(error.data && { data: error.data }),
		},
	);
}

function named(kind: string): string {
	return kind === "beforeunload" ? "question whether to leave it" : kind;
}

function quote(message: string): string {
	return JSON.stringify(printable(message));
}
