import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectEndpoint, resolveEndpoint } from "./endpoint.ts";
import {
	commander,
	ended,
	eventually,
	isAlive,
	Scratch,
	testExecutable,
	testNoSandbox,
} from "./test-support.ts";

const servers: Server[] = [];

async function serve(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

describe("a running browser", { timeout: 60_000 }, () => {
	const scratch = new Scratch();
	let port = "";
	let path = "";
	let browser: ReturnType<Scratch["spawn"]>;

	beforeAll(async () => {
		const profile = scratch.directory();
		const flags = [
			"--headless=new",
			"--disable-gpu",
			"--remote-debugging-port=0",
			`--user-data-dir=${profile}`,
			"about:blank",
		];
		browser = scratch.spawn(testExecutable(), testNoSandbox ? ["--no-sandbox", ...flags] : flags);
		await eventually(
			"its port",
			() => {
				try {
					[port, path] = readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n") as [
						string,
						string,
					];
					return path !== undefined;
				} catch {
					return false;
				}
			},
			30_000,
		);
	});
	afterAll(() => scratch.clear());

	it.each(["http://127.0.0.1:PORT", "http://127.0.0.1:PORT/", "http://localhost:PORT/json/version"])(
		"is reached by %s",
		async (pattern) => {
			const channel = await connectEndpoint(pattern.replace("PORT", port));
			expect((await commander(channel)("Browser.getVersion"))["product"]).toMatch(/Chrome/);
			channel.close();
		},
	);

	it("is reached by its WebSocket URL", async () => {
		const url = `ws://127.0.0.1:${port}${path}`;
		expect(await resolveEndpoint(url)).toEqual({ url });
		const channel = await connectEndpoint(url);
		expect((await commander(channel)("Browser.getVersion"))["product"]).toMatch(/Chrome/);
		channel.close();
	});

	it("lives on when the channel closes", async () => {
		const channel = await connectEndpoint(`http://127.0.0.1:${port}`);
		const closed: string[] = [];
		channel.onClose = (reason) => closed.push(reason);
		channel.close();
		channel.close();
		expect(closed).toEqual(["closed by Reins"]);
		expect(() => channel.send("{}")).toThrow(expect.objectContaining({ code: "browser_gone" }));
		const again = await connectEndpoint(`http://127.0.0.1:${port}`);
		expect((await commander(again)("Browser.getVersion"))["product"]).toMatch(/Chrome/);
		again.close();
		expect(isAlive(browser.pid as number)).toBe(true);
	});

	it("carries messages of many megabytes both ways", async () => {
		const channel = await connectEndpoint(`http://127.0.0.1:${port}`);
		const send = commander(channel);
		const { targetId } = await send("Target.createTarget", { url: "about:blank" });
		const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
		const expression = `/*${"x".repeat(5_000_000)}*/ "ü".repeat(5_000_000)`;
		const { result } = await send("Runtime.evaluate", { expression }, sessionId as string);
		expect((result as { value: string }).value).toBe("ü".repeat(5_000_000));
		channel.close();
	});

	it("is not taken for reached at a wrong path", async () => {
		const error = await connectEndpoint(`ws://127.0.0.1:${port}/devtools/browser/wrong`).catch(
			(thrown) => thrown,
		);
		expect(error).toMatchObject({ code: "endpoint_unreachable" });
	});

	it("is noticed when it dies", async () => {
		const channel = await connectEndpoint(`http://127.0.0.1:${port}`);
		const closed = new Promise<string>((resolve) => {
			channel.onClose = resolve;
		});
		await ended(browser);
		expect(await closed).toMatch(/debugging connection/);
		await expect(connectEndpoint(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
			code: "endpoint_unreachable",
			message: expect.stringContaining("ECONNREFUSED"),
		});
	});
});

