// How a tab is found when it is attached to.

import type { Fence } from "./fence.ts";

export interface FoundTab {
	/** The person does not use it themselves. */
	own: boolean;
	/** Nothing was loaded there yet, so no dialog can be open in it, however slowly it answers. */
	fresh: boolean;
	/** Somebody before has attached to it, and may have gone in the middle of something. */
	adopted?: boolean;
	/** A tab of the person's own is not fenced. */
	fence?: Fence;
	/** Whether the tab is known to be in front. */
	isInFront?: () => boolean;
	/** Whether no frame can come into a page, or be in it when it comes, that the browser does not tell of. */
	tellsAllFrames?: boolean;
	/** Whether the browser is on its way elsewhere with it, where somebody can tell: CDP does not. */
	underWay?: () => Promise<boolean>;
}
