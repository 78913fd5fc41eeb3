// The site of the demonstration: a sign-up form and the page that answers it, on loopback, on a port of the
// system's choice. It remembers what was posted, so that the demonstration can ask the other side whether
// the form really arrived.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const MOST = 10_000;
const fileText = (name) => readFileSync(new URL(name, import.meta.url), "utf8");

/** Resolves to { url, received, close }. */
export async function startSite() {
	const form = fileText("page.html");
	const welcome = fileText("welcome.html");
	const style = fileText("style.css");
	const received = [];
	const server = createServer(async (request, response) => {
		const answer = (status, body, type = "text/html") => {
			response.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" });
			response.end(body);
		};
		const asked = `${request.method} ${request.url}`;
		if (asked === "GET /") return answer(200, form);
		if (asked === "GET /style.css") return answer(200, style, "text/css");
		if (asked !== "POST /accounts") return answer(404, "There is no such page.", "text/plain");
		const fields = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
		if (!fields.name || !fields.email || fields.agree !== "yes") {
			return answer(400, "Name, e-mail and agreement are needed.", "text/plain");
		}
		received.push(fields);
		answer(
			200,
			welcome.replace(/{(\w+)}/g, (_, field) => escapeHtml(fields[field] ?? "")),
		);
	});
	await new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	return {
		url: `http://127.0.0.1:${server.address().port}/`,
		received,
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

async function bodyOf(request) {
	let text = "";
	for await (const piece of request.setEncoding("utf8")) {
		text += piece;
		if (text.length > MOST) break;
	}
	return text;
}

function escapeHtml(text) {
	const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
	return text.replace(/[&<>"]/g, (character) => names[character]);
}
