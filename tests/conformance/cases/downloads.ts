// Files that pages send: told in the receipt of what started them, with a safe name, what became of them and where
// they lie.

import {
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Site } from "@reins/testkit";
import { hostileNames, until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

/** Serves a file under this name; answers its URL. */
function file(site: Site, path: string, name: string, content: string, type = "application/octet-stream") {
	return site.handle(path, (_request, response) => {
		const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
		response.writeHead(200, { "content-type": type, "content-disposition": disposition });
		response.end(content);
	});
}

/** Browsers wait for so much before they say what it is. */
const HALF = 4_096;

/** A file whose second half comes when it is asked for; answers its URL and what ends it. */
function slow(site: Site, path: string) {
	let end = (_way: "whole" | "broken") => {};
	let broken = false;
	const url = site.handle(path, (_request, response) => {
		// A browser tries again by itself.
		if (broken) return void response.destroy();
		response.writeHead(200, {
			"content-type": "application/octet-stream",
			"content-disposition": "attachment; filename=slow.bin",
			"content-length": String(2 * HALF),
		});
		response.write("a".repeat(HALF));
		end = (way) => {
			broken = way === "broken";
			if (broken) response.destroy();
			else response.end("b".repeat(HALF));
		};
	});
	return { url, end: (way: "whole" | "broken") => end(way) };
}

/** Where a receipt says that the file lies. */
function placeIn(text: string): string {
	const said = /downloaded \d+ bytes to (".*")$/m.exec(text)?.[1];
	if (!said) throw new Error(`No download in:\n${text}`);
	return JSON.parse(said) as string;
}

/** The same where a busy machine may still be saving it: then it is the last one that is known. */
async function savedTo(must: CaseContext["must"], text: string): Promise<string> {
	if (!text.includes("download under way")) return placeIn(text);
	await until("it is saved", async () => (await known(must)).at(-1)?.state === "done");
	return (await known(must)).at(-1)?.path ?? "";
}

/** All of them where there is time; those that tell the most where there is not. */
const hostile = process.env["REINS_FULL"] ? hostileNames : hostileNames.slice(0, 8);

/** Things of somebody else under names that pages then want, and what they are like. */
function plant(directory: string) {
	const aside = join(directory, "aside");
	const paths = ["same.txt", "passwd", "evil.txt", "bashrc"].map((name) => join(directory, name));
	const [plain, link, folder, other] = paths as [string, string, string, string];
	mkdirSync(aside);
	writeFileSync(join(aside, "precious"), "precious");
	writeFileSync(plain, "somebody's");
	symlinkSync(join(aside, "precious"), link);
	mkdirSync(folder);
	writeFileSync(other, "somebody's", { mode: 0o400 });
	const now = () => [
		readFileSync(join(aside, "precious"), "utf8"),
		...readdirSync(folder),
		...paths.map((path) => {
			const { ino, mode, mtimeMs, size } = lstatSync(path);
			return { path, ino, mode, mtimeMs, size };
		}),
	];
	const remove = () => {
		for (const path of [aside, ...paths]) rmSync(path, { recursive: true, force: true });
	};
	return { before: now(), now, remove };
}

interface Row {
	name: string;
	state: string;
	received: number;
	path?: string;
}

async function known(must: CaseContext["must"]): Promise<Row[]> {
	return (JSON.parse((await must("chrome_status")).text) as { downloads?: Row[] }).downloads ?? [];
}

export const downloadCases = group("downloads", {
	"a link that is saved because Alt is held": async ({ must, open, serve }) => {
		await open(`<a href="${serve("<p>kept</p>")}">Keep</a>`);
		const { text } = await must("click", { selector: "a", modifiers: ["Alt"] });
		expect(text).toMatch(/^download(ed| under way)/m);
	},
	"a link to a file tells of it in the receipt": async ({ must, open, site, path }) => {
		const url = file(site, path("file"), "report.bin", "hello");
		await open(`<a href="${url}">Get it</a>`);
		const { text } = await must("click", { selector: "a" });
		expect(text).toContain("downloaded 5 bytes to ");
		expect(text).toContain("nothing changed on the page");
		expect(readFileSync(await savedTo(must, text), "utf8")).toBe("hello");
	},
	"a link that says download": async ({ must, open }) => {
		await open('<a download="note.txt" href="data:text/plain,hi">Save</a>');
		const place = await savedTo(must, (await must("click", { selector: "a" })).text);
		expect(basename(place)).toMatch(/^note( \(\d+\))?\.txt$/);
		expect(readFileSync(place, "utf8")).toBe("hi");
	},
	"a file that a script makes": async ({ must, open }) => {
		await open(`<button onclick="save()">Export</button><script>
			function save() {
				const link = document.createElement("a");
				link.href = URL.createObjectURL(new Blob(["a,b\\n1,2\\n"], { type: "text/csv" }));
				link.download = "table.csv";
				link.click();
			}
		</script>`);
		const place = await savedTo(must, (await must("click", { selector: "button" })).text);
		expect(basename(place)).toMatch(/^table( \(\d+\))?\.csv$/);
		expect(readFileSync(place, "utf8")).toBe("a,b\n1,2\n");
	},
	"a file in a new tab, which closes by itself": async ({ must, open, site, path }) => {
		const url = file(site, path("file"), "tab.bin", "in a tab");
		await open(`<a target="_blank" href="${url}">Get it</a>`);
		const before = (await must("tabs_list")).text.split("\n").length;
		const { text } = await must("click", { selector: "a" });
		expect(readFileSync(await savedTo(must, text), "utf8")).toBe("in a tab");
		await until(
			"the tab has closed",
			async () => (await must("tabs_list")).text.split("\n").length === before,
		);
	},
	"a file out of a frame": async ({ must, open, site, path, serve }) => {
		const url = file(site, path("file"), "frame.bin", "in a frame");
		const frame = serve(`<a href="${url}">Get it</a>`);
		await open(`<iframe src="${frame}"></iframe>`);
		const { text } = await must("click", { role: "link", name: "Get it" });
		expect(readFileSync(await savedTo(must, text), "utf8")).toBe("in a frame");
	},
	"a key starts one": async ({ must, open, site, path }) => {
		const url = file(site, path("file"), "key.bin", "by key");
		await open(`<a href="${url}">Get it</a><script>document.links[0].focus()</script>`);
		const { text } = await must("press", { key: "Enter" });
		expect(readFileSync(await savedTo(must, text), "utf8")).toBe("by key");
	},
	"navigate says that it was a file": async ({ must, open, site, path }) => {
		const here = await open("<p>still here</p>");
		const url = file(site, path("file"), "direct.bin", "by address");
		const { text } = await must("navigate", { url });
		expect(text).toContain("a file came, no page");
		expect(readFileSync(await savedTo(must, text), "utf8")).toBe("by address");
		expect((await must("tabs_list")).text).toContain(here);
		expect((await must("get_text")).text).toBe("still here");
	},
	"navigate says so after a page that did not come, too": async ({
		call,
		must,
		open,
		site,
		path,
		closed,
	}) => {
		await open("<p>here</p>");
		expect((await call("navigate", { url: `${closed}/` })).code).toBe("navigation_failed");
		const { text } = await must("navigate", { url: file(site, path(), "late.bin", "late") });
		expect(text).toContain("downloaded 4 bytes");
	},
	"an address that answers nothing is no download": async ({ call, open, site, path }) => {
		await open("<p>here</p>");
		const url = site.handle(path("nothing"), (_request, response) => void response.writeHead(204).end());
		const { code, text } = await call("navigate", { url });
		expect(code).toBe("navigation_failed");
		expect(text).not.toMatch(/downloaded|a file came|is a file/);
	},
	"a tab for a file says how to get it": async ({ call, must, open, site, path }) => {
		await open("<p>here</p>");
		const before = (await must("tabs_list")).text.split("\n");
		const url = file(site, path("file"), "tab-new.bin", "x");
		const { code, error } = await call("tab_new", { url });
		expect(code).toBe("navigation_failed");
		expect(error?.hint).toContain("navigate");
		expect((await must("tabs_list")).text.split("\n")).toEqual(before);
	},
	"two of one name lie side by side": async ({ must, open, site, path }) => {
		const url = file(site, path("file"), "same.bin", "one");
		await open(`<a href="${url}">Get it</a>`);
		const first = await savedTo(must, (await must("click", { selector: "a" })).text);
		file(site, new URL(url).pathname, "same.bin", "two");
		const second = await savedTo(must, (await must("click", { selector: "a" })).text);
		expect(second).not.toBe(first);
		expect([readFileSync(first, "utf8"), readFileSync(second, "utf8")]).toEqual(["one", "two"]);
	},
	"no name leads out of the directory, over another file, or to something that runs": async ({
		must,
		open,
		site,
		path,
		hasWindow,
	}) => {
		// In a window Chrome asks the person where to put what no file can be called, and waits.
		const names = hasWindow ? hostile.filter(({ length }) => length <= 255) : hostile;
		const named = names.map((name, index) => {
			// What half a character is sent as, nobody has said.
			const sent = Buffer.from(name).toString();
			return { name, content: `file ${index}`, url: file(site, path(`file${index}`), sent, `file ${index}`) };
		});
		const first = file(site, path("first"), "first.txt", "first");
		const links = named.map(({ url }, index) => `<a id="n${index}" href="${url}">${index}</a>`);
		await open(`<a id="first" href="${first}">first</a>${links.join(" ")}`);
		const directory = dirname(await savedTo(must, (await must("click", { selector: "#first" })).text));
		const planted = plant(directory);
		let kept = 0;
		try {
			for (const [index, { name, content }] of named.entries()) {
				const { text } = await must("click", { selector: `#n${index}` });
				// The person's own browser asks them about a program, and gives up at names without end.
				if (/download (held|failed)/.test(text)) continue;
				kept++;
				const place = await savedTo(must, text);
				expect(dirname(place), name).toBe(directory);
				expect(basename(place), name).not.toMatch(/^\.|[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
				expect(lstatSync(place).isFile(), name).toBe(true);
				expect(lstatSync(place).mode & 0o111, name).toBe(0);
				expect(readFileSync(place, "utf8"), name).toBe(content);
			}
			expect(kept).toBeGreaterThan(named.length / 2);
			expect(planted.now()).toEqual(planted.before);
		} finally {
			planted.remove();
		}
	},
	"nothing that was saved can be run": async ({ must, open, site, path }) => {
		const url = file(site, path("file"), "script.txt", "#!/bin/sh\n", "text/plain");
		await open(`<a href="${url}">Get it</a>`);
		const place = await savedTo(must, (await must("click", { selector: "a" })).text);
		expect(statSync(place).mode & 0o111).toBe(0);
	},
	"one that takes long is told as under way, and later as done": async ({ must, open, site, path }) => {
		const { url, end } = slow(site, path("file"));
		await open(`<a href="${url}">Get it</a>`);
		const { text } = await must("click", { selector: "a" });
		expect(text).toMatch(/download under way: "slow\.bin", \d+( of 8192)? bytes; chrome_status tells/);
		const under = (await known(must)).at(-1);
		expect(under).toMatchObject({ name: "slow.bin", state: "under_way" });
		end("whole");
		await until("it is done", async () => (await known(must)).at(-1)?.state === "done");
		const row = (await known(must)).at(-1);
		expect(readFileSync(row?.path as string, "utf8")).toBe("a".repeat(HALF) + "b".repeat(HALF));
		expect(row?.received).toBe(2 * HALF);
	},
	"one that breaks off has failed": async ({ must, open, site, path }) => {
		const { url, end } = slow(site, path("file"));
		await open(`<a href="${url}">Get it</a>`);
		await must("click", { selector: "a" });
		end("broken");
		await until("it has failed", async () => (await known(must)).at(-1)?.state === "failed");
		expect((await known(must)).at(-1)).not.toHaveProperty("path");
	},
});
