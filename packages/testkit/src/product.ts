// The product through its front door: a real MCP client that starts the real server, as a host would.

import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { TestHome } from "./home.ts";
import { withoutFences } from "./unfence.ts";

/** The revisions of MCP that hosts speak. */
export const eras = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
type Era = (typeof eras)[number];

export const reinsBinary = fileURLToPath(new URL("../../cli/bin/reins.js", import.meta.url));

interface Answer {
	/** What was answered, without the lines that fence page text in. */
	text: string;
	/** The same as a model gets it. */
	raw: string;
	image: { data: string; mimeType: string } | undefined;
	/** The error's code, where the tool answered one. */
	code: string | undefined;
	error:
		| { code: string; message: string; hint: string; retry: string; data?: Record<string, unknown> }
		| undefined;
	trace: { id: string; hops: { hop: string; at: number }[] };
	/** What became of an action, as programs are told; in the error where it failed. */
	outcome: { outcome: string; key: string } | undefined;
}

interface ProductOptions {
	home: TestHome;
	flags?: string[];
	era?: Era;
	name?: string;
	/** Where a browser of ours shows its window; without, it has none. */
	display?: string | undefined;
}

type CallOptions = {
	signal?: AbortSignal;
	onprogress?: (progress: { progress: number; message?: string }) => void;
};

export class Product {
	readonly client: Client;
	readonly #transport: StdioClientTransport;
	stderr = "";

	private constructor(client: Client, transport: StdioClientTransport) {
		this.client = client;
		this.#transport = transport;
	}

	static async start({
		home,
		flags = [],
		era = "2025-06-18",
		name = "test client",
		display,
	}: ProductOptions): Promise<Product> {
		const transport = new StdioClientTransport({
			command: process.execPath,
			args: [reinsBinary, "mcp", display ? "--headed" : "--headless", ...flags],
			env: { ...home.env, ...(display && { DISPLAY: display }) },
			stderr: "pipe",
		});
		const modern = era === "2026-07-28";
		const client = new Client(
			{ name, version: "1.0.0" },
			modern ? { versionNegotiation: { mode: { pin: era } } } : { supportedProtocolVersions: [era] },
		);
		const product = new Product(client, transport);
		transport.stderr?.on("data", (piece) => {
			product.stderr += piece;
		});
		await client.connect(transport);
		return product;
	}

	get pid(): number {
		return this.#transport.pid as number;
	}

	async call(tool: string, args: Record<string, unknown> = {}, options: CallOptions = {}): Promise<Answer> {
		const result = await this.client.callTool({ name: tool, arguments: args }, options);
		const content = result.content as { type: string; text?: string; data?: string; mimeType?: string }[];
		const image = content.find((block) => block.type === "image");
		const error = (result.structuredContent as { error?: Answer["error"] } | undefined)?.error;
		const texts = content.flatMap((block) => block.text ?? []);
		return {
			text: texts.map(withoutFences).join("\n"),
			raw: texts.join("\n"),
			image: image && { data: image.data as string, mimeType: image.mimeType as string },
			code: result.isError ? error?.code : undefined,
			error: result.isError ? error : undefined,
			trace: (result._meta as { "reins/trace": Answer["trace"] })["reins/trace"],
			outcome: (result._meta as { "reins/outcome"?: Answer["outcome"] })["reins/outcome"],
		};
	}

	/** The same, where an error is a failure of the test. */
	async must(tool: string, args: Record<string, unknown> = {}): Promise<Answer> {
		const answer = await this.call(tool, args);
		if (answer.code) throw new Error(`${tool} answered ${answer.text}`);
		return answer;
	}

	close(): Promise<void> {
		return this.client.close();
	}

	kill(): void {
		process.kill(this.pid, "SIGKILL");
	}
}

/** The ref in the first line of a snapshot that holds `words`. */
export function refOf(snapshot: string, words: string): string {
	const line = snapshot.split("\n").find((candidate) => candidate.includes(words));
	const ref = line && /\[([a-z0-9]+)\]/.exec(line)?.[1];
	if (!ref) throw new Error(`No ref for ${JSON.stringify(words)} in:\n${snapshot}`);
	return ref;
}
