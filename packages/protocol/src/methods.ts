// What a client may ask of the broker, with arguments and answers.

import * as z from "zod/mini";
import type { Outcome } from "./outcome.ts";
import type { BrowserKind } from "./policy/session-policy.ts";

export const methodParams = {
	"tool.call": z.strictObject({
		tool: z.string(),
		args: z.record(z.string(), z.unknown()),
		actionKey: z.optional(z.string().check(z.maxLength(200))),
	}),
	/** Ends the caller's session at once instead of after its grace. */
	"session.end": z.strictObject({}),
	status: z.strictObject({}),
	/** The list of known browsers has changed: those that are no longer on it are disconnected. */
	"browsers.review": z.strictObject({}),
	stop: z.strictObject({ force: z.boolean() }),
};

export type Method = keyof typeof methodParams;
export type MethodParams<M extends Method> = z.infer<(typeof methodParams)[M]>;

export type Content = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

export interface ToolAnswer {
	content: Content[];
	/** Set where the tool has an effect. */
	outcome?: Outcome;
}

export interface BrokerStatus {
	release: string;
	pid: number;
	epoch: string;
	uptime: number;
	home: string;
	log: string;
	/** Of the broker's key, as the extension's popup shows it. */
	fingerprint: string;
	/** Whoever was shown out since the broker started; absent where nobody was. */
	refused?: { count: number; last: { at: string; who: string; code: string; reason: string } };
	/** Browsers that wait for the person's yes. */
	waiting: number;
	peers: number;
	sessions: { label: string; connected: boolean; browser: string; policy: string; tabs: number }[];
	browsers: BrowserStatus[];
}

export interface BrowserStatus {
	name: string;
	version: string;
	kind: BrowserKind;
	pid?: number;
	headless?: boolean;
	sessions: number;
	/** How a person's own browser stands. */
	extension?: {
		release: string;
		instance: string;
		epoch: string;
		/** False while the connection is lost and expected back. */
		connected: boolean;
		/** Milliseconds to the worker and back; absent where it did not answer in time. */
		ping?: number;
		killed: boolean;
		userDetached: boolean;
		fileAccess: boolean;
		sites: number;
		/** Of the extension's key. */
		fingerprint: string;
	};
}

export interface MethodResults {
	"tool.call": ToolAnswer;
	"session.end": Record<string, never>;
	status: BrokerStatus;
	"browsers.review": { disconnected: number };
	stop: { stopped: boolean; reason?: string };
}
