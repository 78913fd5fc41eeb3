// The service worker begins here. Chrome wakes it by the listeners that were registered in its first turn,
// so everything starts synchronously.

import { defineBackground } from "wxt/utils/define-background";
import { startWorker } from "../worker/start.ts";

export default defineBackground({
	type: "module",
	main() {
		startWorker();
	},
});
