// A tool is defined once: the MCP listing, the reference page and the policy row are derived from it.

import type { StagedFile, Tab } from "@reins/driver";
import { type Content, type Download, type Effect, ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { type Answer, type Part, render } from "./fence.ts";
import { wrongArgument } from "./wrong-argument.ts";

export interface TabRow {
	tabId: string;
	url: string;
	title: string;
	/** The session's default tab. */
	current: boolean;
	crashed: boolean;
	/** A dialog of its page waits for an answer. */
	dialog: boolean;
}

export interface SessionState {
	ready: boolean;
	session: string;
	browser: string;
	detail: string;
	policy: string;
	tabs: number;
	currentTab: string | null;
	broker: { release: string; pid: number; log: string };
	connected: ConnectedBrowser[];
	/** What its pages have saved, the newest last. */
	downloads?: Pick<Download, "name" | "state" | "received" | "total" | "path">[];
}

/** A browser of the person's that has the extension. */
export interface ConnectedBrowser {
	name: string;
	browser: string;
	epoch: string;
	connected: boolean;
	capabilities: string[];
	/** Set where the person has stopped it. */
	state?: string;
	/** How many sites the person has allowed there. */
	sites: number;
}

/** What a session was shown of a document. */
export interface Look {
	document: string;
	text: string;
}

/** What a running tool may use. Every page is reached through `tab`, and so through the policy. */
export interface ToolContext {
	/** The tab of this handle, or the session's default tab. */
	tab(handle: string | undefined): Promise<Tab>;
	/** The same, opening a first tab where the session has none: a `fresh` one. */
	tabToLoad(handle: string | undefined): Promise<{ tab: Tab; fresh: boolean }>;
	/** What is answered so far: told also where the call fails, or is given up, after that. */
	note(answered: readonly Part[]): void;
	/** From here on the actions of this call do not wait for what comes of them. */
	hurry(): void;
	/** Closes a fresh tab again; it was no part of the action. */
	drop(tab: Tab): Promise<void>;
	/** Keeps what this session is shown of a tab, and answers what it was shown the last time in the same way. */
	swapLook(tab: Tab, way: string, look: Look): Look | undefined;
	/** The handle of a tab that the link named. */
	handle(linkTab: string): string;
	/** Whether the policy lets this session read what is there. */
	mayRead(url: string): boolean;
	tabs(): Promise<TabRow[]>;
	/** A new tab, which becomes the current one; none where its page does not load. */
	openTab(url: string, focus: boolean): Promise<TabRow>;
	selectTab(handle: string, focus: boolean): Promise<TabRow>;
	closeTab(handle: string | undefined): Promise<string>;
	state(): Promise<SessionState>;
	/** Copies of files for a page; throws where the person has not opened their directory. */
	stage(paths: readonly string[]): Promise<StagedFile[]>;
}

/** Which tools a session is shown: `core` by default, others where they are asked for. */
export const toolsets = ["core", "page"] as const;
export type Toolset = (typeof toolsets)[number];

export interface Tool {
	name: string;
	title: string;
	/** What a model reads: one or two sentences. */
	summary: string;
	toolset: Toolset;
	effect: Effect;
	/** `tab` calls wait for each other in their tab; `session` calls never wait. */
	scope: "tab" | "session";
	/** Navigation, waiting and pictures get the longer deadline. */
	slow: boolean;
	input: z.ZodMiniObject;
	/** Throws where the arguments are not those of this tool. */
	check(args: unknown): void;
	/** What it answers, as a part of a larger answer. */
	answer(args: unknown, context: ToolContext): Promise<readonly Part[]>;
	run(args: unknown, context: ToolContext): Promise<Content[]>;
}

interface Definition<I extends z.ZodMiniObject>
	extends Omit<Tool, "input" | "check" | "answer" | "run" | "toolset" | "slow"> {
	toolset?: Toolset;
	slow?: boolean;
	input: I;
	/** Throws where arguments that are right each by itself do not go together. */
	fits?(args: z.infer<I>): unknown;
	/** Text of a page is answered as `pageText`; anything else does not compile. */
	run(args: z.infer<I>, context: ToolContext): Promise<Answer>;
}

export function defineTool<I extends z.ZodMiniObject>(definition: Definition<I>): Tool {
	const answer = async (args: unknown, context: ToolContext) => {
		const told = await definition.run(parseArguments(definition, args), context);
		return typeof told === "string" ? [told] : told;
	};
	return {
		toolset: "core",
		slow: false,
		...definition,
		answer,
		check: (args) => void parseArguments(definition, args),
		run: async (args, context) => render(await answer(args, context)),
	};
}

function parseArguments<I extends z.ZodMiniObject>(tool: Definition<I>, args: unknown): z.infer<I> {
	const parsed = z.safeParse(tool.input, args);
	if (parsed.success) {
		tool.fits?.(parsed.data);
		return parsed.data;
	}
	const problems = parsed.error.issues.map(wrongArgument);
	const takes = Object.keys(tool.input.shape).join(", ") || "no arguments";
	throw new ReinsError("bad_args", `${tool.name}: ${problems.join("; ")}.`, {
		hint: `${tool.name} takes: ${takes}.`,
		data: { tool: tool.name, takes: Object.keys(tool.input.shape) },
	});
}
