// The cases once more in a browser with a real window: no other window and no other tab comes to the front,
// except by popups, which are put back at once and each of which is listed.

import { Screen } from "@reins/testkit";
import { describe, expect } from "vitest";
import { unseen } from "./later.ts";
import { conform } from "./run-cases.ts";

const PUT_BACK = process.env["REINS_FULL"] ? 100 : 300;

describe.runIf(Screen.available)("with a window", () => {
	let active: number | undefined;
	conform("extension-headed", {
		later: unseen,
		before: async ({ lab }) => {
			active = await lab?.activeTab();
			await lab?.recordFocus();
		},
		after: async ({ lab }) => {
			const changes = (await lab?.focusChanges()) ?? [];
			expect(changes.filter(({ kind }) => kind === "window")).toEqual([]);
			const fronts: number[] = [];
			// Each popup in front is followed by the tab that was there before.
			for (let index = 0; index < changes.length; index += 2) {
				const [popup, back] = changes.slice(index, index + 2);
				expect(popup?.id).not.toBe(active);
				expect(back?.id).toBe(active);
				fronts.push(Math.round((back?.at ?? 0) - (popup?.at ?? 0)));
			}
			console.log(`${fronts.length} popups came to the front, for ${fronts.join(", ")} ms`);
			expect(fronts.length).toBeGreaterThan(0);
			expect(fronts.filter((milliseconds) => milliseconds > PUT_BACK)).toEqual([]);
		},
	});
});
