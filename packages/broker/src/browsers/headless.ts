// Two choices that depend on the machine and not on the caller: whether a window can be shown, and
// whether the sandbox can start. Both are pure, and both say why.

import { ReinsError } from "@reins/protocol";
import type { Environment } from "./browser-places.ts";

export interface HeadlessOptions {
	asked?: "headless" | "headed" | undefined;
	env: Environment;
	platform: NodeJS.Platform;
}

/** Whether to start without a window. Unasked, a window is shown where there is a screen for it. */
export function wantsHeadless({ asked, env, platform }: HeadlessOptions): boolean {
	if (asked === "headless") return true;
	const screen = platform === "darwin" || platform === "win32" || env["DISPLAY"] || env["WAYLAND_DISPLAY"];
	if (screen) return false;
	if (asked === undefined) return true;
	throw new ReinsError(
		"launch_failed",
		"A headed browser was asked for, but there is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set.",
		{ hint: "Leave out --headed, or set DISPLAY (for example by running under xvfb-run)." },
	);
}

export interface SandboxOptions {
	/** Whether the person passed `--no-sandbox`. */
	flag: boolean;
	/** As `process.getuid()` says; undefined on Windows. */
	uid: number | undefined;
	platform: NodeJS.Platform;
}

export interface SandboxChoice {
	noSandbox: boolean;
	/** For log and doctor; undefined when the sandbox stays on. */
	reason: string | undefined;
}

/** The sandbox is given up by the person's flag, or where Chromium refuses to start with it. */
export function needsNoSandbox({ flag, uid, platform }: SandboxOptions): SandboxChoice {
	if (flag) return { noSandbox: true, reason: "--no-sandbox was passed" };
	if (platform === "linux" && uid === 0) {
		return { noSandbox: true, reason: "running as root, where Chromium does not start with its sandbox" };
	}
	return { noSandbox: false, reason: undefined };
}
