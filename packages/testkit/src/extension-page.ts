// A page of the extension, open in a background tab of the lab's browser: the place from which a test asks
// Chrome what the extension could ask, and speaks to the worker as the popup does.

import type { LabPipe } from "./lab-pipe.ts";

interface Evaluated {
	result: { value?: unknown; description?: string };
	exceptionDetails?: { text: string; exception?: { description?: string; value?: unknown } };
}

export class ExtensionPage {
	readonly #target: string;
	readonly #pipe: LabPipe;
	readonly #session: string;

	private constructor(pipe: LabPipe, target: string, session: string) {
		this.#pipe = pipe;
		this.#target = target;
		this.#session = session;
	}

	static async open(pipe: LabPipe, url: string): Promise<ExtensionPage> {
		const { targetId } = await pipe.send<{ targetId: string }>("Target.createTarget", {
			url,
			background: true,
		});
		const { sessionId } = await pipe.send<{ sessionId: string }>("Target.attachToTarget", {
			targetId,
			flatten: true,
		});
		return new ExtensionPage(pipe, targetId, sessionId);
	}

	/** Evaluates an expression and awaits it. */
	async evaluate<T>(expression: string): Promise<T> {
		const { result, exceptionDetails } = await this.#pipe.send<Evaluated>(
			"Runtime.evaluate",
			{ expression, awaitPromise: true, returnByValue: true },
			this.#session,
		);
		if (exceptionDetails) {
			const { text, exception } = exceptionDetails;
			throw new Error(`In the extension's page: ${exception?.description ?? exception?.value ?? text}`);
		}
		return result.value as T;
	}

	/** Calls a function there; it must use nothing but its JSON arguments and the page's globals. */
	call<T>(body: string, ...args: unknown[]): Promise<T> {
		return this.evaluate<T>(`(${body})(...${JSON.stringify(args)})`);
	}

	send<T>(method: string, params: Record<string, unknown> = {}): Promise<T> {
		return this.#pipe.send<T>(method, params, this.#session);
	}

	/** Lets go of the page: for its worker it is then one that nobody debugs. */
	async detach(): Promise<void> {
		await this.#pipe.send("Target.detachFromTarget", { sessionId: this.#session });
	}

	async close(): Promise<void> {
		await this.#pipe.send("Target.closeTarget", { targetId: this.#target }).catch(() => {});
	}
}
