// Files for pages: into fields, into file choosers, dropped onto elements; only out of directories that the person has
// opened.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

/** A file in the directory that the links open, or beside it. */
function file(context: CaseContext, name: string, content = name, directory = context.uploads): string {
	mkdirSync(directory, { recursive: true });
	const path = join(directory, name);
	writeFileSync(path, content);
	return path;
}

/** Waits for what a frame shows. */
async function shown({ must }: CaseContext, text: string): Promise<void> {
	await until(`${text} is shown`, async () => (await must("get_text")).text.includes(text));
}

/** What a page reads of the files that it gets. */
const reader = `<p id="out">nothing</p><script>
	async function show(files) {
		const read = await Promise.all(Array.from(files, async (one) => one.name + "=" + (await one.text())));
		out.textContent = read.join(" ");
	}
</script>`;
const field = `${reader}<label>Your file <input type="file" onchange="show(this.files)"></label>`;
const many = `${reader}<input type="file" multiple aria-label="Files" onchange="show(this.files)">`;

export const uploadCases = group("uploads", {
	"a file goes into a field, and the page can read it": async (context) => {
		const { must, open } = context;
		await open(field);
		const paths = [file(context, "one.txt", "hello")];
		const { text } = await must("upload", { selector: "input", paths });
		expect(text).toContain("gave files to");
		expect(text).toContain('the field holds "one.txt"');
		await must("wait_for", { text: "one.txt=hello" });
	},
	"by ref, by label, and through the label's own ref": async (context) => {
		const { must, open } = context;
		const paths = [file(context, "ways.txt", "x")];
		for (const way of [{ label: "Your file" }, { selector: "label" }]) {
			await open(field);
			expect((await must("upload", { ...way, paths })).text).toContain('the field holds "ways.txt"');
		}
		await open(field);
		const ref = /\[(e\d+)\]/.exec((await must("find", { label: "Your file" })).text)?.[1];
		expect((await must("upload", { ref, paths })).text).toContain('the field holds "ways.txt"');
	},
	"several files into a field that takes them": async (context) => {
		const { must, open } = context;
		await open(many);
		const paths = [file(context, "a.txt"), file(context, "b.txt")];
		await must("upload", { selector: "input", paths });
		await must("wait_for", { text: "a.txt=a.txt b.txt=b.txt" });
	},
	"several files into a field for one are refused": async (context) => {
		const { call, open, value } = context;
		await open(field);
		const paths = [file(context, "c.txt"), file(context, "d.txt")];
		const { code, text } = await call("upload", { selector: "input", paths });
		expect(code).toBe("bad_args");
		expect(text).toContain("takes one file, and 2 were given");
		expect(await value("document.querySelector('input').files.length")).toBe(0);
	},
	"a field that nobody sees": async (context) => {
		const { must, open } = context;
		await open(
			`${reader}<div id="zone"><input type="file" style="display:none" onchange="show(this.files)">Drop here</div>`,
		);
		await must("upload", { selector: "#zone", paths: [file(context, "hidden.txt", "x")] });
		await must("wait_for", { text: "hidden.txt=x" });
	},
	"a field in a frame, of the same process and of another": async (context) => {
		const { must, open, site, sister, path } = context;
		for (const around of [site, sister]) {
			await open(`<iframe src="${around.page(path(), field)}" width="400" height="200"></iframe>`);
			await must("upload", { label: "Your file", paths: [file(context, "framed.txt", "x")] });
			await shown(context, "framed.txt=x");
		}
	},
	"a click that opens a chooser says so, and the chooser is answered": async (context) => {
		const { must, open } = context;
		await open(`${reader}<input id="field" type="file" hidden onchange="show(this.files)">
			<button onclick="field.click()">Choose a file</button>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toContain("file chooser open, for one file: answer it with upload");
		const answered = await must("upload", { paths: [file(context, "chosen.txt", "x")] });
		expect(answered.text).toContain("answered the file chooser");
		expect(answered.text).toContain('the field holds "chosen.txt"');
		await must("wait_for", { text: "chosen.txt=x" });
	},
	"a chooser for several files": async (context) => {
		const { must, open } = context;
		await open(many);
		expect((await must("click", { selector: "input" })).text).toContain(
			"file chooser open, for several files",
		);
		const paths = [file(context, "e.txt"), file(context, "f.txt")];
		await must("upload", { paths });
		await must("wait_for", { text: "e.txt=e.txt f.txt=f.txt" });
	},
	"a chooser of a field that is in no document": async (context) => {
		const { must, open } = context;
		await open(`${reader}<button onclick="ask()">Choose</button><script>
			function ask() {
				const field = document.createElement("input");
				field.type = "file";
				field.onchange = () => show(field.files);
				field.click();
				window.kept = field;
			}
		</script>`);
		await must("click", { selector: "button" });
		await must("upload", { paths: [file(context, "detached.txt", "x")] });
		await must("wait_for", { text: "detached.txt=x" });
	},
	"a chooser of a frame, of the same process and of another": async (context) => {
		const { must, open, site, sister, path } = context;
		for (const around of [site, sister]) {
			await open(`<iframe src="${around.page(path(), field)}" width="400" height="200"></iframe>`);
			expect((await must("click", { label: "Your file" })).text).toContain("file chooser open");
			await must("upload", { paths: [file(context, "asked.txt", "x")] });
			await shown(context, "asked.txt=x");
		}
	},
	"an open chooser holds up nothing": async ({ call, must, open, serve }) => {
		await open('<input type="file"><p>calm</p>');
		await must("click", { selector: "input" });
		expect((await must("get_text")).text).toContain("calm");
		await must("navigate", { url: serve("<p>elsewhere</p>") });
		// Its page is gone, and the question with it.
		expect((await call("upload", { paths: ["/nowhere"] })).code).toBe("policy_denied");
	},
	"no chooser is open": async (context) => {
		const { call, open } = context;
		await open("<p>calm</p>");
		const { code, error } = await call("upload", { paths: [file(context, "none.txt")] });
		expect(code).toBe("not_found");
		expect(error?.hint).toContain("click");
	},
	"files are dropped onto an element": async (context) => {
		const { must, open } = context;
		await open(`${reader}<div id="zone" style="width:300px;height:100px;background:#ddd"
			ondragover="event.preventDefault()"
			ondrop="event.preventDefault(); show(event.dataTransfer.files)">Drop here</div>`);
		const paths = [file(context, "g.txt"), file(context, "h.txt")];
		const { text } = await must("upload", { selector: "#zone", drop: true, paths });
		expect(text).toContain("dropped files onto");
		await must("wait_for", { text: "g.txt=g.txt h.txt=h.txt" });
	},
	"files are dropped in a frame, of the same process and of another": async (context) => {
		const { call, must, open, site, sister, path } = context;
		const zone = `${reader}<div style="height:400px"></div><div id="zone" style="width:200px;height:80px"
			role="button" aria-label="Drop here" ondragover="event.preventDefault()"
			ondrop="event.preventDefault(); show(event.dataTransfer.files)">Drop here</div><p role="note">No place</p>`;
		for (const around of [site, sister]) {
			const frame = `<iframe src="${around.page(path(), zone)}" style="margin:40px;transform:scale(1.3);
				transform-origin:0 0" width="400" height="200"></iframe>`;
			await open(`<body ondragover="event.preventDefault()" ondrop="event.preventDefault(); document.title = 'fell'">
				<div style="height:1500px"></div>${frame}`);
			const paths = [file(context, "falls.txt", "x")];
			const { text } = await must("upload", { name: "Drop here", drop: true, paths });
			expect(text).toContain('dropped files onto button "Drop here"');
			await shown(context, "falls.txt=x");
			const refused = await call("upload", { role: "note", drop: true, paths });
			expect(refused.code).toBe("not_actionable");
			expect(refused.text).toContain("Nothing was done");
			expect((await must("tabs_list")).text).not.toContain("fell");
		}
	},
	"what moves away from below files lets them fall nowhere": async (context) => {
		const { call, must, open, path, sister } = context;
		const zone = `<div id="zone" role="button" style="position:absolute;left:0;top:0;width:200px;height:100px;background:#ddd"
			ondragover="event.preventDefault(); this.style.top = '300px'" ondrop="event.preventDefault(); document.title = 'got'">Zone</div>`;
		const other = sister.page(
			path(),
			`<body ondragenter="event.preventDefault()" ondragover="event.preventDefault()" ondrop="event.preventDefault(); document.title = 'stolen'">`,
		);
		for (const below of ["", `<iframe src="${other}" style="border:0;width:300px;height:200px"></iframe>`]) {
			await open(`${below}${zone}`);
			const tabs = (await must("tabs_list")).text;
			const paths = [file(context, "m.txt")];
			const { code, text } = await call("upload", { selector: "#zone", drop: true, paths });
			expect(["not_actionable", "input_not_delivered"], text).toContain(code);
			expect((await must("tabs_list")).text).toBe(tabs);
			if (below) expect((await must("get_text")).text).not.toContain("stolen");
		}
	},
	"what goes away from below files: the browser opens none": async (context) => {
		const { call, must, open } = context;
		await open(`<div id="zone" role="button" style="width:200px;height:100px" ondragover="event.preventDefault(); n++; if (n > 1) this.remove()"
			ondrop="event.preventDefault(); document.title = 'got'">Zone</div><script>n = 0</script>`);
		const tabs = (await must("tabs_list")).text;
		const paths = [file(context, "n.txt")];
		const { code } = await call("upload", { selector: "#zone", drop: true, paths });
		expect(code).toBe("not_actionable");
		expect((await must("tabs_list")).text).toBe(tabs);
	},
	"a place that wants no files": async (context) => {
		const { call, open } = context;
		await open(`<div id="zone" role="button" style="width:200px;height:100px"
			ondragover="event.preventDefault(); event.dataTransfer.dropEffect = 'none'">Zone</div>`);
		const paths = [file(context, "o.txt")];
		const { code, text } = await call("upload", { selector: "#zone", drop: true, paths });
		expect(code).toBe("not_actionable");
		expect(text).toContain("Nothing was done");
	},
	"files that a dialog kept from falling do not fall when it is answered": async (context) => {
		const { must, open, value } = context;
		await open(`<div id="zone" role="button" style="width:200px;height:100px" ondragenter="alert('Really?')"
			ondragleave="left = true" ondragover="event.preventDefault()" ondrop="event.preventDefault(); document.title = 'got'">Zone</div>`);
		const paths = [file(context, "p.txt")];
		const { text } = await must("upload", { selector: "#zone", drop: true, paths });
		expect(text).toContain("dialog_open");
		expect(text).toContain("the rest was left");
		await must("dialog", { accept: true });
		// What comes last: they are led out of the page again.
		await must("wait_for", { function: "window.left" });
		expect(await value("document.title")).not.toBe("got");
	},
	"a dialog that files open when they have fallen": async (context) => {
		const { must, open } = context;
		await open(`${reader}<div id="zone" role="button" style="width:200px;height:100px" ondragover="event.preventDefault()"
			ondrop="event.preventDefault(); alert('Thanks'); show(event.dataTransfer.files)">Zone</div>`);
		const paths = [file(context, "q.txt")];
		const { text } = await must("upload", { selector: "#zone", drop: true, paths });
		expect(text).toContain('dialog_open: alert "Thanks"');
		expect(text).not.toContain("the rest was left");
		await must("dialog", { accept: true });
		await must("wait_for", { text: "q.txt=" });
	},
	"a frame that takes no files hears that they have left": async (context) => {
		const { call, open, site, sister, path } = context;
		const zone = `<div role="button" style="width:200px;height:80px" ondragenter="out.textContent = 'over'"
			ondragleave="out.textContent = 'left'">Drop here</div><p id="out">none</p>`;
		for (const around of [site, sister]) {
			await open(`<iframe src="${around.page(path(), zone)}" width="400" height="200"></iframe>`);
			const paths = [file(context, "r.txt")];
			const { code } = await call("upload", { name: "Drop here", drop: true, paths });
			expect(code).toBe("not_actionable");
			await shown(context, "left");
		}
	},
	"what takes no files that are dropped is told, and the browser opens none of them": async (context) => {
		const { call, must, open, value } = context;
		await open(`<p id="plain">Read only</p><input type="file" onchange="document.title = files[0].name">`);
		const paths = [file(context, "i.txt")];
		const tabs = (await must("tabs_list")).text;
		const { code, text } = await call("upload", { selector: "#plain", drop: true, paths });
		expect(code).toBe("not_actionable");
		expect(text).toContain("Nothing was done");
		expect((await must("tabs_list")).text).toBe(tabs);
		await must("upload", { selector: "input", drop: true, paths });
		expect(await value("document.title")).toBe("i.txt");
	},
	"a field in a closed shadow root takes what is dropped onto it": async (context) => {
		const { must, open } = context;
		await open(`<p id="out"></p><my-field></my-field><script>customElements.define("my-field", class extends HTMLElement { constructor() { super();
			const root = this.attachShadow({ mode: "closed" }); root.innerHTML = "<input type=file aria-label=Papers>";
			root.firstChild.onchange = ({ target }) => { out.textContent = "got " + target.files[0].name } } })</script>`);
		const ref = /button "Papers[^"]*" \[(e\d+)\]/.exec((await must("snapshot")).text)?.[1];
		await must("upload", { ref, drop: true, paths: [file(context, "k.txt")] });
		await must("wait_for", { text: "got k.txt" });
	},
	"a place that moves or links what it is given, and one that is left again": async (context) => {
		const { call, must, open } = context;
		for (const effect of ["move", "link", "copy"]) {
			await open(`${reader}<div id="zone" style="width:300px;height:100px"
				ondragover="event.preventDefault(); event.dataTransfer.dropEffect = '${effect}'"
				ondrop="event.preventDefault(); show(event.dataTransfer.files)">Drop here</div>`);
			await must("upload", { selector: "#zone", drop: true, paths: [file(context, `${effect}d.txt`)] });
			await must("wait_for", { text: `${effect}d.txt=${effect}d.txt` });
		}
		await open(`<div id="zone" style="width:300px;height:100px" ondragenter="over = 1" ondragleave="over = 0">No</div>
			<script>over = undefined</script>`);
		const refused = await call("upload", { selector: "#zone", drop: true, paths: [file(context, "l.txt")] });
		expect(refused.code).toBe("not_actionable");
		await must("wait_for", { function: "over === 0" });
	},
	"a directory is not given": async (context) => {
		const { call, open } = context;
		await open('<input type="file" webkitdirectory>');
		const { code, text } = await call("upload", {
			selector: "input",
			paths: [file(context, "j.txt")],
		});
		expect(code).toBe("not_actionable");
		expect(text).toContain("directory");
	},
	"what is no field for files is refused": async (context) => {
		const { call, open } = context;
		await open('<input aria-label="Name"><input type="file" disabled>');
		const paths = [file(context, "wrong.txt")];
		const { code, text } = await call("upload", { label: "Name", paths });
		expect(code).toBe("not_actionable");
		expect(text).toContain("is no file input");
		expect((await call("upload", { selector: "[type=file]", paths })).code).toBe("not_actionable");
		expect((await call("upload", { paths, drop: true })).code).toBe("bad_args");
	},
	"a file of another directory is refused, there or not": async (context) => {
		const { call, open, value } = context;
		await open(field);
		const secret = file(context, "secret.txt", "secret", join(context.uploads, "..", "private"));
		const link = join(context.uploads, "link.txt");
		symlinkSync(secret, link);
		for (const path of [
			secret,
			join(context.uploads, "..", "private", "secret.txt"),
			"/no/such/file",
			link,
		]) {
			const { code, error } = await call("upload", { selector: "input", paths: [path] });
			expect(`${path} ${code}`).toBe(`${path} policy_denied`);
			expect(error?.hint).toContain("--allow-upload");
		}
		expect(await value("document.querySelector('input').files.length")).toBe(0);
	},
	"what is no file is named": async (context) => {
		const { call, open } = context;
		await open(field);
		const inside = join(context.uploads, "folder");
		mkdirSync(inside, { recursive: true });
		for (const [path, words] of [
			[inside, "is a directory"],
			[join(inside, "missing.txt"), "there is no such file"],
			["relative.txt", "absolute path"],
		] as const) {
			const { code, text } = await call("upload", { selector: "input", paths: [path] });
			expect(code).toBe("bad_args");
			expect(text).toContain(words);
		}
	},
	"a field that the page empties at once": async (context) => {
		const { must, open } = context;
		await open(`${reader}<input type="file" onchange="show(this.files); this.value = ''">`);
		const { text } = await must("upload", { selector: "input", paths: [file(context, "gone.txt", "x")] });
		expect(text).toContain("has taken the files out of the field again");
		await must("wait_for", { text: "gone.txt=x" });
	},
});
