// Takes pictures of the built popup in its states, light and dark: node packages/extension/tools/pictures.mjs.
// The page is the real one, under its real content security policy; only `chrome` is replaced, by a worker that
// always gives the same answer. Fails when the page reports an error.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withPage } from "./chromium.mjs";
import { popupStates } from "./popup-states.mjs";

const extension = fileURLToPath(new URL("../../cli/dist/extension", import.meta.url));
const folder = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
const popup = "chrome-extension://lgfkelbmjhcjpdcekmlndfbkdlmfkkgh/popup.html";
const scale = Number(process.env.SCALE ?? 1);

/** Runs in the page before the popup does. */
function fakeChrome(state) {
	const silent = { addListener() {} };
	const runtime = {
		sendMessage: () => (state ? Promise.resolve({ ok: true, state }) : Promise.reject(new Error("nobody"))),
		connect: () => ({ onMessage: silent, onDisconnect: silent }),
	};
	Object.defineProperty(globalThis, "chrome", {
		value: { runtime, tabs: { query: async () => [{ id: 12 }] } },
	});
	globalThis.problems = [];
	for (const type of ["error", "unhandledrejection", "securitypolicyviolation"]) {
		addEventListener(type, (event) =>
			globalThis.problems.push(event.message ?? String(event.reason ?? type)),
		);
	}
}

/** Runs in the page: its height once the popup is there, or nothing if it does not come. */
function whenDrawn() {
	const started = performance.now();
	return new Promise((done) => {
		const look = () => {
			if (document.querySelector("main:not([aria-busy])")) done(document.body.offsetHeight);
			else if (performance.now() - started > 5_000) done(0);
			else setTimeout(look, 20);
		};
		look();
	});
}

async function value(send, expression) {
	const { result } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
	return result.value;
}

async function draw(send, name, theme) {
	const source = `(${fakeChrome})(${JSON.stringify(popupStates[name] ?? null)})`;
	const { identifier } = await send("Page.addScriptToEvaluateOnNewDocument", { source });
	await send("Emulation.setEmulatedMedia", {
		features: [
			{ name: "prefers-color-scheme", value: theme },
			{ name: "prefers-reduced-motion", value: "reduce" },
		],
	});
	await send("Page.navigate", { url: popup });
	const height = await value(send, `(${whenDrawn})()`);
	const problems = await value(send, "globalThis.problems");
	if (!height || problems?.length !== 0) throw new Error(`${name}: ${problems ?? "no page"}`);
	const clip = { x: 0, y: 0, width: 360, height, scale };
	const { data } = await send("Page.captureScreenshot", { format: "png", clip, captureBeyondViewport: true });
	writeFileSync(`${folder}popup-${name}-${theme}.png`, Buffer.from(data, "base64"));
	await send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
}

mkdirSync(folder, { recursive: true });
await withPage(async (send) => {
	await send("Page.enable");
	await send("Emulation.setDeviceMetricsOverride", {
		width: 360,
		height: 600,
		deviceScaleFactor: 1,
		mobile: false,
	});
	for (const name of Object.keys(popupStates)) {
		for (const theme of ["light", "dark"]) await draw(send, name, theme);
	}
}, extension);
