// Draws the icons of the extension: node packages/extension/tools/icons.mjs. The PNGs are kept in git; this is
// how they were made. Small sizes have thicker lines, so that they stay legible in a toolbar.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withPage } from "./chromium.mjs";

const folder = fileURLToPath(new URL("../src/public/icons/", import.meta.url));
const strokes = { 16: 17, 32: 15, 48: 13, 128: 12 };
const grounds = { on: "#4048b8", off: "#7b818a" };

/** An R of one strap, as reins lie in a hand. */
function svg(size, ground) {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="${size}" height="${size}">
		<rect width="128" height="128" rx="30" fill="${ground}"/>
		<path d="M36 104V52A28 28 0 0 1 92 52C92 71 76 77 59 77C78 79 88 89 93 104" fill="none" stroke="#fff"
			stroke-width="${strokes[size]}" stroke-linecap="round" stroke-linejoin="round"/>
	</svg>`;
}

mkdirSync(folder, { recursive: true });
await withPage(async (send) => {
	await send("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
	const { frameTree } = await send("Page.getFrameTree");
	for (const [name, ground] of Object.entries(grounds)) {
		for (const size of Object.keys(strokes).map(Number)) {
			const html = `<style>body{margin:0}svg{display:block}</style>${svg(size, ground)}`;
			await send("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
			const clip = { x: 0, y: 0, width: size, height: size, scale: 1 };
			const { data } = await send("Page.captureScreenshot", { format: "png", clip });
			writeFileSync(`${folder}${name}-${size}.png`, Buffer.from(data, "base64"));
		}
	}
});
