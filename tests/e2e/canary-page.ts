// A page that holds canaries in its sensitive fields, and repeats the secret that is written into it wherever a page can
// write; and the eye that finds a canary in any spelling.

import type { Site } from "@reins/testkit";

/** What the person's fields hold. No piece of them occurs anywhere else. */
export const fieldCanaries = {
	password: "hush-Pw-8qZk3vv",
	code: "otp-55-wmz-41",
	card: "4929 1311 9077 6642",
	csc: "csc-94-kfx-07",
};
/** With every character that some encoding spells in another way. */
export const secretCanary = `Zq7&x"Kw<9vB> jX%Yt'Gd/R?m*`;

/** Its field is `#s`; the others are the person's. */
export function canaryPage(site: Site, other: Site): string {
	site.page("/frame", "<p id='in'>A frame</p>");
	other.page("/frame", "<p id='in'></p><script>document.getElementById('in').textContent = name</script>");
	const { password, code, card, csc } = fieldCanaries;
	return site.page(
		"/canary",
		`<h1>Sign in</h1>
		<form>
			<p><label>Password <input type="password" value="${password}"></label></p>
			<p><label>Again <input type="password" id="again"></label></p>
			<p><label>Code <input autocomplete="one-time-code" value="${code}"></label></p>
			<p><label>Card <input autocomplete="cc-number" value="${card}"></label></p>
			<p><label>Check <input autocomplete="cc-csc" id="csc"></label></p>
			<p><label>Token <input id="s"></label></p>
			<p><label>Short <input id="short" maxlength="16"></label></p>
			<p><label>Box <input type="checkbox" id="box"></label></p>
			<p><label>File <input type="file" id="file"></label></p>
			<select id="choice" aria-label="Choice"><option>none</option></select>
		</form>
		<p id="echo"></p><p id="capitals" style="text-transform: uppercase"></p><p id="long"></p><p id="words"></p>
		<h2 id="heading"></h2><table><tr><th>Token</th><td id="cell"></td></tr></table>
		<a id="query">query</a><a id="path">path</a><a id="hash">hash</a>
		<a id="save">save</a><a id="other" target="_blank">other</a>
		<button id="named">x</button><button id="twin1">twin</button><button id="twin2">twin</button>
		<button id="ask">ask</button><button id="fail">fail</button><button id="covered">covered</button>
		<div id="cover" style="position:absolute;display:none"></div>
		<img id="picture" width="30" height="30"><div id="host"></div><div id="cuts"></div>
		<iframe src="/frame" id="inner" width="200" height="40"></iframe>
		<iframe id="outer" width="200" height="40"></iframe>
		<script>
			const at = (id) => document.getElementById(id);
			at("again").value = ${JSON.stringify(password)};
			at("csc").value = ${JSON.stringify(csc)};
			at("ask").onclick = () => alert("Your token: " + at("s").value);
			at("fail").onclick = () => {
				console.error(at("s").value);
				fetch("/missing?token=" + encodeURIComponent(at("s").value));
				setTimeout(() => { throw new Error(at("s").value); });
			};
			at("s").oninput = () => {
				const v = at("s").value, coded = encodeURIComponent(v);
				for (const id of ["echo", "capitals", "heading", "cell"]) at(id).textContent = v;
				at("long").textContent = "w".repeat(180) + v + "z".repeat(4000);
				at("words").textContent = "many words ".repeat(100) + v;
				document.title = v;
				document.head.insertAdjacentHTML("beforeend", "<meta name=description>");
				document.querySelector("[name=description]").content = v;
				at("echo").title = at("echo").dataset.token = v;
				at("query").href = "?q=" + new URLSearchParams({ v });
				at("path").href = "/a/" + encodeURI(v);
				at("hash").href = "#" + v;
				at("other").href = "/frame?twice=" + encodeURIComponent(coded);
				at("save").href = "data:text/plain,hello";
				at("save").download = v + ".txt";
				at("named").ariaLabel = v;
				at("twin1").title = at("twin2").title = v;
				at("cover").ariaLabel = v;
				at("cover").role = "dialog";
				at("choice").add(new Option(v));
				at("short").value = v.slice(0, 16);
				at("short").placeholder = v;
				at("picture").alt = v;
				at("host").attachShadow({ mode: "open" }).textContent = v;
				for (let n = 40; n < 140; n += 5) {
					const cut = document.createElement("button");
					cut.textContent = "c".repeat(n) + v + "d".repeat(900);
					at("cuts").append(cut);
				}
				const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = at("covered");
				at("cover").style = "position:absolute;background:#fff;left:" + offsetLeft + "px;top:" + offsetTop +
					"px;width:" + offsetWidth + "px;height:" + offsetHeight + "px";
				at("inner").contentDocument.getElementById("in").textContent = v;
				at("outer").name = v;
				at("outer").src = ${JSON.stringify(`${other.origin}/frame?token=`)} + coded;
				history.replaceState(0, "", "?token=" + coded);
			};
		</script>`,
	);
}

/** What is found of the canaries in a text, with what stands before it. */
export function canariesIn(text: string, canaries: readonly string[]): string[] {
	const spellings = new Set([text]);
	for (const spelled of spellings) {
		if (spellings.size > 40) break;
		for (const decode of decoders) spellings.add(decode(spelled));
	}
	const found = new Set<string>();
	for (const spelled of spellings) {
		const bare = bared(spelled);
		for (const canary of canaries) {
			for (const piece of pieces(bared(canary))) {
				const place = bare.indexOf(piece);
				if (place >= 0) found.add(`${canary}: …${bare.slice(Math.max(0, place - 60), place + 40)}`);
			}
		}
	}
	return [...found];
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
const decoders: ((text: string) => string)[] = [
	(text) => text.replace(/(?:%[0-9a-f]{2})+/gi, decoded),
	(text) => text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => entities[name] as string),
	(text) =>
		text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
];

function decoded(codes: string): string {
	try {
		return decodeURIComponent(codes);
	} catch {
		return codes;
	}
}

/** Letters, digits and the signs between them that no escape is made of. */
function bared(text: string): string {
	return text.toLowerCase().replace(/[\\\s+_"*?/:<>|]/g, "");
}

/** Six characters in a row are more than what a cut may leave. */
function pieces(canary: string): string[] {
	return Array.from({ length: canary.length - 5 }, (_, at) => canary.slice(at, at + 6));
}
