// Whether tabs can be drawn. Chrome draws a tab's view in the window that last held it, in front or behind: not that of a
// tab that was asleep, which no window has held yet, and none whose window has closed since the tab was moved out of it.

import type { TabSession } from "@reins/link";
import { ReinsError } from "@reins/protocol";
import {
	activeTabs,
	type BrowserTab,
	getTab,
	onActivated,
	onLeftWindow,
	reloadTab,
} from "../adapters/tabs.ts";
import { onWindowClosed } from "../adapters/windows.ts";
import type { Front } from "./front.ts";

/** A view that a window holds is drawn within some ten milliseconds, whatever its page does. */
const PATIENCE = 1_000;

export class Views {
	readonly #front: Front;
	/** Tabs whose views a window holds. */
	readonly #held = new Set<number>();
	/** Those that were moved, with the window that holds them still. */
	readonly #movedFrom = new Map<number, number>();
	readonly #lost = new Set<number>();
	readonly #looks = new Map<number, Promise<void>>();

	constructor(front: Front) {
		this.#front = front;
	}

	/** Must be called in the worker's first turn. */
	watch(): void {
		onActivated((tab) => this.#holds(tab));
		onLeftWindow((tab, window) => {
			if (!this.#movedFrom.has(tab)) this.#movedFrom.set(tab, window);
		});
		onWindowClosed((closed) => {
			for (const [tab, window] of this.#movedFrom) {
				if (window !== closed) continue;
				this.gone(tab);
				this.#lost.add(tab);
			}
		});
	}

	/** A tab that was opened in a window is held by it. */
	opened(tab: number): void {
		this.#held.add(tab);
	}

	/** It is closed, or asleep. */
	gone(tab: number): void {
		this.#held.delete(tab);
		this.#movedFrom.delete(tab);
		this.#lost.delete(tab);
	}

	/** Wakes a tab that sleeps: one that is shown loads its page by itself, unless its window is out of sight. */
	async wake({ id, width }: BrowserTab): Promise<void> {
		if (width === 0) await this.#front.show(id);
		if ((await getTab(id))?.discarded) await reloadTab(id);
	}

	/** Makes sure that a tab is drawn, as far as that can be done now. */
	async ready(id: number, session: TabSession): Promise<void> {
		if (this.#held.has(id)) return;
		const look = this.#looks.get(id) ?? this.#look(id, session);
		this.#looks.set(id, look);
		try {
			await look;
		} catch {
			// Whoever uses the tab will be told.
		} finally {
			this.#looks.delete(id);
		}
	}

	async #look(id: number, session: TabSession): Promise<void> {
		const tab = await getTab(id);
		if (!tab) return;
		if (!tab.active) {
			const isLost = this.#lost.has(id) || tab.width === 0;
			// What is on its way or stands still may have nothing that could be drawn.
			if (!isLost && (tab.isLoading || session.dialog.open)) return;
			const isDrawn = !isLost && (await session.painting.paints(PATIENCE));
			if (!isDrawn && !(await this.#front.show(id))) {
				session.painting.undrawn = undrawn();
				return this.#shape(tab, session);
			}
		}
		session.painting.undrawn = undefined;
		this.#holds(id);
	}

	#holds(tab: number): void {
		this.gone(tab);
		this.#held.add(tab);
	}

	/** What cannot be shown now is at least laid out, so that it can be read. */
	async #shape({ window, width }: BrowserTab, session: TabSession): Promise<void> {
		if (width > 0) return;
		const front = (await activeTabs()).find((one) => one.window === window);
		if (!front) return;
		const size = { width: front.width, height: front.height, deviceScaleFactor: 0, mobile: false };
		await session.send("Emulation.setDeviceMetricsOverride", size);
		// The size stays, and the window's own can take its place.
		await session.send("Emulation.clearDeviceMetricsOverride");
	}
}

function undrawn(): ReinsError {
	return new ReinsError(
		"not_actionable",
		"Chrome does not draw this tab before it was shown once, and its window fills the screen.",
		{
			hint: "It can be read. Go on in a new tab (tab_new), or here when the person's window does not fill the screen any more.",
			data: { notSent: true },
		},
	);
}
