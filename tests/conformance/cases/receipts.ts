// What a receipt tells: what appeared, vanished and changed, and what went wrong, or that nothing happened.

import { expect } from "vitest";
import { group } from "../case.ts";

export const receiptCases = group("receipts", {
	"what appeared, with refs that can be used": async ({ must, open }) => {
		await open(
			`<button id="add" onclick="box.innerHTML = '<button onclick=box.remove()>Save</button>'">Add</button><div id="box"></div>`,
		);
		const { text } = await must("click", { selector: "#add" });
		const ref = /^\+ button "Save" \[(e\d+)\]$/m.exec(text)?.[1];
		expect(ref).toBeDefined();
		expect((await must("click", { ref })).text).toMatch(/^− button "Save" \[e\d+\]$/m);
	},
	"what changed": async ({ must, open }) => {
		await open(
			`<button id="b" onclick="b.textContent = 'On'; b.setAttribute('aria-pressed', 'true')">Off</button>`,
		);
		expect((await must("click", { selector: "#b" })).text).toMatch(/^~ button "On" \[e\d+\] pressed$/m);
	},
	"texts that come and go": async ({ must, open }) => {
		await open(`<p id="p">before</p><button onclick="p.textContent = 'after'">Go</button>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toMatch(/^\+ text "after"$/m);
		expect(text).toMatch(/^− text "before"$/m);
	},
	"the first text of a page that showed nothing": async ({ must, open }) => {
		await open(`<p id="p"></p><script>onkeydown = () => { p.textContent = "words" }</script>`);
		const { text } = await must("press", { key: "k" });
		expect(text).toMatch(/^\+ text "words"$/m);
		expect(text).not.toContain("−");
	},
	"a popover that opens": async ({ must, open }) => {
		await open(`<button popovertarget="p">Open</button><div popover id="p">Hidden before</div>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toMatch(/^~ button "Open" \[e\d+\] expanded$/m);
		expect(text).toContain('+ text "Hidden before"');
	},
	"a class that shows something": async ({ must, open }) => {
		await open(
			`<style>.off { display: none }</style><button onclick="m.classList.remove('off')">Menu</button><nav id="m" class="off"><a href="#a">Item</a></nav>`,
		);
		expect((await must("click", { selector: "button" })).text).toMatch(/^\+ link "Item" \[e\d+\]/m);
	},
	"what fades, slides and unfolds, in and out, and not with the action after it": async ({ must, open }) => {
		for (const [off, on] of [
			["opacity: 0", "opacity: 1"],
			["visibility: hidden; opacity: 0", "visibility: visible; opacity: 1"],
			["overflow: hidden; max-height: 0", "max-height: 300px"],
			["position: fixed; left: 0; transform: translateX(-100%)", "transform: none"],
			["transform: scale(0)", "transform: none"],
		]) {
			await open(
				`<style>#p { ${off}; transition: all 0.3s } #p.on { ${on} }</style><button id="b" onclick="p.classList.toggle('on')">Menu</button><button id="n">Other</button><div id="p"><button>Inside</button></div>`,
			);
			expect((await must("click", { selector: "#b" })).text, on).toMatch(/^\+ button "Inside"/m);
			expect((await must("click", { selector: "#n" })).text, on).toContain("nothing changed");
			await must("wait_for", { function: "document.getAnimations().length === 0" });
			expect((await must("click", { selector: "#b" })).text, on).toMatch(/^− button "Inside"/m);
			await must("wait_for", { function: "document.getAnimations().length === 0" });
			expect((await must("click", { selector: "#n" })).text, on).toContain("nothing changed");
		}
	},
	"what moves goes on as if nobody had looked": async ({ must, open, value }) => {
		await open(
			`<style>#p { opacity: 0; transition: opacity 0.3s } #p.on { opacity: 1 }</style><button onclick="p.className = 'on'; p.getAnimations()[0].finished.then(() => ends.push('finished'))">Show</button><p id="p">Words</p>
			<script>const ends = []; for (const name of ["start", "end", "cancel"]) addEventListener("transition" + name, ({ elapsedTime }) => ends.push(name + elapsedTime))</script>`,
		);
		await must("click", { selector: "button" });
		await must("wait_for", { function: "ends.length === 3" });
		expect(await value("ends.sort().join()")).toBe("end0.3,finished,start0");
	},
	"what frameworks show two pictures after they have put it there": async ({ must, open }) => {
		await open(
			`<style>#p { opacity: 0; transition: opacity 0.3s } #p.on { opacity: 1 }</style><div id="w"></div>
			<button onclick="w.innerHTML = '<p id=p>Words</p>'; requestAnimationFrame(() => requestAnimationFrame(() => { p.className = 'on' }))">Show</button>`,
		);
		expect((await must("click", { selector: "button" })).text).toContain('+ text "Words"');
	},
	"what fades in in a shadow root": async ({ must, open }) => {
		await open(`<button id="b">Show</button><button id="n">Other</button><my-toast></my-toast><script>
			customElements.define("my-toast", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML =
			"<style>p { opacity: 0; transition: opacity 0.3s } .on { opacity: 1 }</style><p>Saved</p>" } });
			const toast = document.querySelector("my-toast").shadowRoot.querySelector("p"); toast.ontransitionend = () => { window.over = true }; b.onclick = () => { toast.className = "on" }</script>`);
		expect((await must("click", { selector: "#b" })).text).toContain('+ text "Saved"');
		await must("wait_for", { function: "window.over" });
		expect((await must("click", { selector: "#n" })).text).toContain("nothing changed");
	},
	"a popover that another has taken the place of since": async ({ must, open, value }) => {
		await open(`<button>Other</button><div id="p" popover="manual">One</div><div id="q" popover="manual">Two</div>
			<script>p.showPopover()</script>`);
		await must("click", { selector: "button" });
		await value("p.hidePopover(), q.showPopover(), 1");
		expect((await must("click", { selector: "button" })).text).toContain("nothing changed");
	},
	"what comes into view in a list that was scrolled for the action is not new": async ({ must, open }) => {
		const rows = Array.from({ length: 30 }, (_, at) => `<p><button>Row ${at}</button></p>`).join("");
		await open(`<div style="height:100px;overflow:auto">${rows}</div>`);
		for (const at of [3, 25, 1]) {
			const { text } = await must("click", { role: "button", name: `Row ${at}` });
			expect(text).toContain("nothing changed");
		}
	},
	"a modal dialog, and not that the page is behind it": async ({ must, open }) => {
		await open(
			`<h1>Page</h1><select aria-label="Land"><option>Chad<option>Mali</select><button id="open" onclick="d.showModal()">Open</button><dialog id="d"><button>Yes</button></dialog>`,
		);
		const { text } = await must("click", { selector: "#open" });
		expect(text).toMatch(/^\+ dialog \[e\d+\] modal$/m);
		expect(text).not.toContain("−");
	},
	"what a server sends after a while": async ({ must, open, site, path }) => {
		const data = path("data");
		site.handle(data, (_request, response) => setTimeout(() => response.end("from the server"), 200));
		await open(
			`<p id="p"></p><button onclick="fetch('${data}').then((r) => r.text()).then((t) => p.textContent = t)">Load</button>`,
		);
		expect((await must("click", { selector: "button" })).text).toContain('+ text "from the server"');
	},
	"one request that leads to the next": async ({ must, open, site, path }) => {
		const data = path("data");
		site.handle(data, (_request, response) => setTimeout(() => response.end("x"), 80));
		await open(
			`<p id="p"></p><button onclick="(async () => { for (const n of [1, 2, 3]) { await (await fetch('${data}?' + n)).text(); p.textContent = 'part ' + n } })()">Load</button>`,
		);
		expect((await must("click", { selector: "button" })).text).toContain('+ text "part 3"');
	},
	"a server that takes long is not called nothing": async ({ must, open, site, path }) => {
		const never = site.handle(path("never"), () => {});
		const waits = "a request of the page is not answered yet";
		await open(
			`<button onclick="fetch('${never}')">Pay</button><button>Other</button><script>fetch('${never}?poll')</script>`,
		);
		expect((await must("click", { name: "Other" })).text).not.toContain(waits);
		expect((await must("click", { name: "Pay" })).text).toContain(
			`nothing changed on the page\n${waits}: wait_for what should come`,
		);
	},
	"what another program would open is not gone to": async ({ must, open }) => {
		await open(
			`<a href="tel:123">Call</a><button onclick="location = 'reins-test:x'">App</button><button onclick="this.textContent = 'Pressed'">Press</button>`,
		);
		expect((await must("click", { name: "Call" })).text).toContain(
			"not followed: tel:123 is for another program",
		);
		expect((await must("click", { name: "App" })).text).toContain("not followed: reins-test:x is");
		expect((await must("click", { name: "Press" })).text).toContain('button "Pressed"');
	},
	"a request that fails": async ({ must, open, site, path }) => {
		const missing = path("missing");
		site.handle(missing, (_request, response) => {
			response.writeHead(503);
			response.end();
		});
		await open(`<button onclick="fetch('${missing}')">Load</button>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toContain("nothing changed on the page");
		expect(text).toContain(`failed request: ${site.origin}${missing} "HTTP 503"`);
	},
	"many requests that fail are counted": async ({ must, open, closed }) => {
		await open(`<button onclick="for (let i = 0; i < 30; i++) fetch('${closed}/' + i)">Load</button>`);
		const { text } = await must("click", { selector: "button" });
		const named = text.match(/^failed request: /gm)?.length ?? 0;
		expect(text).toMatch(new RegExp(`^failed request: .*, ${30 - named} more$`, "m"));
	},
	"errors of scripts, caught and not": async ({ must, open }) => {
		await open(`<button onclick="console.error('noted', 7); throw new TypeError('broken')">Go</button>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toContain('script error: "noted 7"');
		expect(text).toContain('script error: "TypeError: broken"');
	},
	"errors of before are not told": async ({ must, open }) => {
		await open(`<script>console.error("old")</script><button>Go</button>`);
		expect((await must("click", { selector: "button" })).text).not.toContain("script error");
	},
	"a button that ignores clicks": async ({ must, open }) => {
		await open("<button>Idle</button>");
		expect((await must("click", { selector: "button" })).text).toMatch(
			/^clicked button "Idle" \[e\d+\]\nnothing changed on the page\nfocus: button "Idle"$/,
		);
	},
	"changes that nobody sees": async ({ must, open }) => {
		await open(`<button onclick="document.body.dataset.n = '1'">Go</button>`);
		expect((await must("click", { selector: "button" })).text).toContain(
			"the page changed, in nothing that can be seen",
		);
	},
	"a title that changes alone, and beside other things": async ({ must, open }) => {
		await open(
			`<button onclick="document.title = 'Two \\u201cnew\\u201d'">Title</button><button onclick="document.title = 'Three'; out.textContent = 'Words'">Both</button><button onclick="out.textContent = 'More'">Text</button><p id="out"></p>`,
		);
		const alone = (await must("click", { name: "Title" })).text;
		expect(alone).toMatch(/^clicked .*\nthe page changed\ntitle: "Two “new”"\nfocus: /);
		const both = (await must("click", { name: "Both" })).text;
		expect(both).toContain('\nthe page changed\ntitle: "Three"\n');
		expect(both).toContain('+ text "Words"');
		expect((await must("click", { name: "Text" })).text).not.toContain("title:");
	},
	"another address of the same document": async ({ must, open }) => {
		const url = await open(
			`<button onclick="history.pushState({}, '', '?two')">Push</button><button onclick="location.hash = 'three'">Hash</button>`,
		);
		expect((await must("click", { name: "Push" })).text).toContain(`navigated to ${url}?two "Test page"`);
		expect((await must("click", { name: "Hash" })).text).toContain(
			`navigated to ${url}?two#three "Test page"`,
		);
	},
	"things in another order are not called unseen": async ({ must, open }) => {
		await open(
			`<ul id="l"><li>one<li>two<li>three</ul><button onclick="l.append(l.firstElementChild)">Turn</button>
			<button onclick="l.append(l.firstElementChild); this.textContent = 'Turned'">Both</button>`,
		);
		expect((await must("click", { name: "Turn" })).text).toMatch(
			/^the page changed: the same things in another order$/m,
		);
		expect((await must("click", { name: "Both" })).text).toMatch(/^~ button "Turned"/m);
	},
	"much that changes is cut short": async ({ must, open }) => {
		await open(
			`<button onclick="for (let i = 0; i < 200; i++) l.insertAdjacentHTML('beforeend', '<p>line number ' + i + '</p>')">Go</button><div id="l"></div>`,
		);
		const { text } = await must("click", { selector: "button" });
		expect(text).toMatch(/^… \d+ more$/m);
		expect(text.length).toBeLessThan(600);
	},
	"a masked value stays masked": async ({ must, open }) => {
		await open(`<input type="password" aria-label="Secret">`);
		const { text } = await must("type", { selector: "input", text: "hunter2" });
		expect(text).toContain("the page changed");
		expect(text).not.toContain("hunter2");
	},
	"what is far away on a long page": async ({ must, open, value }) => {
		await open(
			`<button onclick="b.insertAdjacentHTML('beforeend', '<button>New</button>')">Go</button>${"<p>A paragraph of a long page.</p>".repeat(600)}<div id="b"></div>`,
		);
		const { text } = await must("click", { selector: "button" });
		expect(text).not.toContain("nothing changed");
		expect(text).not.toContain("−");
		expect(await value("b.children.length")).toBe(1);
	},
	"a page that becomes longer than a receipt looks at": async ({ must, open }) => {
		await open(
			`<button onclick="for (let i = 0; i < 400; i++) document.body.append(Object.assign(document.createElement('p'), { textContent: 'A line of text, number ' + i }))">More</button>`,
		);
		const { text } = await must("click", { selector: "button" });
		expect(text).toMatch(/^\+ text "A line of text, number 0"$/m);
		expect(text).toMatch(/^… \d+ more$/m);
	},
	"a change beyond what a receipt looks at is not called unseen": async ({ must, open }) => {
		const long = Array.from({ length: 400 }, (_, i) => `<p>A line of text, number ${i}</p>`).join("");
		await open(`<button onclick="end.textContent = 'After'">Go</button>${long}<p id="end">Before</p>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toContain("the page changed, beyond what a receipt looks at: take a snapshot");
	},
	"a text beside a list that is folded, or on the screen of a long page": async ({ must, open }) => {
		const press = `<button onclick="out.textContent = out.textContent === 'Paid' ? 'Declined' : 'Paid'">Pay</button><p id="out">Ready</p>`;
		const lands = `<select aria-label="Land">${"<option>Land</option>".repeat(60)}</select>`;
		const long = Array.from({ length: 200 }, (_, i) => `<h3>Part ${i}</h3><p>Words of part ${i}</p>`).join(
			"",
		);
		for (const page of [press + lands, lands + press, `${lands}${press}<p>End</p>`, press + long]) {
			await open(page);
			for (const [before, now] of ["Ready", "Paid", "Declined", "Paid"].map((word, at, all) => [
				all[at - 1],
				word,
			])) {
				if (before === undefined) continue;
				const { text } = await must("click", { name: "Pay" });
				expect(text.match(/^[+−~] .*$/gm)).toEqual([`+ text "${now}"`, `− text "${before}"`]);
			}
		}
	},
	"what comes out of the fold of a list is not told as new, what is shown behind the list is": async ({
		must,
		open,
	}) => {
		const rows = Array.from(
			{ length: 40 },
			(_, i) => `<li>${i} <button onclick="gone(this)">Drop ${i}</button></li>`,
		);
		await open(`<ul>${rows.join("")}</ul><div id="out"></div><p>End</p><script>
			const gone = (button) => { button.parentNode.remove(); out.innerHTML = '<button>Undo</button>Dropped ' + button.innerText.slice(5) }</script>`);
		for (const nth of [3, 5]) {
			const { text } = await must("click", { name: `Drop ${nth}` });
			const told = (text.match(/^[+−~] .*$/gm) ?? []).map((line) => line.replace(/ \[e\d+\]/g, ""));
			const before = nth === 3 ? [] : ['− button "Undo"', '− text "Dropped 3"'];
			const expected = [
				'+ button "Undo"',
				`+ text "Dropped ${nth}"`,
				"− listitem",
				`− button "Drop ${nth}"`,
				...before,
			];
			expect(told.filter((line) => !line.includes(`text "${nth}"`)).toSorted()).toEqual(expected.toSorted());
		}
	},
	"a text in a dialog that was open before": async ({ must, open }) => {
		await open(`<p>Page</p><dialog id="d"><button onclick="out.textContent = 'Too short'">Check</button><p id="out"></p></dialog>
			<script>d.showModal()</script>`);
		const { text } = await must("click", { name: "Check" });
		expect(text.match(/^[+−~] .*$/gm)).toEqual([`+ text "Too short"`]);
	},
	"what changes behind a modal dialog, as it closes and while it is open": async ({ must, open, value }) => {
		const told = (text: string) =>
			(text.match(/^[+−~] .*$/gm) ?? []).map((line) => line.replace(/ \[e\d+\]/g, ""));
		await open(`<ul><li id="r">Milk <button onclick="d.showModal()">Delete</button></li></ul><p id="n">1 item</p>
			<dialog id="d">Sure? <button onclick="n.textContent = '1 item, as ever'">Count</button>
			<button onclick="e.showModal()">More</button><dialog id="e"><button onclick="e.close()">Less</button></dialog>
			<button onclick="r.remove(); n.textContent = '0 items'; d.close()">Yes</button></dialog>`);
		const opened = told((await must("click", { name: "Delete" })).text);
		expect(opened[0]).toBe("+ dialog modal");
		expect(opened.filter((line) => !line.startsWith("+"))).toEqual([]);
		await value("r.append('!'), 1");
		expect(told((await must("click", { name: "Count" })).text)).toEqual([
			'+ text "1 item, as ever"',
			'− text "1 item"',
		]);
		expect(told((await must("click", { name: "More" })).text)).toEqual(["+ dialog modal", '+ button "Less"']);
		expect(told((await must("click", { name: "Less" })).text)).toEqual(["− dialog modal", '− button "Less"']);
		const closed = told((await must("click", { name: "Yes" })).text);
		expect(closed).toEqual(
			expect.arrayContaining(['+ text "0 items"', '− text "1 item, as ever"', '− button "Delete"']),
		);
		expect(closed.filter((line) => line.startsWith("+"))).toEqual(['+ text "0 items"']);
	},
	"the states of what has a long name, and what a long text has become": async ({ must, open, value }) => {
		const name = `Send ${"a very long message ".repeat(10)}`;
		await open(`<button id="b" aria-label="${name}" onclick="this.ariaDisabled = true">Send</button>
			<textarea id="a" aria-label="Note">${"Words of a letter. ".repeat(40)}</textarea>
			<button onclick="a.value = a.value.trim().slice(0, -7) + 'book'">End</button>
			<button onclick="a.value += ' \\u{1F600}'.repeat(99)">Smile</button>`);
		expect((await must("click", { selector: "#b" })).text).toMatch(
			/^~ button "Send a very long[^"]*…" \[e\d+\] disabled$/m,
		);
		const typed = await must("type", { selector: "#a", text: "Yours, Ada" });
		expect(typed.text).toMatch(/^~ textbox "Note" \[e\d+\] = "…[^"]*of a letter. Yours, Ada"$/m);
		await value("a.value = 'Words of a letter. '.repeat(40), 1");
		expect((await must("click", { name: "End" })).text).toMatch(
			/^~ textbox "Note" \[e\d+\] = "…[^"]*Words of a book"$/m,
		);
		expect((await must("click", { name: "Smile" })).text).toMatch(
			/^~ textbox "Note" \[e\d+\] = "…[^"]*a book( \u{1F600})+…"$/mu,
		);
		expect((await must("click", { name: "Smile" })).text).toContain("😀");
		expect((await must("click", { selector: "#a" })).text).toContain("nothing changed");
	},
	"a frame that goes to another page, and one that goes away": async ({ must, open, serve }) => {
		const body = `<a href="${serve("<p>There</p>")}">Go on</a><button onclick="frameElement.remove()">Away</button>`;
		const here = serve(body);
		const told = async (name: string) => {
			await open(`<iframe src="${here}"></iframe>`);
			await must("wait_for", { text: "Go on" });
			return (await must("click", { name })).text;
		};
		expect(await told("Go on")).toContain(
			"the page changed: the frame shows another page now, or is gone; take",
		);
		expect(await told("Away")).toMatch(/^− iframe/m);
	},
	"an address of script that replaces the page, or a frame": async ({ must, open, serve }) => {
		const replace = (markup: string) => `<a href="javascript:'${markup}'">Go</a><p>Old</p>`;
		await open(replace("<h1>Replaced</h1><button>New</button>"));
		const { text } = await must("click", { name: "Go" });
		expect(text).toContain("the page was replaced by what a script wrote: take a snapshot");
		expect(text).toMatch(/^\+ heading "Replaced" \[e\d+\]/m);
		expect((await must("click", { name: "New" })).text).toContain("nothing changed");
		await open(replace("Words"));
		expect((await must("click", { name: "Go" })).text).toContain("the page was replaced");
		await open(`<iframe src="${serve(replace("<h1>Replaced</h1>"))}"></iframe>`);
		await must("wait_for", { text: "Old" });
		expect((await must("click", { name: "Go" })).text).toContain("the page changed");
		await open(`<a href="javascript:void 0">Go</a>`);
		expect((await must("click", { name: "Go" })).text).toContain("nothing changed");
	},
	"a modal dialog over a sheet, and nothing of the page under that": async ({ must, open }) => {
		await open(`<p>Under it</p><button>Covered</button><div style="position:fixed;inset:0;background:white"><p>Sheet</p>
			<button onclick="d.showModal()">Ask</button></div><dialog id="d"><button onclick="d.close()">No</button></dialog>`);
		for (const [name, sign] of [
			["Ask", "+"],
			["No", "−"],
		] as const) {
			const { text } = await must("click", { name });
			const told = (text.match(/^[+−~] .*$/gm) ?? []).map((line) => line.replace(/ \[e\d+\]/g, ""));
			expect(told).toEqual([`${sign} dialog modal`, `${sign} button "No"`]);
		}
	},
	"a modal dialog over a page that is longer than a receipt looks at": async ({ must, open }) => {
		const long = Array.from({ length: 400 }, (_, i) => `<p>A line of text, number ${i}</p>`).join("");
		await open(`<button onclick="d.showModal()">Ask</button><p id="n">Open</p>${long}
			<dialog id="d">Sure? <button onclick="n.textContent = 'Done'; d.close()">Yes</button></dialog>`);
		const { text } = await must("click", { name: "Ask" });
		expect(text).toContain('+ text "Sure?"');
		expect(text).not.toMatch(/^[−~]/m);
		const { text: closed } = await must("click", { name: "Yes" });
		expect(closed).toContain('+ text "Done"');
		expect(closed).toContain('− text "Open"');
		expect(closed).not.toContain("A line of text");
	},
	"what only gets room in a receipt's look is not told as new, nor as gone what has none any more": async ({
		must,
		open,
	}) => {
		const words = (i: number) => `<p>${"Many words ".repeat(3)} ${i}</p>`;
		const long = Array.from({ length: 300 }, (_, i) => words(i)).join("");
		const some = Array.from({ length: 15 }, (_, i) => words(1_000 + i)).join("");
		await open(`<button onclick="out.innerHTML = out.innerHTML ? '' : out.title">Turn</button>
			<div id="out" title="${some}"></div><i>First</i>${long.replaceAll("<p>Many", "<h6></h6><p>Many")}`);
		for (const sign of ["+", "−"]) {
			const { text } = await must("click", { name: "Turn" });
			const told = text.match(/^[+−~] .*$/gm) ?? [];
			expect(told.length).toBeGreaterThan(0);
			for (const line of told)
				expect(line).toMatch(new RegExp(`^\\${sign} text "Many words Many words Many words 10\\d\\d"`));
		}
	},
	"a page that the action led to says what it says first": async ({ must, open, serve }) => {
		const there = serve(
			`<nav><a href="#">Home</a></nav><h1 hidden>Nobody sees this</h1><h1 style="opacity: 0">Nor this</h1>
<h1>Thank you, <em>Ada</em></h1><div role="alert">One thing is missing</div><h1>A third</h1><h2>Smaller</h2>`,
		);
		await open(`<a href="${there}">Go</a>`);
		const { text } = await must("click", { selector: "a" });
		expect(text).toContain(`navigated to ${there} "Test page"`);
		expect(text).toMatch(/^\+ heading "Thank you, Ada" \[e\d+\]\n\+ alert "One thing is missing" \[e\d+\]$/m);
		expect(text).not.toMatch(/Nobody|Nor this|A third|Smaller|Home/);
		// Its refs are good at once.
		const [, ref] = /Ada" \[(e\d+)\]/.exec(text) ?? [];
		expect((await must("get_text", { ref })).text).toContain("Thank you, Ada");
	},
	"a step within the page is waited for like any change": async ({ must, open }) => {
		await open(
			`<button onclick="history.pushState({}, '', '?p=' + ++page); out.textContent = 'Loading'; setTimeout(() => { out.textContent = 'Page ' + page }, 4)">Go</button><p id="out"></p><script>let page = 0</script>`,
		);
		// Chrome holds timers back after a press, and those of the page must not be overtaken when it lets go of them.
		for (let round = 1; round <= 12; round += 1) {
			const { text } = await must("click", { selector: "button" });
			expect(text).toContain(`?p=${round} "Test page"`);
			expect(text).toMatch(new RegExp(`[+~] .*Page ${round}"`));
		}
	},
	"a page that waits for its server is told of when the wait is over": async ({
		must,
		open,
		serve,
		site,
		path,
	}) => {
		const never = site.handle(path("never"), () => {});
		const there = serve(`<h1>Come</h1><script>fetch(${JSON.stringify(never)})</script>`);
		await open(`<a href="${there}">Go</a>`);
		const { text } = await must("click", { selector: "a" });
		expect(text).toContain(`navigated to ${there} "Test page"`);
		expect(text).toContain('+ heading "Come"');
	},
	"a page that sends one on at once is not where one is": async ({ must, open, serve }) => {
		const end = serve("<h1>The end</h1>");
		for (const leads of [
			`<body onload="document.forms[0].submit()"><h1>Redirecting</h1><form action="${end}"></form>`,
			`<h1>Redirecting</h1><script>addEventListener("DOMContentLoaded", () => location.replace("${end}"))</script>`,
			`<h1>Redirecting</h1><script>addEventListener("load", () => { location = "${end}" })</script>`,
		]) {
			await open(`<a href="${serve(leads)}">Go</a>`);
			const { text } = await must("click", { selector: "a" });
			expect(text, leads).toContain('+ heading "The end"');
			expect(text, leads).not.toContain("Redirecting");
		}
	},
	"what changes without a word in the next picture": async ({ must, open }) => {
		await open(`<input id="day" aria-label="Day"><input id="every" type="checkbox" aria-label="Every"><div id="tip" popover="manual">Chosen</div>
			<button onclick="this.className = count++; requestAnimationFrame(() => { day.value = 'Day ' + count; every.checked = count % 2; tip.togglePopover(); })">Choose</button>
			<script>let count = 0</script>`);
		// Whether the page is looked at before that picture or after it is chance.
		for (let round = 1; round <= 12; round += 1) {
			const { text } = await must("click", { selector: "button" });
			for (const told of [`= "Day ${round}"`, `checkbox "Every"`, "Chosen"]) expect(text).toContain(told);
		}
	},
	"a choice in a list takes one line, so that there is room for what came of it": async ({ must, open }) => {
		await open(`<label>Saddle <select onchange="p.textContent = 'For two'"><option>English</option><option>Western</option></select></label>
			<p id="p"></p>`);
		const { text } = await must("select_option", { label: "Saddle", options: ["Western"] });
		expect(text).toMatch(/^~ combobox "Saddle" \[e\d+\] = "Western"\n\+ text "For two"$/m);
	},
	"what the page says of a form is not lost behind its fields": async ({ must, open }) => {
		const field = (at: number) => `<p><input id="i${at}" aria-label="Field ${at}"></p>`;
		const ids = Array.from({ length: 14 }, (_, at) => at + 1);
		await open(`${ids.map(field).join("")}<p role="alert" id="w"></p><script>i3.onblur = () => {
			w.textContent = "Field 3 must be a number";
		}</script>`);
		const fields = ids.map((at) => ({ label: `Field ${at}`, value: `v${at}` }));
		const { text } = await must("fill_form", { fields });
		expect(text).toMatch(/^\+ alert "Field 3 must be a number" \[e\d+\]\n~ textbox "Field 1"/m);
	},
	"what has no name is called by the words that are seen in it": async ({ must, open }) => {
		await open(
			`<ul><li style="cursor:pointer">Bob: <b>Lunch?</b><i style="display:none">not seen</i></li></ul><div contenteditable role="textbox">Draft</div>`,
		);
		expect((await must("click", { name: "Bob: Lunch?" })).text).toMatch(/^clicked listitem "Bob: Lunch\?" /);
		expect((await must("click", { role: "textbox" })).text).toMatch(/^clicked textbox "" /);
	},
	"the same text once more is told, and once less": async ({ must, open }) => {
		await open(`<button onclick="list.append(document.createElement('p')); list.lastChild.append('Saved')">Save</button>
			<button onclick="list.lastChild.remove()">Take back</button><div id="list"><p>Saved</p></div>`);
		expect((await must("click", { name: "Save" })).text).toContain('+ text "Saved"');
		expect((await must("click", { name: "Take back" })).text).toContain('− text "Saved"');
	},
	"what comes above what is seen makes the browser scroll, and hides nothing that came": async ({
		must,
		open,
	}) => {
		await open(`<div id="far"></div><div style="height:1500px">tall</div><p id="near"></p>
			<button onclick="near.textContent = 'near it'; far.textContent = 'far away'">Both</button><div style="height:1500px"></div>`);
		const { text } = await must("click", { name: "Both" });
		expect(text).toContain('+ text "near it"');
	},
	"what a page puts anew in place of the same takes no room from what is different": async ({
		must,
		open,
	}) => {
		await open(`<button onclick="tasks = tasks.map((each) => each.replace('Task 9', 'Task nine')); draw()">Rename</button><ul id="list"></ul><p id="left"></p><script>
			tasks = Array.from({ length: 9 }, (_, at) => "Task " + (at + 1));
			const draw = () => {
				list.innerHTML = tasks.map((each) => "<li><button>Do " + each + "</button></li>").join("");
				left.textContent = tasks.length + " left, " + Date.now();
			};
			draw();
		</script>`);
		const { text } = await must("click", { name: "Rename" });
		expect(text).toContain('"Do Task nine"');
		expect(text).toContain(" left, ");
		expect(text).not.toMatch(/− .*"Do Task 1"/);
	},
	"nor of frames around or in the one that was acted in": async ({ must, open, serve }) => {
		const out = (body: string) => serve(`<p id="out">Before</p>${body}`);
		const up = serve(
			`<button onclick="parent.document.getElementById('out').textContent = 'Told'">Up</button>`,
		);
		const around = out(`<iframe src="${up}"></iframe>`);
		const within =
			serve(`<button onclick="frames[0].document.getElementById('out').textContent = 'Told'">Down</button>
			<iframe src="${out("")}"></iframe>`);
		for (const [name, url] of [
			["Up", around],
			["Down", within],
		]) {
			await open(`<p>page</p><iframe src="${url}" width="500" height="400"></iframe>`);
			await must("wait_for", { text: "Before" });
			expect((await must("click", { name })).text).toContain("its other frames were not compared");
			await must("wait_for", { text: "Told" });
		}
	},
	"where frames are shown, nothing is claimed of them": async ({ must, open, serve }) => {
		const inner = serve("<p>Inner</p>", "<title>In</title>");
		await open(`<button id="deaf">Deaf</button><button onclick="setTimeout(() => frame.contentDocument.body.append('more'))">Tell</button>
			<iframe id="frame" src="${inner}"></iframe>`);
		expect((await must("click", { name: "Tell" })).text).toContain("its other frames were not compared");
		await open(`<button>Deaf</button><iframe hidden src="${inner}"></iframe>`);
		expect((await must("click", { name: "Deaf" })).text).toMatch(/nothing changed on the page$/m);
		await open(`<button onclick="this.className += 'x'; setTimeout(() => frame.contentDocument.body.append('more'))">Tell</button>
			<iframe id="frame" src="${inner}"></iframe>`);
		expect((await must("click", { name: "Tell" })).text).toContain(
			"in nothing that can be seen; its other frames were not compared",
		);
	},
	"a page that is nested without end has come all the same": async ({ must, open, serve }) => {
		const there = serve(
			`<h1 id="h"></h1><script>let at = h; for (let i = 0; i < 3000; i++) at = at.appendChild(document.createElement("span")); at.textContent = "deep"</script>`,
		);
		await open(`<a href="${there}">Go</a>`);
		expect((await must("click", { selector: "a" })).text).toContain(`navigated to ${there}`);
	},
	"a page that the action led to and that says nothing": async ({ must, open, serve }) => {
		const there = serve("<p>Words</p>");
		await open(`<a href="${there}">Go</a>`);
		expect((await must("click", { selector: "a" })).text).not.toMatch(/^[+~−]|Words/m);
	},
	"long addresses and words are cut": async ({ must, open, serve }) => {
		const url = `${serve("x")}?${"q".repeat(3_000)}`;
		await open(
			`<button onclick="history.pushState({}, '', '?' + 'u'.repeat(3000)); document.title = 't'.repeat(900); fetch('${url}/nothing'.replace('?', '/no?'))">Go</button>`,
		);
		const { text } = await must("click", { selector: "button" });
		expect(text).toContain("navigated to ");
		expect(text).toContain("failed request: ");
		expect(text.length).toBeLessThan(600);
	},
});
