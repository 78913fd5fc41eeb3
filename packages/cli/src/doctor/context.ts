// What every check of doctor may look at. It is passed in, so that tests can put a planted fault in its place.

import type { HostSystem, LauncherParts } from "@reins/broker";

export interface Doctor {
	system: HostSystem;
	release: string;
	/** What a launcher ought to start. */
	program: Omit<LauncherParts, "home">;
	brokerCommand: readonly string[];
	/** The profile directory of the one browser to look at. */
	userDataDir?: string | undefined;
	/** Manifests for all users of the machine; absent: where this system keeps them. */
	administrators?: readonly string[];
	/** Milliseconds that an extension gets to dial. */
	patience: number;
}
