// What a client may ask of the broker, with arguments and answers.

import * as z from "zod/mini";
import type { Outcome } from "./outcome.ts";

export const methodParams = {
	"tool.call": z.strictObject({
		tool: z.string(),
		args: z.record(z.string(), z.unknown()),
		actionKey: z.optional(z.string().check(z.maxLength(200))),
	}),
	status: z.strictObject({}),
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
	peers: number;
	sessions: { label: string; connected: boolean; browser: string; policy: string; tabs: number }[];
	browsers: { name: string; version: string; pid?: number; headless?: boolean; sessions: number }[];
}

export interface MethodResults {
	"tool.call": ToolAnswer;
	status: BrokerStatus;
	stop: { stopped: boolean; reason?: string };
}
