// The dialog that is open in a tab: one of the browser's, or a question that Reins asks in the browser's place.

import type { LinkEvent, Whose } from "@reins/protocol";
import { noDialog, onlyByPerson, PRINT, printing } from "./dialogs.ts";
import type { Send } from "./frame-document.ts";

export interface Dialog {
	kind: string;
	message: string;
	/** What a prompt has in it already. */
	offers?: string;
	/** It was open before, and what it says is not known. */
	earlier?: boolean;
	/** Whose it is; a question whether to leave is the page's own. */
	of?: Whose;
}

type Answer = (accept: boolean) => Promise<void>;

export class TabDialog {
	readonly #tab: string;
	readonly #send: Send;
	readonly #emit: (event: LinkEvent) => void;
	#open: Dialog | undefined;
	/** Whoever asked in the browser's place. */
	#answer: Answer | undefined;
	#agreed = false;

	constructor(tab: string, send: Send, emit: (event: LinkEvent) => void) {
		this.#tab = tab;
		this.#send = send;
		this.#emit = emit;
	}

	get open(): Dialog | undefined {
		return this.#open;
	}

	/** Whether it is a question in the browser's place, which keeps the page from nothing. */
	get isAsked(): boolean {
		return this.#answer !== undefined;
	}

	/** Leaves the page, which was agreed to: whoever asks whether to leave it is answered at once. */
	async agreeing<T>(move: () => Promise<T>): Promise<T> {
		this.#agreed = true;
		try {
			return await move();
		} finally {
			this.#agreed = false;
		}
	}

	opens(dialog: Dialog, answer?: Answer): void {
		if (this.#agreed && dialog.kind === "beforeunload") {
			this.#send("Page.handleJavaScriptDialog", { accept: true }).catch(() => {
				// The person was faster.
			});
			return;
		}
		this.#open = dialog;
		this.#answer = answer;
		this.#emit({ event: "dialog_opened", tab: this.#tab, ...dialog });
	}

	gone(accepted: boolean): void {
		if (!this.#open) return;
		this.#open = undefined;
		this.#emit({ event: "dialog_closed", tab: this.#tab, accepted });
	}

	/** The page that was asked about is not there any more. */
	forget(): void {
		if (this.#answer) void this.#answered(this.#answer, false);
	}

	/** Nobody hears any more when it closes; whoever comes to the tab again finds out whether it is still there. */
	lose(): void {
		this.forget();
		this.gone(false);
	}

	async answer(accept: boolean, promptText: string | undefined): Promise<Pick<Dialog, "kind" | "message">> {
		const dialog = this.#open;
		if (!dialog) throw noDialog();
		if (dialog.kind === PRINT) throw printing();
		if (this.#answer) await this.#answered(this.#answer, accept);
		else {
			// Who agrees and says no more takes what is there, as a person does.
			const text = promptText ?? (accept ? dialog.offers : undefined);
			const params = { accept, ...(text !== undefined && { promptText: text }) };
			await this.#send("Page.handleJavaScriptDialog", params).catch((error) => {
				throw dialog.earlier ? onlyByPerson() : error;
			});
		}
		return { kind: dialog.kind, message: dialog.message };
	}

	#answered(answer: Answer, accept: boolean): Promise<void> {
		this.#answer = undefined;
		this.gone(accept);
		return answer(accept);
	}
}
