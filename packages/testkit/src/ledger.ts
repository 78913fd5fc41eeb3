// Counts what really happened: pages whose buttons report each press to a server, which writes down the id
// and the time. What a tool answers can then be held against what was done.

import { Site } from "./site.ts";
import { until } from "./until.ts";

interface Hit {
	id: string;
	/** The page that it was pressed on. */
	page: string;
	/** When the server heard of it, in the time of the clock. */
	at: number;
	trusted: boolean;
}

const script = `
const page = new URL(location.href).searchParams.get("page");
document.title = "Ledger " + page;
document.querySelector("h1").textContent = "Page " + page;
const count = Number(new URL(location.href).searchParams.get("buttons") ?? 60);
for (let number = 0; number < count; number++) {
	const button = document.createElement("button");
	button.id = "b" + number;
	button.textContent = page + "-" + number;
	document.body.append(button);
}
addEventListener("click", (event) => {
	if (!event.target.id.startsWith("b")) return;
	const query = new URLSearchParams({ id: event.target.textContent, page, trusted: event.isTrusted });
	fetch("/hit?" + query, { method: "POST", keepalive: true });
	document.querySelector("p").textContent = "Pressed " + event.target.textContent;
});
`;

export class Ledger {
	readonly site: Site;
	readonly hits: Hit[] = [];

	private constructor(site: Site) {
		this.site = site;
		site.page(
			"/ledger",
			`<h1></h1><p>Nothing pressed</p><script>${script}</script>`,
			"<style>button { width: 7em; margin: 1px }</style>",
		);
		site.handle("/hit", (request, response) => {
			const query = new URL(request.url ?? "/", site.origin).searchParams;
			this.hits.push({
				id: query.get("id") ?? "",
				page: query.get("page") ?? "",
				at: Date.now(),
				trusted: query.get("trusted") === "true",
			});
			response.writeHead(204).end();
		});
	}

	static async start(): Promise<Ledger> {
		return new Ledger(await Site.start());
	}

	get origin(): string {
		return this.site.origin;
	}

	/** A page with buttons `#b0`, `#b1`, …; pressing one counts for `<page>-<number>`. */
	page(name: string, buttons = 60): string {
		return `${this.origin}/ledger?${new URLSearchParams({ page: name, buttons: String(buttons) })}`;
	}

	count(id: string): number {
		return this.hits.filter((hit) => hit.id === id).length;
	}

	/** Waits until a press that was reported as done has been counted. */
	async seen(id: string): Promise<void> {
		await until(`${id} is counted`, () => this.count(id) > 0, 5_000);
	}

	stop(): Promise<void> {
		return this.site.stop();
	}
}
