// The pages that are measured, on a server of their own: the same for everybody.

import { createServer } from "node:http";

const form = `<h1>Sign up</h1><form action="/thanks"><label>Name <input name="name"></label>
<label>E-mail <input type="email" name="email"></label><label><input type="checkbox"> I agree</label>
<button>Create account</button></form>
<p>Clicks: <output id="count">0</output></p>
<button onclick="count.textContent = ++clicks">Count</button><script>var clicks = 0</script>`;

/** A small page as most sites have them: places to go, a form, a few rows and a foot. */
const account = () => {
	const link = (text) => `<a href="#${text}">${text}</a>`;
	const field = (label, type = "text") => `<p><label>${label} <input type="${type}"></label></p>`;
	const order = (number) => `<tr><td>${number}</td><td>Saddle ${number}</td><td>${link("Receipt")}</td></tr>`;
	return `<header>${link("Home")}<nav>${["Orders", "Addresses", "Wishes", "Help"].map(link).join(" ")}</nav></header>
<main><h1>Account</h1><form>${["Name", "Street", "Town"].map((label) => field(label)).join("")}${field("E-mail", "email")}
<p><label><input type="checkbox" checked> Send me news</label></p><button>Save</button> <button type="reset">Undo</button></form>
<h2>Last orders</h2><table><tr><th>No</th><th>What</th><th>Paper</th></tr>${[1, 2, 3].map(order).join("")}</table></main>
<footer>${["Terms", "Privacy", "Imprint"].map(link).join(" ")}</footer>`;
};

function table(rows) {
	const cells = (row) =>
		`<tr><td>${row}</td><td>Person ${row}</td><td>person${row}@example.org</td><td><a href="#${row}">Open</a></td><td><button>Delete</button></td></tr>`;
	const head = "<tr><th>No</th><th>Name</th><th>E-mail</th><th>Page</th><th>Action</th></tr>";
	return `<h1>People</h1><table><thead>${head}</thead><tbody>${Array.from({ length: rows }, (_, row) => cells(row + 1)).join("")}</tbody></table>`;
}

const thanks = ({ searchParams }) =>
	`<h1>Thank you, ${(searchParams.get("name") ?? "").replaceAll(/\W/g, "")}</h1><p>A message is on its way.</p>`;

const pages = {
	"/form": () => form,
	"/account": account,
	"/thanks": thanks,
	"/1000": () => table(1_000),
	"/5000": () => table(5_000),
};

/** Resolves to { origin, close }. */
export async function servePages() {
	const server = createServer((request, response) => {
		const url = new URL(request.url, "http://bench");
		const page = pages[url.pathname];
		response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
		response.end(`<!doctype html><title>Bench</title>${page?.(url) ?? ""}`);
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		origin: `http://127.0.0.1:${server.address().port}`,
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}
