// What happens in a document while an action is under way: changes of nodes and values, the gesture itself as it
// arrives, and where it leads.

import { Held } from "./leaving.ts";
import { Mutations } from "./mutations.ts";

/** A value that was typed or a box that was ticked changes no node; these events tell. */
export const EVENTS = ["input", "change"];
const CLICKS = ["click", "auxclick"];
/** The last event of every gesture. */
const GESTURES = ["mouseup", "keyup"];

/** A click, and the link that was hit: when all have heard of it, an event does not know its way any more. */
interface Click {
	event: MouseEvent;
	link: HTMLAnchorElement | undefined;
}

function clickOf(event: MouseEvent): Click {
	const isLink = (node: EventTarget) => node instanceof HTMLAnchorElement && node.href !== "";
	return { event, link: event.composedPath().find(isLink) as HTMLAnchorElement | undefined };
}

/** The browser saves what a link leads to that is clicked so. */
function saves({ event, link }: Click): boolean {
	return link !== undefined && event.altKey && !event.ctrlKey && !event.metaKey && event.button === 0;
}

function opensTab(each: Click): boolean {
	const { event: click, link } = each;
	if (!link || saves(each)) return false;
	const here = ["", "_self", "_parent", "_top"].includes(link.target.toLowerCase());
	return !here || click.button === 1 || click.ctrlKey || click.metaKey || click.shiftKey;
}

/** A navigation that replaces the document, unless the page takes it over. */
export function replaces({ destination, downloadRequest }: NavigateEvent): boolean {
	return (
		!destination.sameDocument && downloadRequest === null && /^(https?|file|blob):/.test(destination.url)
	);
}

/**
 * What another program would open. The browser asks the person first, and until somebody has answered a tab takes no
 * input at all, which nobody but the person could end.
 */
function leadsOutside({ cancelable, destination }: NavigateEvent): boolean {
	return cancelable && !/^(https?|file|blob|data|about|chrome-extension):/.test(destination.url);
}

export class Watch {
	changes = 0;
	lastChange = performance.now();
	/** Called when this watch ends, so that nobody waits for it any longer. */
	onEnd: (() => void)[] = [];
	readonly mutations: Mutations;
	/** Called when the gesture has arrived. */
	onArrival: () => void = () => {};
	/** When it did. */
	arrivedAt: number | undefined;
	/** The page wants something to be saved: the browser begins with it a moment later. */
	get downloading(): boolean {
		return this.#isSaving || this.#clicks.some((click) => !click.event.defaultPrevented && saves(click));
	}

	#isSaving = false;
	/** Where the page wanted to go that is for another program; it was not gone to. */
	outside: string | undefined;
	readonly #clicks: Click[] = [];
	/** What is listened for, and what is made of it. */
	readonly #heard: readonly [string[], (event: Event) => void][] = [
		[EVENTS, () => this.#changed(1)],
		[CLICKS, (event) => void this.#clicks.push(clickOf(event as MouseEvent))],
		[GESTURES, () => this.arrive()],
	];
	#navigation: NavigateEvent | undefined;
	readonly held = new Held();
	readonly #onNavigate = (event: NavigateEvent) => {
		if (leadsOutside(event)) {
			event.preventDefault();
			this.outside ??= event.destination.url;
		}
		if (replaces(event) && !this.held.holds(event)) this.#navigation = event;
		this.#isSaving ||= event.downloadRequest !== null;
	};
	/** The page has made of it a step within the document. */
	readonly #onStep = () => {
		this.#navigation = undefined;
	};

	/** `underWay`: what had begun before anybody watched. `mutations`: where something listens already. */
	constructor(underWay?: NavigateEvent, mutations = new Mutations()) {
		this.#navigation = underWay;
		this.mutations = mutations;
		mutations.onChange = (count) => this.#changed(count);
		this.#listen(addEventListener);
		navigation.addEventListener("navigate", this.#onNavigate);
		navigation.addEventListener("currententrychange", this.#onStep);
	}

	/** What was done has been done. */
	arrive(): void {
		this.arrivedAt = performance.now();
		this.onArrival();
	}

	/** Whether a link was clicked that opens another tab: the browser does so a moment later. */
	get opening(): boolean {
		return this.#clicks.some((click) => !click.event.defaultPrevented && opensTab(click));
	}

	/** Whether the document is about to be replaced: the browser says so a moment later. */
	get leaving(): boolean {
		return this.#navigation?.defaultPrevented === false && !this.#navigation.signal.aborted;
	}

	/** Whether something is on its way that takes longer than the page itself: a document, a tab, a file. */
	get leads(): boolean {
		return this.leaving || this.opening || this.downloading || this.held.any;
	}

	/** Takes in what happened but was not yet reported. */
	catchUp(): void {
		this.mutations.catchUp();
	}

	end(): void {
		this.release().end();
	}

	/** Ends all but what listens for changes of nodes, which somebody goes on with. */
	release(): Mutations {
		this.catchUp();
		this.#listen(removeEventListener);
		navigation.removeEventListener("navigate", this.#onNavigate);
		navigation.removeEventListener("currententrychange", this.#onStep);
		for (const tell of this.onEnd.splice(0)) tell();
		return this.mutations;
	}

	/** Begins to, or ends. */
	#listen(how: typeof addEventListener): void {
		for (const [names, heard] of this.#heard)
			for (const name of names) how(name, heard, { capture: true, passive: true });
	}

	#changed(count: number): void {
		this.changes += count;
		this.lastChange = performance.now();
	}
}
