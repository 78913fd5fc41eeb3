// What a browser that speaks CDP saves to the disk. Each link listens on a session of its own with the browser, so
// that it hears of its own context and of no other.

import type { LinkEvent, Whose } from "@reins/protocol";
import type { CdpConnection } from "./cdp-connection.ts";
import type { CdpParams } from "./cdp-session.ts";

type Download = Extract<LinkEvent, { event: "download" }>;

interface Plan {
	/** The browser context whose downloads these are; the browser's own where absent. */
	context?: string | undefined;
	/** Where files are saved, each under a name that nobody chose; where absent they go where they always go. */
	directory?: string | undefined;
	/** The tab that a frame belongs to; `undefined` where it is no business of ours. */
	tabOf(frame: string): string | undefined;
	/** Whose page in it saves the file of this address. */
	whose(frame: string, url: string): Whose;
	emit(event: LinkEvent): void;
}

const ADDRESS = 2_000;
const states = { inProgress: "under_way", completed: "done", canceled: "failed" } as const;

/** Returns what ends the listening. */
export async function followDownloads(connection: CdpConnection, plan: Plan): Promise<() => void> {
	const { sessionId } = await connection.send("Target.attachToBrowserTarget");
	const session = connection.session(String(sessionId));
	const begun = new Map<string, Download>();
	const unlisten = session.listen((method, params) => {
		if (method === "Browser.downloadWillBegin") begin(begun, plan, params);
		else if (method === "Browser.downloadProgress") progress(begun, plan, params);
	});
	await session.send("Browser.setDownloadBehavior", {
		...(plan.directory === undefined
			? { behavior: "default" }
			: { behavior: "allowAndName", downloadPath: plan.directory }),
		...(plan.context !== undefined && { browserContextId: plan.context }),
		eventsEnabled: true,
	});
	return () => {
		unlisten();
		if (connection.closed) return;
		connection.send("Target.detachFromTarget", { sessionId }).catch(() => {
			// The browser went first.
		});
	};
}

function begin(begun: Map<string, Download>, { tabOf, whose, emit }: Plan, params: CdpParams): void {
	const frame = String(params["frameId"]);
	const tab = tabOf(frame);
	if (tab === undefined) return;
	const id = String(params["guid"]);
	const event: Download = {
		event: "download",
		tab,
		id,
		url: String(params["url"]).slice(0, ADDRESS),
		name: String(params["suggestedFilename"]),
		state: "under_way",
		received: 0,
		of: whose(frame, String(params["url"])),
	};
	begun.set(id, event);
	emit(event);
}

function progress(begun: Map<string, Download>, { emit }: Plan, params: CdpParams): void {
	const id = String(params["guid"]);
	const known = begun.get(id);
	if (!known) return;
	const state = states[params["state"] as keyof typeof states] ?? "under_way";
	const [received, total] = [Number(params["receivedBytes"]), Number(params["totalBytes"])];
	const path = params["filePath"];
	const event: Download = {
		...known,
		state,
		received,
		...(total > 0 && { total }),
		...(typeof path === "string" && path !== "" && { path }),
	};
	// What is over is told once.
	if (state === "under_way") begun.set(id, event);
	else begun.delete(id);
	emit(event);
}
