// A Chromium that draws pictures: driven over its debugging pipe, with a profile that goes with it.
// CHROMIUM names the program where it has another name.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const flags = [
	"--headless=new",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--hide-scrollbars",
	"--disable-lcd-text",
	"--force-color-profile=srgb",
	"--remote-debugging-pipe",
	"--enable-unsafe-extension-debugging",
];

/** Runs `use` with a page, with an extension loaded if asked, and ends the browser whatever happens. */
export async function withPage(use, extension) {
	const profile = mkdtempSync(join(tmpdir(), "reins-pictures-"));
	const words = [...flags, `--user-data-dir=${profile}`, "about:blank"];
	const program = spawn(process.env.CHROMIUM ?? "chromium", words, {
		stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
	});
	const gone = new Promise((resolve) => program.once("close", resolve));
	try {
		const send = connect(program);
		if (extension) await send("Extensions.loadUnpacked", { path: extension });
		const { targetId } = await send("Target.createTarget", { url: "about:blank" });
		const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
		return await use((method, params) => send(method, params, sessionId));
	} finally {
		// Its helpers write until they notice that it is gone.
		program.kill("SIGKILL");
		await gone;
		await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	}
}

/** CDP as a function. Events are not needed here. */
function connect(program) {
	const waiting = new Map();
	let rest = "";
	let last = 0;
	program.once("error", (error) => {
		for (const { reject } of waiting.values()) reject(error);
	});
	program.stdio[3].on("error", () => {});
	program.stdio[4].setEncoding("utf8").on("data", (chunk) => {
		const texts = (rest + chunk).split("\0");
		rest = texts.pop();
		for (const { id, result, error } of texts.map((text) => JSON.parse(text))) {
			const call = waiting.get(id);
			waiting.delete(id);
			if (error) call?.reject(new Error(error.message));
			else call?.resolve(result);
		}
	});
	return (method, params = {}, sessionId) =>
		new Promise((resolve, reject) => {
			last += 1;
			waiting.set(last, { resolve, reject });
			program.stdio[3].write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
		});
}
