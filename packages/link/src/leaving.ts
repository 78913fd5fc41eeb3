// The question whether to leave a page. Chrome asks it over everything else: it brings the tab and its window to the
// front, and the person can do nothing else until it is answered. So the page is asked here first, and the question
// is put to whoever wants to leave; the browser has nothing left to ask then.

import { ReinsError } from "@reins/protocol";
import type { TabSession } from "./tab-session.ts";

/** A page that does not answer within this is left as it is: the browser gives up on it, too. */
const PATIENCE = 500;
/** A navigation that was begun is told within this. */
const BEGUN = 1_000;

/** Only a page that somebody has used may hold them back. `to` is where a step of the history leads. */
const ASK = `function (to) {
	if (!navigator.userActivation.hasBeenActive) return false;
	if (navigation.entries().some(({ url, sameDocument }) => sameDocument && url === to)) return false;
	const question = document.createEvent("BeforeUnloadEvent");
	question.initEvent("beforeunload", false, true);
	dispatchEvent(question);
	return question.defaultPrevented || question.returnValue !== "";
}`;
/** Where a press leads away by itself, as links do, it is held until the page was asked; what is sent along is not. */
const HOLD = `function (most) {
	const held = { off: new AbortController() };
	const signal = AbortSignal.any([held.off.signal, AbortSignal.timeout(most)]);
	navigation.addEventListener("navigate", (event) => {
		const { destination: { sameDocument, url }, navigationType, downloadRequest, formData } = event;
		if (sameDocument || downloadRequest !== null || formData !== null || event.defaultPrevented) return;
		if (!/^https?:/.test(url) || !["push", "replace"].includes(navigationType) || !(${ASK})()) return;
		event.preventDefault();
		held.to = url;
	}, { signal });
	return held;
}`;
const HELD = "function () { this.off.abort(); return this.to }";
const GO = "function (to) { location.assign(to) }";
/** A press is done by then. */
const MOST = 3_000;
const FORGET = `function (...listeners) {
	this.onbeforeunload = null;
	for (const one of listeners) for (const capture of [true, false]) this.removeEventListener("beforeunload", one, capture);
}`;
const OBJECTS = { objectGroup: "reins-leaving" };

/** Leaves the page of a tab for `to`, unless the page objects: then when it was said that it shall be left. */
export async function leave<T>(tab: TabSession, to: string | undefined, move: () => Promise<T>): Promise<T> {
	return (await objects(tab, to)) ? question(tab, move) : move();
}

/** To be asked for before a press; the answer, called after it, puts the question where the page objects to its end. */
export async function holding(tab: TabSession): Promise<() => Promise<void>> {
	const held = (await inPage(tab, HOLD, MOST, false)) as RemoteObject | undefined;
	return async () => {
		if (!held?.objectId) return;
		const call = { functionDeclaration: HELD, objectId: held.objectId, returnByValue: true };
		const answer = await tab.send("Runtime.callFunctionOn", call).catch(() => undefined);
		const url = (answer?.["result"] as { value?: string } | undefined)?.value;
		tab.send("Runtime.releaseObject", { objectId: held.objectId }).catch(() => {
			// It went with its document.
		});
		if (url !== undefined) question(tab, () => inPage(tab, GO, url, true)).catch(() => {});
	};
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
	if (!tab.dialog.open && (await objects(tab, undefined))) await askNoMore(tab);
}

async function objects(tab: TabSession, to: string | undefined): Promise<boolean> {
	const answer = (await inPage(tab, ASK, to, true)) as { value?: unknown } | undefined;
	return answer?.value === true;
}

/** A page that cannot be asked here is asked by the browser. */
async function inPage(tab: TabSession, functionDeclaration: string, value: unknown, returnByValue: boolean) {
	const patience = AbortSignal.timeout(PATIENCE);
	try {
		const { object } = await tab.main.kit(tab.committed.document, patience);
		const call = { functionDeclaration, objectId: object, arguments: [{ value }], returnByValue };
		return (await tab.send("Runtime.callFunctionOn", call, patience))["result"];
	} catch {
		return undefined;
	}
}

/** Takes off what the page would object with. A page that has its own ways to listen is asked by the browser again. */
async function askNoMore(tab: TabSession): Promise<void> {
	const patience = AbortSignal.timeout(PATIENCE);
	try {
		const window = await tab.send("Runtime.evaluate", { expression: "window", ...OBJECTS }, patience);
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
	tab.send("Runtime.releaseObjectGroup", OBJECTS).catch(() => {});
}

interface RemoteObject {
	objectId?: string;
}

interface Listener {
	type: string;
	handler?: RemoteObject;
	originalHandler?: RemoteObject;
}
