// The question whether to leave a page. Chrome asks it over everything else: it brings the tab and its window to the
// front, and the person can do nothing else until it is answered. So the page is asked here first, and the question
// is put to whoever wants to leave; the browser has nothing left to ask then.

import { ReinsError } from "@reins/protocol";
import { endBusyScript, leadsAway } from "./busy-page.ts";
import type { TabSession } from "./tab-session.ts";

/** A page that does not answer within this is busy: then its script is ended, for it is left. */
const PATIENCE = 500;
/** A navigation that was begun is told within this. */
const BEGUN = 1_000;

const OBJECTS = "function (to) { return this.objects(to) }";
const GO = "function (to) { location.assign(to) }";
const FORGET = `function (...listeners) {
	this.onbeforeunload = null;
	for (const one of listeners) for (const capture of [true, false]) this.removeEventListener("beforeunload", one, capture);
}`;
const GROUP = { objectGroup: "reins-leaving" };

/** Leaves the page of a tab for `to`, unless the page objects: then when it was said that it shall be left. */
export async function leave<T>(tab: TabSession, to: string | undefined, move: () => Promise<T>): Promise<T> {
	if (await objects(tab, to)) return question(tab, move);
	return tab.silent ? leadsAway(tab, move()) : move();
}

/** The page was about to go there by itself, objects to it, and was stopped. */
export function askBeforeGoing(tab: TabSession, url: string): void {
	question(tab, () => inPage(tab, GO, url)).catch(() => {
		// It stays.
	});
}

function question<T>(tab: TabSession, move: () => Promise<T>): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		tab.dialog.opens({ kind: "beforeunload", message: "" }, async (accept) => {
			if (!accept) return reject(new ReinsError("canceled", "The page was not left."));
			await askNoMore(tab);
			const { begun: before } = tab.load;
			const moved = tab.dialog.agreeing(move);
			moved.then(resolve, reject);
			// Whoever answers looks next at what came of it.
			const begun = tab.until(() => tab.load.begun !== before || undefined, AbortSignal.timeout(BEGUN));
			await begun.catch(() => {});
		});
	});
}

/** The page hears that it is left, and is not asked: its tab is closed. */
export async function leaveForGood(tab: TabSession): Promise<void> {
	if (tab.dialog.isAsked || (!tab.dialog.open && (await objects(tab, undefined)))) await askNoMore(tab);
}

async function objects(tab: TabSession, to: string | undefined): Promise<boolean> {
	tab.silent = false;
	const patience = AbortSignal.timeout(PATIENCE);
	const said = await inPage(tab, OBJECTS, to, patience);
	if (said !== undefined || !patience.aborted) return said === true;
	const busy = await endBusyScript(tab, new AbortController().signal);
	return busy && !tab.silent && (await inPage(tab, OBJECTS, to)) === true;
}

/** A page that cannot be asked here is asked by the browser. */
async function inPage(
	tab: TabSession,
	functionDeclaration: string,
	value: unknown,
	patience = AbortSignal.timeout(PATIENCE),
): Promise<unknown> {
	try {
		const { object } = await tab.main.kit(tab.committed.document, patience);
		const call = { functionDeclaration, objectId: object, arguments: [{ value }], returnByValue: true };
		const answer = await tab.send("Runtime.callFunctionOn", call, patience);
		return (answer["result"] as { value?: unknown } | undefined)?.value;
	} catch {
		return undefined;
	}
}

/** Takes off what the page would object with. A page that has its own ways to listen is asked by the browser again. */
async function askNoMore(tab: TabSession): Promise<void> {
	const patience = AbortSignal.timeout(PATIENCE);
	try {
		const window = await tab.send("Runtime.evaluate", { expression: "window", ...GROUP }, patience);
		const { objectId } = window["result"] as RemoteObject;
		const found = await tab.send("DOMDebugger.getEventListeners", { objectId }, patience);
		const listeners = (found["listeners"] as Listener[])
			.filter(({ type }) => type === "beforeunload")
			.flatMap(({ handler, originalHandler }) => [handler, originalHandler])
			.flatMap((one) => (one?.objectId ? [{ objectId: one.objectId }] : []));
		const call = { functionDeclaration: FORGET, objectId, arguments: listeners };
		await tab.send("Runtime.callFunctionOn", call, patience);
	} catch {
		// It is gone, or does not answer.
	}
	tab.send("Runtime.releaseObjectGroup", GROUP).catch(() => {});
}

interface RemoteObject {
	objectId?: string;
}

interface Listener {
	type: string;
	handler?: RemoteObject;
	originalHandler?: RemoteObject;
}