describe("what the browser says about itself", () => {
	function describing(webSocketDebuggerUrl: unknown): RequestListener {
		return (request, response) => {
			const { url, headers } = request;
			response.end(JSON.stringify({ webSocketDebuggerUrl, asked: url, headers }));
		};
	}

	it("leads to the asked address, not to the one it sees itself at", async () => {
		const address = await serve(describing("ws://localhost:9222/devtools/browser/abc"));
		expect(await resolveEndpoint(`http://${address}`)).toEqual({
			url: `ws://${address}/devtools/browser/abc`,
		});
	});

	it("keeps a token, a prefix and a password", async () => {
		let seen: { url: string | undefined; authorization: string | undefined } | undefined;
		const address = await serve((request, response) => {
			seen = { url: request.url, authorization: request.headers.authorization };
			response.end(JSON.stringify({ webSocketDebuggerUrl: "ws://x/devtools/browser/abc" }));
		});
		const { url } = await resolveEndpoint(`http://me:p%40ss@${address}/grid/?token=t`);
		expect(seen).toEqual({
			url: "/grid/json/version?token=t",
			authorization: `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
		});
		expect(url).toBe(`ws://me:p%40ss@${address}/devtools/browser/abc?token=t`);
	});

	it.each([[undefined], [42], ["not a url"]])("must name a WebSocket (%o)", async (value) => {
		const address = await serve(describing(value));
		await expect(resolveEndpoint(`http://${address}`)).rejects.toMatchObject({
			code: "endpoint_unreachable",
		});
	});
});

describe("an endpoint that is none", () => {
	it.each(["", "9222", "localhost:9222", "ftp://127.0.0.1", "http://", "chrome"])(
		"is refused: %j",
		async (url) => {
			await expect(connectEndpoint(url)).rejects.toMatchObject({ code: "bad_args" });
		},
	);

	it("may be a dead port", async () => {
		const address = await serve(() => {});
		for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
		for (const scheme of ["http", "ws"]) {
			const error = await connectEndpoint(`${scheme}://${address}`).catch((thrown) => thrown);
			expect(error).toMatchObject({
				code: "endpoint_unreachable",
				message: expect.stringContaining("ECONNREFUSED"),
			});
		}
	});

	it("may serve no /json: the WebSocket is tried, and what is needed is explained", async () => {
		const upgrades: (string | undefined)[] = [];
		const address = await serve((_request, response) => response.writeHead(404).end());
		servers[0]?.on("upgrade", (request, socket) => {
			upgrades.push(request.url);
			socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
		});
		expect(await resolveEndpoint(`http://${address}`)).toMatchObject({
			url: `ws://${address}/devtools/browser`,
		});
		const error = await connectEndpoint(`http://${address}`).catch((thrown) => thrown);
		expect(upgrades).toEqual(["/devtools/browser"]);
		expect(error).toMatchObject({ code: "endpoint_unreachable" });
		expect(error.message).toMatch(/Chrome 144.*DevToolsActivePort.*403/s);
	});

	it("may say why not", async () => {
		const address = await serve((_request, response) =>
			response.writeHead(500).end("Host header is specified"),
		);
		await expect(connectEndpoint(`http://${address}`)).rejects.toMatchObject({
			code: "endpoint_unreachable",
			message: expect.stringContaining("500 (Host header is specified)"),
		});
	});

	it("may never answer", async () => {
		const address = await serve(() => {});
		await expect(connectEndpoint(`http://${address}`, { resolveTimeout: 50 })).rejects.toMatchObject({
			code: "endpoint_unreachable",
			message: expect.stringContaining("within 50 ms"),
		});
		servers[0]?.on("upgrade", () => {});
		await expect(connectEndpoint(`ws://${address}`, { connectTimeout: 50 })).rejects.toMatchObject({
			code: "endpoint_unreachable",
			message: expect.stringContaining("allow it"),
		});
	});

	it("may send us elsewhere, where we do not go", async () => {
		let visits = 0;
		const elsewhere = await serve((_request, response) => {
			visits++;
			response.end(JSON.stringify({ webSocketDebuggerUrl: "ws://x/devtools/browser/abc" }));
		});
		const address = await serve((_request, response) => {
			response.writeHead(302, { location: `http://${elsewhere}/json/version` }).end();
		});
		await expect(resolveEndpoint(`http://${address}`)).rejects.toMatchObject({
			code: "endpoint_unreachable",
		});
		expect(visits).toBe(0);
	});

	it("does not give its secrets away in the message", async () => {
		const address = await serve((_request, response) => response.writeHead(500).end());
		const error = await connectEndpoint(`http://me:geheim@${address}/?token=geheim`).catch(
			(thrown) => thrown,
		);
		expect(JSON.stringify([error.message, error.data])).not.toContain("geheim");
	});
});
