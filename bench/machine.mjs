// What the figures depend on beside the code, in words that say no more of the machine than that.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, platform, totalmem } from "node:os";

export function machine(browser) {
	return {
		cores: cpus().length,
		memory: Math.round(totalmem() / 2 ** 30),
		system: systemName(),
		browser: versionOf(browser),
		node: process.versions.node,
		load: Number(loadavg()[0].toFixed(2)),
	};
}

/** `load` is that of the minute before the first figure. */
export function describeMachine({ cores, memory, system, browser, node, load }) {
	const busy = load > cores ? " (busy: the ratios are rougher than usual)" : "";
	return `${cores} cores, ${memory} GB, ${system}, ${browser}, Node ${node}, load ${load} before${busy}`;
}

function versionOf(browser) {
	const stdio = ["ignore", "pipe", "ignore"];
	const said = execFileSync(browser, ["--version"], { encoding: "utf8", stdio });
	return /[A-Z][\w ]* [\d.]+/.exec(said)?.[0] ?? "an unknown browser";
}

function systemName() {
	try {
		const [, name] = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync("/etc/os-release", "utf8")) ?? [];
		return name ?? platform();
	} catch {
		return platform();
	}
}
