// What runs now.

import { type BrokerStatus, plain } from "@reins/protocol";
import { askBroker } from "../control.ts";
import { readOptions } from "../options.ts";
import type { Command } from "../usage.ts";

export const status: Command = {
	help: "Usage: reins status [--json]\n\nShows the broker, its sessions and its browsers. Starts nothing.",
	async run(words) {
		const { json } = readOptions("status", words, { json: { type: "boolean" } });
		const found = await askBroker("status", {});
		if (json) process.stdout.write(`${JSON.stringify(found ?? { running: false }, null, 2)}\n`);
		else
			process.stdout.write(
				plain(
					`${found ? describe(found) : "No broker is running; it starts by itself when it is needed."}\n`,
				),
			);
		return 0;
	},
};

function describe(found: BrokerStatus): string {
	const lines = [
		`broker ${found.release}, pid ${found.pid}, up ${Math.round(found.uptime / 1000)} s`,
		`  home ${found.home}`,
		`  log  ${found.log}`,
		`  key  ${found.fingerprint}`,
		"sessions",
	];
	for (const { label, connected, browser, policy, tabs } of found.sessions) {
		lines.push(`  ${label}: ${browser}, policy ${policy}, ${tabs} tabs${connected ? "" : ", client gone"}`);
	}
	if (found.sessions.length === 0) lines.push("  none");
	if (found.refused) {
		const { count, last } = found.refused;
		lines.push(`refused ${count}, the last at ${last.at}: ${last.who}, ${last.code}: ${last.reason}`);
	}
	if (found.waiting > 0) lines.push(`waiting for your yes: ${found.waiting}; see reins trust`);
	lines.push("browsers");
	for (const { name, version, pid, headless, sessions, extension } of found.browsers) {
		const state = extension ? describeExtension(extension) : "";
		lines.push(
			`  ${name}: ${version}${headless ? ", headless" : ""}${pid ? `, pid ${pid}` : ""}, ${sessions} sessions${state}`,
		);
	}
	if (found.browsers.length === 0) lines.push("  none");
	return lines.join("\n");
}

function describeExtension(extension: NonNullable<BrokerStatus["browsers"][number]["extension"]>): string {
	if (extension.killed) return ", switched off by the person";
	if (extension.userDetached) return ", taken back by the person";
	if (!extension.connected) return ", connection lost";
	const answer = extension.ping === undefined ? "does not answer" : `answers in ${extension.ping} ms`;
	return `, extension ${extension.release} ${answer}, ${extension.sites} sites allowed`;
}
