// An agent at work: presses buttons of the ledger in its tabs, one after the other and never one twice, and
// looks at pages in between. It does not retry; it only goes on to the next thing.

import { type Ledger, Product, type TestHome } from "@reins/testkit";
import type { CallRecord } from "./history.ts";
import type { Random } from "./random.ts";

const BUTTONS = 60;
const TABS = 2;
/** How often an agent thinks before it acts, and for how long at most. */
const THINKS = 0.4;
const THOUGHT = 200;

interface WorkTab {
	handle: string;
	page: string;
	url: string;
	next: number;
	crashed: boolean;
}

export class Agent {
	readonly name: string;
	readonly calls: CallRecord[] = [];
	readonly #home: TestHome;
	readonly #ledger: Ledger;
	readonly #random: Random;
	readonly #tabs: WorkTab[] = [];
	#product!: Product;
	#pages = 0;
	#running = false;
	#work: Promise<void> = Promise.resolve();
	#reviving: Promise<void> | undefined;

	constructor(name: string, home: TestHome, ledger: Ledger, random: Random) {
		this.name = name;
		this.#home = home;
		this.#ledger = ledger;
		this.#random = random;
	}

	async start(): Promise<void> {
		this.#product = await this.#serve();
		for (let count = 0; count < TABS; count++) {
			const { page, url } = this.#freshPage();
			const { text } = await this.#product.must("tab_new", { url });
			this.#tabs.push({ handle: text.split(" ")[0] as string, page, url, next: 0, crashed: false });
		}
		this.#running = true;
		this.#work = this.#goOn();
	}

	/** Ends the work after the call that is under way. */
	async rest(): Promise<void> {
		this.#running = false;
		await this.#work;
	}

	close(): Promise<void> {
		return this.#product.close();
	}

	/** One of its tabs, for whoever wants to crash it: where it is changes while the agent works. */
	anyTab(): { handle: string; url(): string } {
		const tab = this.#tabs[Math.floor(this.#random() * TABS)] as WorkTab;
		return { handle: tab.handle, url: () => tab.url };
	}

	/** Ends it in the middle of whatever it does. */
	abandon(): void {
		this.#running = false;
		// It may not have come to have one.
		if (this.#product) this.#product.kill();
	}

	/** SIGKILL of its MCP server; a new one of the same session is started in its place. */
	killServer(): number {
		const at = performance.now();
		this.#product.kill();
		this.#reviving = this.#serve().then((product) => {
			this.#product = product;
			this.#reviving = undefined;
		});
		return at;
	}

	#serve(): Promise<Product> {
		return Product.start({
			home: this.#home,
			name: this.name,
			flags: [
				...["--browser", "extension", "--session", this.name],
				...["--allow", this.#ledger.origin, "--enable-mutations"],
			],
		});
	}

	#freshPage(): { page: string; url: string } {
		const page = `${this.name}.${this.#pages++}`;
		return { page, url: this.#ledger.page(page, BUTTONS) };
	}

	async #goOn(): Promise<void> {
		while (this.#running) {
			// So that some deaths come while nothing is under way.
			if (this.#random() < THINKS)
				await new Promise((resolve) => setTimeout(resolve, this.#random() * THOUGHT));
			await this.#reviving;
			await this.#step(this.#tabs[Math.floor(this.#random() * TABS)] as WorkTab);
		}
	}

	async #step(tab: WorkTab): Promise<void> {
		const chance = this.#random();
		if (tab.crashed) {
			tab.crashed = (await this.#call("reload", { tabId: tab.handle })).code !== undefined;
		} else if (tab.next === BUTTONS) {
			const { page, url } = this.#freshPage();
			const { code } = await this.#call("navigate", { url, tabId: tab.handle });
			// Where it is not known whether the page came, its buttons may belong to either: they are not used.
			if (code === undefined) Object.assign(tab, { page, url, next: 0 });
		} else if (chance < 0.7) {
			const number = tab.next++;
			const press = `${tab.page}-${number}`;
			const { code } = await this.#call("click", { selector: `#b${number}`, tabId: tab.handle }, press);
			tab.crashed = code === "page_crashed";
		} else {
			const { code } = await this.#call(chance < 0.85 ? "get_text" : "snapshot", { tabId: tab.handle });
			tab.crashed = code === "page_crashed";
		}
	}

	async #call(tool: string, args: Record<string, unknown>, press?: string): Promise<CallRecord> {
		const startedAt = performance.now();
		const tab = String(args["tabId"]);
		const base = { client: this.name, tool, tab, startedAt, ...(press !== undefined && { press }) };
		let record: CallRecord;
		try {
			const answer = await this.#product.call(tool, args);
			const { outcome } = (answer.error?.data?.["outcome"] ?? {}) as { outcome?: "not_executed" | "unknown" };
			const fate = answer.code === undefined ? ("done" as const) : outcome;
			record = {
				...base,
				endedAt: performance.now(),
				text: answer.text,
				...(answer.code && { code: answer.code }),
				...(fate && { outcome: fate }),
			};
		} catch (error) {
			record = { ...base, endedAt: performance.now(), code: "lost", text: String(error) };
		}
		this.calls.push(record);
		return record;
	}
}
