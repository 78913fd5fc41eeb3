// What the popup and the worker say to each other. The popup asks and shows; the worker holds everything.

import type { Site, SiteLevel } from "@reins/protocol";

/** `off`: the person has switched Reins off or disconnected it. */
export type ConnectionState = "connected" | "connecting" | "error" | "key_changed" | "off";

/** One link of the chain from this browser to the agents, as measured. */
export interface PopupHop {
	name: "extension" | "native host" | "broker" | "agents";
	state: "ok" | "waiting" | "broken" | "off";
	detail: string;
	/** What the person can do about it, in words. */
	fix?: string;
	ms?: number;
}

export interface PopupTab {
	tab: number;
	title: string;
	url: string;
	/** Opened by the session, not shared by the person. */
	own: boolean;
	active: boolean;
}

export interface PopupState {
	connection: ConnectionState;
	killed: boolean;
	/** The person has cancelled the debugging bar. */
	userDetached: boolean;
	/** The person has disconnected. */
	disconnected: boolean;
	/** What agents know this browser by. */
	name: string;
	release: string;
	hops: PopupHop[];
	/** The fingerprints, when the broker's key has changed. */
	keys?: { pinned: string; offered: string };
	/** `away`: its agent has gone and may come back for a minute. */
	sessions: { session: string; label: string; away: boolean; tabs: PopupTab[] }[];
	/** The tab that the popup was opened on. */
	here?: {
		tab: number;
		/** Only http and https pages have one. */
		origin?: string;
		url: string;
		level?: SiteLevel;
		/** Who has this tab. */
		session?: string;
		/** Why no agent can use this page, in words. */
		restricted?: string;
	};
	sites: Site[];
}

export type PopupRequest =
	| { ask: "state"; tab?: number }
	| { do: "connect" }
	| { do: "disconnect" }
	| { do: "kill"; on: boolean }
	/** After the person has cancelled the debugging bar. */
	| { do: "resume" }
	/** No level takes the site off the list. */
	| { do: "site"; origin: string; level: SiteLevel | null }
	| { do: "share"; tab: number; session: string }
	| { do: "take_back"; tab: number }
	| { do: "trust_broker" }
	| { do: "rename"; name: string };

export type PopupAnswer = { ok: true; state: PopupState } | { ok: false; message: string };
