// Files in the person's own browser: for pages, where the extension may not name files of the disk and they are sent
// to it; and what pages save.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, type Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent } from "./extension-setup.ts";

const home = new TestHome();
const uploads = join(home.path, "uploads");
let site: Site;
let lab: ChromeLab;
let product: Product;

beforeAll(async () => {
	mkdirSync(uploads);
	site = await Site.start();
	lab = await ChromeLab.start({ home });
	await lab.refuseFiles();
	await lab.allow(site.origin, "script");
	await lab.connected();
	const flags = ["--tools", "core,page", "--allow-upload", uploads];
	product = await agent(home, [site.origin], { flags });
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await site?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

const reader = `<p id="out">nothing</p><script>
	async function show(files) {
		const [one] = files;
		const sum = new Uint8Array(await one.arrayBuffer()).reduce((a, b) => (a * 31 + b) % 65521, 7);
		out.textContent = one.name + " " + one.type + " " + one.size + " " + sum;
	}
</script>`;

/** More than one frame carries, of bytes of every kind. */
const content = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7 + (index >> 8)) % 256);
const sum = content.reduce((a, b) => (a * 31 + b) % 65521, 7);
const shown = `photo.png image/png ${content.length} ${sum}`;

function photo(): string {
	const path = join(uploads, "photo.png");
	writeFileSync(path, content);
	return path;
}

/** How often it was tried, as the extension noted: first the browser is asked to read the file itself. */
function timesOf(primitive: string, { hops }: { hops: { hop: string }[] }): number {
	// The broker and the extension mark each.
	return hops.filter(({ hop }) => hop === `link:${primitive}`).length / 2;
}

test("the browser itself takes no files of the disk from the extension", async () => {
	const { browsers } = await lab.status();
	expect(JSON.stringify(browsers)).toContain('"fileAccess":false');
});

test("a field gets the file all the same, whole", async () => {
	const url = site.page("/field", `${reader}<input type="file" onchange="show(this.files)">`);
	await product.must("navigate", { url });
	const { text, trace } = await product.must("upload", { selector: "input", paths: [photo()] });
	expect(text).toContain('the field holds "photo.png"');
	expect(timesOf("files.set", trace)).toBe(2);
	await product.must("wait_for", { text: shown });
});

test("a chooser gets it, and nobody is shown one", async () => {
	const url = site.page("/chooser", `${reader}<input type="file" onchange="show(this.files)">`);
	await product.must("navigate", { url });
	const { text } = await product.must("click", { selector: "input" });
	expect(text).toContain("file chooser open, for one file");
	await product.must("upload", { paths: [photo()] });
	await product.must("wait_for", { text: shown });
});

test("it is dropped onto an element", async () => {
	const url = site.page(
		"/drop",
		`${reader}<div id="zone" style="width:300px;height:100px" ondragover="event.preventDefault()"
			ondrop="event.preventDefault(); show(event.dataTransfer.files)">Drop here</div>`,
	);
	await product.must("navigate", { url });
	const { trace } = await product.must("upload", { selector: "#zone", drop: true, paths: [photo()] });
	expect(timesOf("files.drop", trace)).toBe(2);
	await product.must("wait_for", { text: shown });
});

test("a field takes what is dropped onto it, and a form whose field has the name of a method", async () => {
	const field = site.page("/drop-field", `${reader}<input type="file" onchange="show(this.files)">`);
	const form = site.page(
		"/drop-form",
		`${reader}<form id="zone" style="height:100px" ondragover="event.preventDefault()"
			ondrop="event.preventDefault(); show(event.dataTransfer.files)"><input name="dispatchEvent"></form>`,
	);
	for (const [url, selector] of [
		[field, "input"],
		[form, "#zone"],
	]) {
		await product.must("navigate", { url });
		await product.must("upload", { selector, drop: true, paths: [photo()] });
		await product.must("wait_for", { text: shown });
	}
});

test("what a dialog broke off does not fall when that is answered, and what is refused is told to have left", async () => {
	const url = site.page(
		"/drop-dialog",
		`<div id="zone" style="height:100px" ondragenter="alert('Really?')" ondragover="event.preventDefault()"
			ondrop="document.title = 'got'">Drop here</div><div id="none" style="height:100px"
			ondragenter="document.title = 'over'" ondragleave="document.title = 'left'">Nothing</div>`,
	);
	await product.must("navigate", { url });
	const { text } = await product.must("upload", { selector: "#zone", drop: true, paths: [photo()] });
	expect(text).toContain("dialog_open");
	await product.must("dialog", { accept: true });
	expect((await product.call("upload", { selector: "#none", drop: true, paths: [photo()] })).code).toBe(
		"not_actionable",
	);
	await product.must("wait_for", { function: "document.title === 'left'" });
});

test("what is saved is told to its end, though its tab is closed or the worker dies meanwhile", async () => {
	const ends: (() => void)[] = [];
	for (const name of ["closed", "killed"])
		site.handle(`/${name}.bin`, (_request, response) => {
			response.writeHead(200, {
				"content-type": "application/octet-stream",
				"content-length": "5001",
				"content-disposition": `attachment; filename=${name}.bin`,
			});
			response.write("a".repeat(5_000));
			ends.push(() => response.end("b"));
		});
	const url = site.page("/saves", '<a href="/closed.bin">Closed</a><a href="/killed.bin">Killed</a>');
	await product.must("tab_new", { url });
	expect((await product.must("click", { name: "Closed" })).text).toContain("download under way");
	await product.must("tab_close");
	await product.must("tab_new", { url });
	expect((await product.must("click", { name: "Killed" })).text).toContain("download under way");
	await lab.killWorker();
	// Its page answers again when the new worker is there.
	await product.must("get_text");
	for (const end of ends) end();
	const states = async () => {
		const { text } = await product.must("chrome_status");
		const { downloads } = JSON.parse(text) as { downloads: { name: string; state: string }[] };
		return downloads.map(({ name, state }) => `${name} ${state}`);
	};
	await until("both are told as done", async () => {
		const told = await states();
		return told.includes("closed.bin done") && told.includes("killed.bin done");
	});
});
