// The words of the popup, in one place: what a state is called and what a person allows.

import type { SiteLevel } from "@reins/protocol";
import type { PopupHop, PopupState } from "../popup-contract.ts";

/** Green: agents can reach this browser. Yellow: soon. Red: they cannot. */
export type Tone = "green" | "yellow" | "red";

export function connectionWords(state: Pick<PopupState, "connection" | "killed">): {
	words: string;
	tone: Tone;
} {
	if (state.killed) return { words: "Switched off", tone: "red" };
	switch (state.connection) {
		case "connected":
			return { words: "Connected", tone: "green" };
		case "connecting":
			return { words: "Connecting…", tone: "yellow" };
		case "error":
			return { words: "Not connected", tone: "red" };
		case "key_changed":
			return { words: "Stopped: unknown broker", tone: "red" };
		case "off":
			return { words: "Disconnected", tone: "red" };
	}
}

/** What a person may let agents do on a site; each includes the one before. */
export const levels: readonly { level: SiteLevel | null; name: string; means: string }[] = [
	{ level: null, name: "Nothing", means: "Cannot see or use it" },
	{ level: "read", name: "Look", means: "Read, and take pictures" },
	{ level: "act", name: "Look and act", means: "Also click, type, submit" },
	{ level: "script", name: "Also run scripts", means: "All that the page itself can" },
];

export function levelName(level: SiteLevel): string {
	return levels.find((one) => one.level === level)?.name ?? level;
}

const hopNames: Record<PopupHop["name"], string> = {
	extension: "Extension",
	"native host": "Native host",
	broker: "Broker",
	agents: "Agents",
};

export function hopName(hop: PopupHop): string {
	return hopNames[hop.name];
}

const hopStates: Record<PopupHop["state"], string> = {
	ok: "works",
	waiting: "waiting",
	broken: "broken",
	off: "off",
};

/** For those who hear the chain instead of seeing it. */
export function hopWords(hop: PopupHop): string {
	const time = hop.ms === undefined ? "" : `, ${duration(hop.ms)}`;
	return `${hopName(hop)}: ${hopStates[hop.state]}${time}. ${hop.detail}`;
}

export function duration(ms: number): string {
	if (ms < 1) return "<1 ms";
	if (ms < 1_000) return `${Math.round(ms)} ms`;
	return `${(ms / 1_000).toFixed(1)} s`;
}

/** Everything behind the first broken link is broken by it, so only that one is worth a word. */
export function firstBroken(hops: readonly PopupHop[]): PopupHop | undefined {
	return hops.find(({ state }) => state === "broken");
}

export function count(many: number, one: string): string {
	return `${many} ${one}${many === 1 ? "" : "s"}`;
}
