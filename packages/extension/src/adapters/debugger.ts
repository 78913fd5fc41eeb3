// Chrome's debugger: attaching to tabs, sending CDP commands, hearing events.

import { CdpError, type CdpParams } from "@reins/link";
import { ReinsError } from "@reins/protocol";

export type DetachReason = "target_closed" | "canceled_by_user";

/**
 * Attaches to a tab. An attachment of ours outlives the worker that made it, and only our own is ever
 * reported as "another debugger": then there is nothing to do, and the answer is true.
 */
export async function attach(tab: number): Promise<boolean> {
	try {
		await chrome.debugger.attach({ tabId: tab }, "1.3");
		return false;
	} catch (error) {
		const message = messageOf(error);
		if (/Another debugger is already attached/.test(message)) return true;
		throw attachError(message);
	}
}

export async function detach(tab: number): Promise<void> {
	try {
		await chrome.debugger.detach({ tabId: tab });
	} catch {
		// It was not attached any more.
	}
}

/** `session`: that of a frame in another process; the tab's own where absent. */
export async function send(
	tab: number,
	method: string,
	params: CdpParams,
	session?: string,
): Promise<CdpParams> {
	const target = { tabId: tab, ...(session !== undefined && { sessionId: session }) };
	try {
		return ((await chrome.debugger.sendCommand(target, method, params)) ?? {}) as CdpParams;
	} catch (error) {
		throw commandError(method, messageOf(error));
	}
}

type EventListener = (tab: number, method: string, params: CdpParams, session: string | undefined) => void;

export function onEvent(listener: EventListener): void {
	chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
		if (tabId !== undefined) listener(tabId, method, (params ?? {}) as CdpParams, sessionId);
	});
}

export function onDetach(listener: (tab: number, reason: DetachReason) => void): void {
	chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
		if (tabId !== undefined) listener(tabId, reason as DetachReason);
	});
}

/** Tabs that some debugger is attached to. */
export async function attachedTabs(): Promise<number[]> {
	const targets = await chrome.debugger.getTargets();
	return targets.flatMap(({ attached, tabId }) => (attached && tabId !== undefined ? [tabId] : []));
}

/** The scripts of workers that run, of sites and of extensions. */
export async function runningWorkers(): Promise<string[]> {
	const targets = await chrome.debugger.getTargets();
	return targets.flatMap(({ type, url }) => (type === "worker" ? [url] : []));
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function attachError(message: string): ReinsError {
	if (/No tab with given id|No target with given id/.test(message)) {
		return new ReinsError("tab_gone", "The tab was closed.");
	}
	if (/Cannot access|Cannot attach|cannot be scripted|chrome-extension:|restricted|blocked/i.test(message)) {
		return closed(message);
	}
	return new ReinsError("unsupported", `Chrome did not let Reins attach to the tab: ${message}`);
}

/** Chrome wraps what CDP answers into the text of the error. */
function commandError(method: string, message: string): Error {
	if (/Debugger is not attached|Detached while handling command/.test(message)) return new NotAttached();
	if (/No tab with given id/.test(message)) return new ReinsError("tab_gone", "The tab was closed.");
	if (/Cannot access|Cannot attach/.test(message)) return closed(message);
	try {
		const wrapped = JSON.parse(message) as { message?: string; data?: string };
		const detail = wrapped.data ? ` (${wrapped.data})` : "";
		return new CdpError(method, `${wrapped.message ?? message}${detail}`);
	} catch {
		return new CdpError(method, message);
	}
}

function closed(message: string): ReinsError {
	return new ReinsError("restricted_url", `Chrome lets no extension into this page: ${message}`, {
		hint: "The page, or a frame in it, belongs to Chrome or to another extension. Navigate to another page.",
	});
}

/** The tab is there, the debugger is not: Chrome took it off. */
export class NotAttached extends Error {}
