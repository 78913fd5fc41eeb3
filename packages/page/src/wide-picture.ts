// A picture of more than the viewport makes Chrome take the scrollbars away, resize the page to one pixel and back,
// and tell the page of it. Menus close on that and layouts change. So the place of the scrollbar is held, and these
// events end here, unless the size has really changed.

import type { KitResult } from "@reins/protocol";
import { nextFrame } from "./next-frame.ts";
import { animate, clientWidth, documentElement } from "./pristine.ts";

/** No picture takes longer; whoever was to end it is gone, and the page is left to itself. */
const LONGEST = 15_000;
const HELD: KeyframeAnimationOptions = { duration: LONGEST, fill: "none" };

export class WidePicture {
	#before: { width: number; height: number; left: number; top: number } | undefined;
	#gutter: Animation | undefined;
	#expiry: ReturnType<typeof setTimeout> | undefined;

	// Made before the page's own scripts run, these listeners are asked before the page's.
	constructor() {
		const onResize = (event: Event) => {
			if (this.#before && this.#isOurs(this.#before)) event.stopImmediatePropagation();
		};
		addEventListener("resize", onResize, true);
		visualViewport?.addEventListener("resize", onResize, true);
	}

	#isOurs({ width, height }: { width: number; height: number }): boolean {
		return (innerWidth === width && innerHeight === height) || (innerWidth <= 1 && innerHeight <= 1);
	}

	begin(): KitResult<"beginWidePicture"> {
		this.#release();
		this.#expiry = setTimeout(() => {
			this.#release();
			this.#before = undefined;
		}, LONGEST);
		this.#before = { width: innerWidth, height: innerHeight, left: scrollX, top: scrollY };
		const root: Element | null = documentElement(document);
		const gutter = root ? innerWidth - clientWidth(root) : 0;
		if (!root || gutter <= 0) return {};
		// An animation is no mark on the page: no attribute, no style sheet, no mutation.
		const padding = `${Number.parseFloat(getComputedStyle(root).paddingRight) + gutter}px`;
		this.#gutter = animate(root, { paddingRight: [padding, padding] }, HELD);
		return {};
	}

	async end(): Promise<KitResult<"endWidePicture">> {
		const before = this.#before;
		const { left, top } = before ?? { left: scrollX, top: scrollY };
		this.#release();
		if (scrollX !== left || scrollY !== top) scrollTo({ left, top, behavior: "instant" });
		// The events come with the next frames.
		await nextFrame();
		await nextFrame();
		// Another may have begun.
		if (this.#before === before) this.#before = undefined;
		return {};
	}

	#release(): void {
		clearTimeout(this.#expiry);
		// Its end makes the browser lay the page out anew, and only that brings the scrollbar back.
		this.#gutter?.cancel();
		this.#gutter = undefined;
	}
}
