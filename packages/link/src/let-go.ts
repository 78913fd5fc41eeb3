// What lets go of all that is pressed or dragged in a tab, beside the page, so that nothing is clicked by it. As long as
// it is held nobody else can press or drag there, the person neither.

import type { CdpParams } from "./cdp-session.ts";

const nowhere = { x: -10, y: -10 };

export function letGo(button: unknown): [method: string, params: CdpParams][] {
	const data = { items: [], dragOperationsMask: 1 };
	return [
		["Input.setInterceptDrags", { enabled: false }],
		["Input.dispatchDragEvent", { type: "dragCancel", ...nowhere, data }],
		["Input.dispatchMouseEvent", { type: "mouseReleased", ...nowhere, button, clickCount: 1 }],
	];
}
