// The extension itself: its life, its pages, its face in the toolbar.

import type { Badge } from "../badge.ts";

const WATCHDOG = "offscreen.html";
const DIAL_ALARM = "dial";

export const release = (): string => chrome.runtime.getManifest().version;

/** What this browser is, in its own words. */
export function product(): { brand: string; words: string } {
	const brands = (
		navigator as { userAgentData?: { brands: { brand: string; version: string }[]; platform: string } }
	).userAgentData;
	const real = brands?.brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)) ?? [];
	const named = real.find(({ brand }) => brand !== "Chromium") ?? real[0];
	const brand = named?.brand.replace("Google ", "").replace("Microsoft ", "") ?? "Chrome";
	return { brand, words: `${brand} ${named?.version ?? ""} on ${brands?.platform ?? "this machine"}` };
}

/** Everything that can wake the worker without anything else having happened. */
export function onWake(listener: () => void): void {
	chrome.runtime.onInstalled.addListener(() => listener());
	chrome.runtime.onStartup.addListener(() => listener());
	chrome.alarms.onAlarm.addListener(({ name }) => {
		if (name === DIAL_ALARM) listener();
	});
}

/** The net under every other way to come back: Chrome allows it twice a minute. */
export async function keepDialing(): Promise<void> {
	if (!(await chrome.alarms.get(DIAL_ALARM)))
		await chrome.alarms.create(DIAL_ALARM, { periodInMinutes: 0.5 });
}

export function fileAccess(): Promise<boolean> {
	return chrome.extension.isAllowedFileSchemeAccess();
}

// @guard own-pages
function isOwnPage({ id, origin }: chrome.runtime.MessageSender): boolean {
	return id === chrome.runtime.id && origin === `chrome-extension://${id}`;
}

/** A request from one of our own pages; whatever else sends is not answered. */
export function onRequest(answer: (request: unknown, tab: number | undefined) => Promise<unknown>): void {
	chrome.runtime.onMessage.addListener((request, sender, reply) => {
		if (!isOwnPage(sender)) return false;
		void answer(request, sender.tab?.id).then(reply);
		return true;
	});
}

/** A page of ours that wants to hear of changes. */
export function onPage(joined: (tell: () => void) => () => void): void {
	chrome.runtime.onConnect.addListener((port) => {
		if (!port.sender || !isOwnPage(port.sender) || port.name !== "popup") return;
		const leave = joined(() => port.postMessage({ changed: true }));
		port.onDisconnect.addListener(leave);
	});
}

/** A page out of sight whose port breaks with the worker, and which wakes it at once. */
export async function setWatchdog(on: boolean): Promise<void> {
	const there = (await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT"] })).length > 0;
	if (on && !there) {
		await chrome.offscreen.createDocument({
			url: WATCHDOG,
			reasons: [chrome.offscreen.Reason.WORKERS],
			justification: "Wakes the worker when Chrome has ended it during an agent's session.",
		});
	} else if (!on && there) await chrome.offscreen.closeDocument();
}

export async function showFace({ text, color, title, icon }: Badge): Promise<void> {
	await Promise.all([
		chrome.action.setBadgeText({ text }),
		chrome.action.setBadgeBackgroundColor({ color }),
		chrome.action.setTitle({ title }),
		chrome.action.setIcon({ path: { 16: `/icons/${icon}-16.png`, 32: `/icons/${icon}-32.png` } }),
	]);
}
