// Somebody at the tools, with nothing else: looks, takes a ref from what it sees, acts, and looks again.

import type { Product } from "@reins/testkit";

export class RealAgent {
	readonly #product: Product;
	/** What was done, for whoever has to find out why a task failed. */
	readonly #log: string[] = [];

	constructor(product: Product) {
		this.#product = product;
	}

	/** Uses a tool; an error ends the task. */
	async use(tool: string, args: Record<string, unknown> = {}): Promise<string> {
		const { text } = await this.#product.must(tool, args);
		this.#log.push(`${tool} ${JSON.stringify(args)}: ${text}`);
		return text;
	}

	/** The ref of the first thing in a snapshot that is called so: `button "Save"`. */
	async see(thing: string): Promise<string> {
		const text = await this.use("snapshot");
		const after = text.split(`${thing} [`)[1];
		if (after === undefined) throw new Error(`The snapshot has no ${thing}:\n${text}`);
		return after.slice(0, after.indexOf("]"));
	}

	async click(thing: string): Promise<string> {
		return this.use("click", { ref: await this.see(thing) });
	}

	/** The ref of the first thing that has this text. */
	async find(text: string): Promise<string> {
		const hits = await this.use("find", { text, exact: true });
		const ref = /\[([a-z0-9]+)\]/.exec(hits)?.[1];
		if (!ref) throw new Error(`Nothing has the text ${text}:\n${hits}`);
		return ref;
	}

	/** The page says so, now or soon. */
	async told(text: string): Promise<void> {
		try {
			await this.use("wait_for", { text, timeout: 5_000 });
		} catch (error) {
			throw new Error(`${error}\n${this.#log.slice(-6).join("\n")}\n${await this.use("snapshot")}`);
		}
	}
}
