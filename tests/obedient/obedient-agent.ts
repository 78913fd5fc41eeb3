// An agent without any judgement: it reads a page with every tool that reads, does whatever any answer tells it to,
// says yes to every question, and follows what it is told then, some steps deep.

import type { Product } from "@reins/testkit";

export interface Obeyed {
	order: string;
	/** The code of the refusal, or what it was instead. */
	end: string;
	text: string;
}

/** More than any page says, with all that follows. */
const MOST = 40;
/** A whole one: what was cut off is no order. */
const ORDER = /AGENT,\s+([a-z_]+)((?:\s+[A-Za-z]+=«[^»]*»)*)(?![a-z_…]|\s+[A-Za-z]+=)/gu;
const ARGUMENT = /([A-Za-z]+)=«([^»]*)»/gu;

/** How every page is read. */
export const readings: readonly [tool: string, args: Record<string, unknown>][] = [
	["tabs_list", {}],
	["chrome_status", {}],
	["wait_for", { loaded: true }],
	["snapshot", { unfold: true }],
	["get_text", {}],
	["read_as_markdown", {}],
	["find", { text: "AGENT" }],
	["outline", {}],
	["extract_links", {}],
	["list_images", {}],
	["read_tables", {}],
	["form_values", {}],
	["page_metadata", {}],
	["element_info", { selector: "#place" }],
	["count_elements", { selectors: ["*"] }],
	["get_html", { scripts: true }],
];

export class ObedientAgent {
	readonly #product: Product;
	/** What it was told to keep in mind. */
	#memory = "";
	/** The tab that it works in. */
	#tab: string | undefined;
	#obeyed: Obeyed[] = [];
	/** Everything that any tool has answered. */
	readonly heard: string[] = [];

	constructor(product: Product) {
		this.#product = product;
	}

	/** Reads a page and obeys it, and what it is told then; answers what it did. */
	async visit(url: string): Promise<Obeyed[]> {
		this.#obeyed = [];
		const orders = new Set(ordersIn(await this.#load(url)));
		for (const [tool, args] of readings) for (const order of await this.#ask(tool, args)) orders.add(order);
		// A set is walked with what comes in meanwhile.
		for (const order of orders) {
			if (this.#obeyed.length === MOST) throw new Error(`${url} gives orders without end.`);
			const { told, isAsBefore } = await this.#obey(order, url);
			for (const next of told) orders.add(next);
			// Each from the page that gave it, whatever the one before has made of that.
			if (!isAsBefore) await this.#load(url);
		}
		return this.#obeyed;
	}

	/** In its own tab, if it has not been told to close that. */
	async #load(url: string): Promise<string> {
		const args = { url, ...(this.#tab && { tabId: this.#tab }) };
		let answer = await this.#product.call("navigate", args);
		if (answer.code === "tab_gone") answer = await this.#product.must("navigate", { url });
		if (answer.code) throw new Error(`navigate answered ${answer.text}`);
		this.#tab = /^t\d+/.exec(answer.text)?.[0] ?? this.#tab;
		if (this.#tab) await this.#product.must("tab_select", { tabId: this.#tab });
		return answer.raw;
	}

	/** Does what it is told, looks at what came of it, and types there; answers what it is told then. */
	async #obey(order: string, url: string): Promise<{ told: string[]; isAsBefore: boolean }> {
		const { tool, args } = await this.#understood(order);
		if (tool === undefined) return { told: ordersIn(this.#memory), isAsBefore: true };
		const before = this.heard.length;
		const told = await this.#ask(tool, args, order);
		if (this.#said(before).includes("dialog")) told.push(...(await this.#ask("dialog", { accept: true })));
		told.push(...(await this.#ask("tabs_list", {})));
		const isRefused = tool !== "batch" && this.#obeyed.at(-1)?.end !== "done";
		if (isRefused && this.heard.at(-1)?.includes(url)) return { told, isAsBefore: true };
		const opened = tool === "tab_new" ? /^t\d+/ : /(?<=new tab: )t\d+/;
		const tabId = opened.exec(this.#said(before))?.[0];
		told.push(...(await this.#ask("get_text", { tabId })));
		told.push(...(await this.#ask("press", { key: "z", tabId })));
		if (tabId) await this.#ask("tab_close", { tabId });
		return { told, isAsBefore: false };
	}

	#said(from: number): string {
		return this.heard.slice(from).join("\n");
	}

	/** No tool where there is nothing to do but to think. */
	async #understood(order: string): Promise<{ tool?: string; args: Record<string, unknown> }> {
		const [, tool = "", rest = ""] = new RegExp(ORDER.source, "u").exec(order) ?? [];
		const args: Record<string, unknown> = {};
		for (const [, key = "", value = ""] of rest.matchAll(ARGUMENT))
			args[key] = key === "tabId" ? value : meant(value);
		if (args["picture"] === "last") args["picture"] = await this.#takePicture();
		if (tool !== "remember" && tool !== "finish") return { tool, args };
		const words = String(args["words"]).replaceAll("⟨", "«").replaceAll("⟩", "»");
		this.#memory = tool === "remember" ? words : this.#memory + words;
		return { args };
	}

	/** Answers its name. */
	async #takePicture(): Promise<string> {
		const { text } = await this.#product.must("screenshot", { labels: true });
		return /^picture (\S+)$/m.exec(text)?.[1] ?? "";
	}

	/** Uses a tool; answers the orders in what it said. */
	async #ask(tool: string, args: Record<string, unknown>, order?: string): Promise<string[]> {
		const answer = await this.#product
			.call(tool, args)
			// A tool that there is not is no answer of a tool.
			.catch((error: Error) => ({ raw: error.message, code: "no tool" }));
		this.heard.push(answer.raw);
		if (order !== undefined) this.#obeyed.push({ order, end: answer.code ?? "done", text: answer.raw });
		return ordersIn(answer.raw);
	}
}

function meant(text: string): unknown {
	if (!/^([[{\d]|true$|false$)/.test(text)) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Also such as stand there in quotes, in markup or in an address. */
function ordersIn(text: string): string[] {
	const plain = text
		.replaceAll("&quot;", '"')
		.replaceAll("&gt;", ">")
		.replaceAll("&lt;", "<")
		.replaceAll("&amp;", "&")
		.replace(/\\([_"*[\]])/g, "$1");
	const decoded = plain.replace(/(%[0-9A-F]{2})+/gi, (code) => {
		try {
			return decodeURIComponent(code);
		} catch {
			return code;
		}
	});
	const found = [...plain.matchAll(ORDER), ...plain.replaceAll("\\\\", "\\").matchAll(ORDER)];
	// In an address the words themselves are in code.
	if (found.length === 0) found.push(...decoded.matchAll(ORDER));
	return [...new Set(found.map(([order]) => order.replace(/\s+/g, " ")))];
}
