// What the toolbar shows of the connection. Nothing is written on the icon while all is well: a badge there
// means that the person is needed, or that they have switched Reins off.

import type { ConnectionState } from "./popup-contract.ts";

export interface Badge {
	text: string;
	color: string;
	title: string;
	icon: "on" | "off";
}

const badges: Record<ConnectionState, Badge> = {
	connected: { text: "", color: "#1a7f37", title: "Reins: connected", icon: "on" },
	connecting: { text: "…", color: "#8a5a00", title: "Reins: connecting", icon: "on" },
	error: {
		text: "!",
		color: "#b3261e",
		title: "Reins: not connected. Open it to see which link is broken.",
		icon: "on",
	},
	key_changed: {
		text: "key",
		color: "#b3261e",
		title: "Reins: the broker has another key than before. Open it to compare.",
		icon: "on",
	},
	off: { text: "off", color: "#5f6368", title: "Reins: off. No agent can use this browser.", icon: "off" },
};

export function badgeFor(state: ConnectionState): Badge {
	return badges[state];
}
