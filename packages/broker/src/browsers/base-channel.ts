// What every channel to a browser has in common: it closes once, whoever closes it, and the reason reaches even
// a listener that was set a moment too late (a browser may die between its launch and its first user).

import type { TextChannel } from "@reins/link";
import { ReinsError } from "@reins/protocol";

/** Far above any picture or page; what is larger is a fault, and must not fill the memory. */
export const largestMessage = 256 * 1_024 * 1_024;

export abstract class BaseChannel implements TextChannel {
	onMessage: (message: string) => void = () => {};
	#onClose: ((reason: string) => void) | undefined;
	#closed: string | undefined;
	#told = false;

	get onClose(): (reason: string) => void {
		return this.#onClose ?? (() => {});
	}

	set onClose(listener: (reason: string) => void) {
		this.#onClose = listener;
		if (this.#closed !== undefined) queueMicrotask(() => this.#tell());
	}

	get closed(): boolean {
		return this.#closed !== undefined;
	}

	send(message: string): void {
		if (this.#closed !== undefined) {
			throw new ReinsError("browser_gone", `The browser is gone: ${this.#closed}.`);
		}
		this.write(message);
	}

	close(): void {
		this.end("closed by Reins");
	}

	protected abstract write(message: string): void;
	/** Lets go of what is below. Called once. */
	protected abstract release(): void;

	protected deliver(message: string): void {
		if (this.#closed === undefined) this.onMessage(message);
	}

	/** Closes for this reason, given in words that can follow "The browser is gone:". */
	end(reason: string): void {
		if (this.#closed !== undefined) return;
		this.#closed = reason;
		this.release();
		this.#tell();
	}

	#tell(): void {
		if (this.#told || !this.#onClose || this.#closed === undefined) return;
		this.#told = true;
		this.#onClose(this.#closed);
	}
}
