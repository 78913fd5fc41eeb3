// Keeps the person's view where it is. Chrome brings a page's popup to the front, even that of a tab out of
// sight, and any tab that a page calls by its name; then the tab that was there before comes back, and the window goes
// back to where it was: behind another one, behind another application, or out of sight.

import { activateTab, activeTabs, fillsScreen, getTab, onActivated } from "../adapters/tabs.ts";
import {
	focusedWindow,
	focusWindow,
	lowerWindow,
	minimiseWindow,
	onFocused,
	type WindowState,
	windowStates,
} from "../adapters/windows.ts";

/** How long Chrome may take to say that what was put back is in front. */
const RETURN = 1_000;

/** A page may open a window for five seconds after an act; later nobody knows how the windows stood. */
const FORGOTTEN = 10_000;

interface Shown {
	now: number;
	before: number | undefined;
}

/** What is on its way back to the front: nobody has chosen it, and no page has brought it there. */
class Returning {
	readonly #until = new Map<number, number>();

	async bring(id: number, show: (id: number) => Promise<void>): Promise<void> {
		this.#until.set(id, performance.now() + RETURN);
		await show(id).catch(() => this.#until.delete(id));
	}

	/** Whether it is one of these that has come. */
	takes(id: number): boolean {
		const until = this.#until.get(id) ?? 0;
		this.#until.delete(id);
		return performance.now() < until;
	}
}

export class Front {
	/** By window: the tab in front, and the one before it. */
	readonly #tabs = new Map<number, Shown>();
	#window: number | undefined;
	#windowBefore: number | undefined;
	/** How the windows stood when the last act began. */
	#stood: { at: number; windows: Promise<WindowState[]> } | undefined;
	/** Until then a window may be on its way back. */
	#unsettled = Number.NEGATIVE_INFINITY;
	/** Windows that were put away just now. */
	readonly #away = new Map<number, { until: number; again: () => void }>();
	readonly #returning = { tabs: new Returning(), windows: new Returning() };
	/** A tab is in front now, in its window or with that, where another was; and how to put that back. */
	onShown: (tab: number, before: number | undefined, putBack: () => Promise<void>) => void = () => {};

	/** Whatever the page of an act brings up was where it is now. Chrome answers in turn, so nobody has to wait. */
	actBegins(): void {
		if (performance.now() < this.#unsettled) return;
		this.#stood = { at: performance.now(), windows: windowStates().catch(() => []) };
	}

	/** Must be called in the worker's first turn. */
	watch(): void {
		onActivated((tab, window) => this.#activated(tab, window));
		onFocused((window) => {
			const away = this.#away.get(window);
			if (away && performance.now() < away.until) away.again();
			if (window === this.#window) return;
			const before = this.#window;
			this.#windowBefore = before;
			this.#window = window;
			const tab = this.#tabs.get(window)?.now;
			if (this.#returning.windows.takes(window) || before === undefined || tab === undefined) return;
			this.onShown(tab, this.#tabs.get(before)?.now, () => this.#windowBack(window, before));
		});
		void activeTabs().then((found) => {
			for (const { tab, window } of found) if (!this.#tabs.has(window)) this.#activated(tab, window);
		});
		void focusedWindow().then((window) => {
			this.#window ??= window;
		});
	}

	/**
	 * A page of an agent's opened `popup` from `source`: puts back what the person had before them. Who looks at a
	 * tab that they share has clicked themselves.
	 */
	async putBack(popup: number, { source, shared }: { source: number; shared: boolean }): Promise<void> {
		// Chrome, which is busy with the new tab, is asked only where it has not said yet who came to the front.
		const tab = this.#inFront(popup) ?? (await getTab(popup));
		if (!tab) return;
		const shown = this.#tabs.get(tab.window);
		const inFront = shown?.now === popup || tab.active;
		const before = shown?.now === popup ? shown.before : shown?.now;
		if (!inFront || (shared && before === source)) return;
		const isAlone = before === undefined || before === popup;
		if (!isAlone) await this.#returnTab(before);
		const windowBefore = isAlone && this.#window === tab.window ? this.#windowBefore : undefined;
		const of = isAlone ? (await getTab(source))?.window : tab.window;
		await this.#windowBack(tab.window, windowBefore, of);
	}

	/**
	 * A window came up with what a page brought to the front. `before`: the one that had the focus, as far as it was heard;
	 * `of`: that of the page, which a window of its own goes out of sight with.
	 */
	async #windowBack(window: number, before: number | undefined, of = window): Promise<void> {
		this.#unsettled = performance.now() + RETURN;
		const isOld = performance.now() - (this.#stood?.at ?? 0) > FORGOTTEN;
		const stood = (!isOld && (await this.#stood?.windows)) || [];
		const focused = stood.find(({ isFocused }) => isFocused)?.window;
		if (stood.find((one) => one.window === of)?.isMinimised) this.#putAway(window, minimiseWindow);
		else if (stood.length > 0 && focused === undefined) this.#putAway(window, lowerWindow);
		else {
			const back = focused ?? before;
			if (back !== undefined && back !== window) await this.#returnWindow(back);
		}
	}

	/** Once more where the window gets the focus after that: whoever gives it may have been asked before, and be slower. */
	#putAway(window: number, how: (window: number) => Promise<void>): void {
		const again = () => {
			how(window).catch(() => {
				// It has closed.
			});
		};
		this.#away.set(window, { until: performance.now() + RETURN, again });
		again();
	}

	/**
	 * Shows a tab and, before anything of it is drawn, again what was in front: from then on its window draws it. Nothing
	 * is shown over what fills the screen. Whether it was done.
	 */
	async show(id: number): Promise<boolean> {
		const tab = await getTab(id);
		const shown = (await activeTabs()).find(({ window }) => window === tab?.window);
		if (!shown || (await fillsScreen(shown))) return false;
		// Sent in one turn, so that nothing comes in between.
		await Promise.all([this.#returnTab(id), this.#returnTab(shown.tab)]);
		return true;
	}

	#returnTab(tab: number): Promise<void> {
		return this.#returning.tabs.bring(tab, activateTab);
	}

	#returnWindow(window: number): Promise<void> {
		return this.#returning.windows.bring(window, focusWindow);
	}

	#inFront(tab: number): { window: number; active: boolean } | undefined {
		for (const [window, { now }] of this.#tabs) if (now === tab) return { window, active: true };
		return undefined;
	}

	#activated(tab: number, window: number): void {
		const shown = this.#tabs.get(window);
		if (shown?.now === tab) return;
		const before = shown?.now;
		this.#tabs.set(window, { now: tab, before });
		if (this.#returning.tabs.takes(tab) || before === undefined) return;
		this.onShown(tab, before, async () => {
			await this.#returnTab(before);
			await this.#windowBack(window, undefined);
		});
	}
}
