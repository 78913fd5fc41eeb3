// How results read to a model: short lines, nothing that was not asked for.

import type { Acted } from "@reins/driver";
import { type Arrival, printable } from "@reins/protocol";
import type { TabRow, ToolContext } from "./define.ts";

export function renderArrival(tab: string, arrival: Arrival): string {
	const status = arrival.status === undefined ? "" : ` (HTTP ${arrival.status})`;
	return `${tab}: ${arrival.url}${status}\ntitle: ${printable(arrival.title)}`;
}

export function renderTab(tab: TabRow): string {
	const marks = [tab.current && "current", tab.crashed && "crashed"].filter(Boolean);
	return `${tab.tabId}${marks.length > 0 ? ` (${marks.join(", ")})` : ""} ${tab.url} ${JSON.stringify(printable(tab.title))}`;
}

/** What an action did: the element, then only what happened. */
export function renderReceipt(verb: string, acted: Acted, context: ToolContext): string {
	const { ref, role, name } = acted.element;
	const lines = [`${verb} ${role} ${JSON.stringify(name)} [${ref}]`];
	if (acted.closed) lines.push("the tab closed");
	else if (acted.loading) lines.push(`still loading ${printable(acted.url)}`);
	else if (acted.denied)
		lines.push(`navigated to ${originOf(acted.url)}, which the policy does not allow to be read`);
	else if (acted.navigated) lines.push(`navigated to ${acted.url} ${JSON.stringify(printable(acted.title))}`);
	else if (acted.changes > 0) lines.push("the page changed");
	else lines.push("nothing changed on the page");
	for (const { kind, message, accepted } of acted.dialogs) {
		lines.push(
			`dialog: ${kind} ${JSON.stringify(printable(message))} was ${accepted ? "accepted" : "dismissed"}`,
		);
	}
	for (const { tab, url } of acted.opened) lines.push(`new tab: ${context.handle(tab)} ${url}`);
	if (!acted.navigated && acted.focus) lines.push(`focus: ${acted.focus}`);
	return lines.join("\n");
}

function originOf(url: string): string {
	return URL.canParse(url) ? new URL(url).origin : "another page";
}
