// The ways to reach a browser, each started as its user would, with the same sites open to it.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, Product, Screen, type Site, type TestHome } from "@reins/testkit";
import type { LinkName, Need } from "./case.ts";

/** What each way has to offer to cases that need more than a tab. */
export const offers: Record<LinkName, readonly Need[]> = {
	managed: ["front", "held"],
	extension: ["front"],
	"extension-headed": [],
};

export interface RunningLink {
	/** A session of its own in the one browser of this link. */
	session(name: string): Promise<Product>;
	lab: ChromeLab | undefined;
	close(): Promise<void>;
}

/** The directory that every session may give files of to pages. */
export function uploadsOf(home: TestHome): string {
	const path = join(home.path, "uploads");
	mkdirSync(path, { recursive: true });
	return path;
}

export async function startLink(
	name: LinkName,
	home: TestHome,
	origins: readonly string[],
	/** Where a browser of our own shows a window; without, it has none. */
	display?: string,
): Promise<RunningLink> {
	// Frames of closed sites are loaded, so that cases can tell that nothing is read or done in them.
	const policy = join(home.path, "policy.json");
	const words = {
		preset: "strict",
		allow: [{ origins }],
		effects: ["read", "navigate", "act", "eval", "upload"],
		closedFrames: true,
		allowAllTabs: name === "managed",
		uploadFrom: [uploadsOf(home)],
	};
	writeFileSync(policy, JSON.stringify(words));
	const allowed = ["--policy", policy, "--tools", "core,page"];
	if (name === "managed") {
		const start = (label: string) =>
			Product.start({ home, name: label, display, flags: ["--browser", "managed", ...allowed] });
		// Holds the browser while sessions come and go.
		const keeper = await start("keeper");
		await keeper.must("tab_new");
		return { session: start, lab: undefined, close: () => keeper.close() };
	}
	const screen = name === "extension-headed" ? await Screen.start() : undefined;
	const lab = await ChromeLab.start({ home, ...(screen && { display: screen.display }) });
	for (const origin of origins) await lab.allow(origin, "script");
	await lab.connected();
	return {
		session: (label) => Product.start({ home, name: label, flags: ["--browser", "extension", ...allowed] }),
		lab,
		close: async () => {
			await lab.close();
			await screen?.stop();
		},
	};
}

/** An origin of this machine where nobody listens. */
export async function closedOrigin(start: () => Promise<Site>): Promise<string> {
	const site = await start();
	const { origin } = site;
	await site.stop();
	return origin;
}
