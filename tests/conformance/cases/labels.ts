// Labels in pictures: what they name can be used by that name, what cannot be used has none.

import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";
import { pngOf, seenByPage, takePng } from "../picture-checks.ts";

const labelled = async ({ must }: CaseContext, args: Record<string, unknown> = {}) =>
	must("screenshot", { labels: true, ...args });
/** Below the size and the name of the picture. */
const names = (text: string) => text.split("\n").filter((line, at) => at > 0 && !line.startsWith("picture "));

export const labelCases = group("labels", {
	"each can be clicked by its ref": async (context) => {
		const { must, open } = context;
		await open(
			`<button onclick="out.textContent='one'">One</button> <a href="#x" onclick="out.textContent='two'">Two</a>
			<input aria-label="Three"> <p id="out"></p>`,
		);
		const { text } = await labelled(context);
		expect(names(text)).toEqual([
			expect.stringMatching(/^e\d+ button "One"$/),
			expect.stringMatching(/^e\d+ link "Two"$/),
			expect.stringMatching(/^e\d+ textbox "Three"$/),
		]);
		const refs = names(text).map((line) => line.split(" ")[0] as string);
		await must("click", { ref: refs[0] });
		expect((await must("get_text", { selector: "#out" })).text).toBe("one");
		await must("click", { ref: refs[1] });
		expect((await must("get_text", { selector: "#out" })).text).toBe("two");
		await must("type", { ref: refs[2], text: "three" });
	},
	"the same refs as in a snapshot": async (context) => {
		const { must, open } = context;
		await open("<button>A</button><button>B</button>");
		const snapshot = (await must("snapshot")).text;
		for (const line of names((await labelled(context)).text)) {
			const [ref, , name] = line.split(" ");
			expect(snapshot).toContain(`button ${name} [${ref}]`);
		}
	},
	"of one element are those in it, not those of what lies over or beside it": async (context) => {
		await context.open(
			`<div id="box" style="position:relative;width:300px;height:100px"><button>In</button></div>
			<button style="position:absolute;left:100px;top:40px">Over</button><button style="margin-top:-20px">Beside</button>`,
		);
		const { text } = await labelled(context, { selector: "#box" });
		expect(names(text)).toEqual([expect.stringMatching(/^e\d+ button "In"$/)]);
	},
	"are drawn around what they name, and nowhere else": async (context) => {
		await context.open(
			`<style>body{margin:0;background:#fff}</style>
			<div style="position:absolute;left:200px;top:100px;width:90px;height:40px;background:#eee" role="button" aria-label="X"></div>`,
		);
		const plain = await takePng(context);
		const picture = pngOf((await labelled(context)).image);
		expect([picture.width, picture.height]).toEqual([plain.width, plain.height]);
		// The frame is on its edge; the middle, with what it says, stays as it was.
		expect(picture.at(245, 100)).not.toEqual(plain.at(245, 100));
		expect(picture.at(200, 120)).not.toEqual(plain.at(200, 120));
		expect(picture.at(245, 120)).toEqual([238, 238, 238]);
		let changed = 0;
		for (let y = 0; y < picture.height; y += 1) {
			for (let x = 0; x < picture.width; x += 1) {
				if (picture.at(x, y).join() === plain.at(x, y).join()) continue;
				changed += 1;
				expect(x > 170 && x < 320 && y > 80 && y < 160, `${x}, ${y}`).toBe(true);
			}
		}
		expect(changed).toBeGreaterThan(400);
	},
	"in JPEG and WebP, scaled": async (context) => {
		await context.open("<button>Go</button>");
		for (const format of ["jpeg", "webp"]) {
			const { image, text } = await labelled(context, { format, maxSide: 400 });
			expect(image?.mimeType).toBe(`image/${format}`);
			expect((await seenByPage(context, image, [[0, 0]])).width).toBe(400);
			expect(text).toMatch(/scale 0\.3/);
		}
	},
	"not for what is covered, hidden, switched off or scrolled away": async (context) => {
		await context.open(
			`<style>.at{position:absolute;width:120px;height:30px;left:10px}</style>
			<button class="at" style="top:10px">Seen</button>
			<button class="at" style="top:60px">Covered</button>
			<div class="at" style="top:55px;width:200px;height:45px;background:#ccc">cover</div>
			<button class="at" style="top:110px;visibility:hidden">Hidden</button>
			<div inert><button class="at" style="top:150px">Inert</button></div>
			<div class="at" style="top:200px;overflow:auto;height:40px"><button>Near</button><div style="height:300px"></div><button>Far</button></div>
			<button class="at" style="top:3000px">Below</button>`,
		);
		expect(names((await labelled(context)).text).map((line) => line.split(" ").slice(1).join(" "))).toEqual([
			'button "Seen"',
			'button "Near"',
		]);
	},
	"behind a dialog nothing has one": async (context) => {
		await context.open(
			'<button>Behind</button><dialog id="d"><button>Inside</button></dialog><script>d.showModal()</script>',
		);
		expect(names((await labelled(context)).text)).toEqual([expect.stringMatching(/button "Inside"$/)]);
	},
	"of one element": async (context) => {
		await context.open('<button>Outside</button><form style="width:300px"><button>Inside</button></form>');
		const { text } = await labelled(context, { selector: "form" });
		expect(names(text)).toEqual([expect.stringMatching(/button "Inside"$/)]);
	},
	"of the whole page, also below the fold, but not of what it leaves out": async (context) => {
		await context.open(
			`<button>Top</button><div style="height:4000px"></div><button>Low</button>
			<div style="height:4000px"></div><button>Lower</button>`,
		);
		const whole = await labelled(context, { fullPage: true });
		expect(names(whole.text).join()).toMatch(/"Top".*"Low"$/);
		const rest = await labelled(context, { from: 5_000 });
		expect(names(rest.text)).toEqual([expect.stringMatching(/button "Lower"$/)]);
	},
	"of a page with nothing to operate": async (context) => {
		await context.open("<p>Only text</p>");
		expect(names((await labelled(context)).text)).toEqual(["(nothing here can be operated)"]);
	},
	"of more things than a picture can hold": async (context) => {
		const many = Array.from(
			{ length: 400 },
			(_, at) => `<button style="width:40px;height:18px">${at}</button>`,
		);
		await context.open(many.join(""), "<style>body{margin:0;font-size:8px}button{padding:0}</style>");
		const lines = names((await labelled(context)).text);
		expect(lines.filter((line) => /^e\d+ button/.test(line))).toHaveLength(200);
		expect(lines.at(-1)).toMatch(/^\(\d+ more without a label\)$/);
	},
	"in shadow roots": async (context) => {
		await context.open(
			`<x-card></x-card><script>customElements.define("x-card", class extends HTMLElement {
				connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<button>In the shade</button>"; }
			})</script>`,
		);
		expect(names((await labelled(context)).text)).toEqual([expect.stringMatching(/button "In the shade"$/)]);
	},
	"under the strictest content policy, in a page that has overridden what draws": async (context) => {
		const { site, path, must } = context;
		const url = site.handle(path(), (_request, response) => {
			response.writeHead(200, {
				"content-type": "text/html",
				"content-security-policy": "default-src 'none'; script-src 'unsafe-inline'; sandbox allow-scripts",
			});
			response.end(`<!doctype html><script>
				for (const [owner, name] of [[Document.prototype, "createElement"], [HTMLCanvasElement.prototype, "toDataURL"],
					[HTMLCanvasElement.prototype, "getContext"], [Element.prototype, "animate"], [globalThis, "createImageBitmap"],
					[globalThis, "Blob"], [globalThis, "atob"], [globalThis, "getComputedStyle"]]) {
					owner[name] = () => { throw new Error("overridden"); };
				}
				globalThis.Uint8Array = undefined;
			</script><button>Still here</button>`);
		});
		await must("navigate", { url });
		const { text, image } = await labelled(context);
		expect(names(text)).toEqual([expect.stringMatching(/button "Still here"$/)]);
		expect(pngOf(image).width).toBeGreaterThan(100);
	},
});
