// A tab whose documents are a table: what each answers, whose it is, and what is in its frames.

import type { Link } from "@reins/link";
import { ReinsError, Trace } from "@reins/protocol";
import { Tab } from "../src/tab.ts";

export interface TableDocument {
	origin: string;
	/** What the kit answers; "hangs" until the caller gives up. */
	answer: "hangs" | Error | Record<string, unknown>;
	/** The names of the frames in it. */
	frames?: string[];
}

/** The page itself is "". `asked` notes every question, as `frame:what`. */
export function tabOf(documents: Record<string, TableDocument>): { tab: Tab; asked: string[] } {
	const asked: string[] = [];
	const find = (name = ""): TableDocument => {
		const found = documents[name];
		if (!found) throw new ReinsError("stale_ref", "gone");
		return found;
	};
	const answerOf = async (name: string | undefined, signal: AbortSignal): Promise<TableDocument> => {
		const found = find(name);
		if (found.answer === "hangs") {
			await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
		}
		if (found.answer instanceof Error) throw found.answer;
		return found;
	};
	const rowOf = (name: string) => {
		const { origin } = find(name);
		return { ref: refOf(name), frame: name, document: `d-${name}`, origin, url: `${origin}/path` };
	};
	const link = {
		committed: async (_tab: string, _signal: AbortSignal, frame = "") => {
			const { origin } = find(frame);
			return { document: `d-${frame}`, origin, url: `${origin}/path` };
		},
		call: async (
			primitive: string,
			params: { frame?: string; refs?: string[]; fn?: string },
			{ signal }: { signal: AbortSignal },
		) => {
			asked.push(`${params.frame ?? ""}:${params.fn ?? primitive}`);
			const { answer, frames = [] } = await answerOf(params.frame, signal);
			if (primitive !== "frames") return { value: answer };
			return frames.map(rowOf).filter(({ ref }) => params.refs?.includes(ref) ?? true);
		},
	};
	return { tab: new Tab(link as unknown as Link, "1", new AbortController().signal, new Trace()), asked };
}

/** The ref of the element that shows this frame. */
export function refOf(frame: string): string {
	return `e${frame.slice(1)}`;
}
