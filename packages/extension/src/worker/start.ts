// Puts the worker together. Every listener is registered in the first turn, since Chrome wakes a worker for
// those alone; what they need is loaded meanwhile, and without it nothing is served.

import * as chromeDebugger from "../adapters/debugger.ts";
import { onDownload, onDownloadChanged } from "../adapters/downloads.ts";
import { onBlocked } from "../adapters/rules.ts";
import {
	keepDialing,
	onPage,
	onRequest,
	onWake,
	product,
	setWatchdog,
	showFace,
} from "../adapters/runtime.ts";
import {
	onCommitted,
	onGrouped,
	onLoaded,
	onPopup,
	onRemoved,
	onReplaced,
	onStarted,
} from "../adapters/tabs.ts";
import { badgeFor } from "../badge.ts";
import type { PopupRequest } from "../popup-contract.ts";
import { Attachments } from "./attachments.ts";
import { Connection } from "./connection.ts";
import { Downloads } from "./downloads.ts";
import { Front } from "./front.ts";
import { Leases } from "./leases.ts";
import { detachedError } from "./off.ts";
import { PopupServer } from "./popup-server.ts";
import { BridgeServer } from "./serve.ts";
import { SessionLinks } from "./session-links.ts";
import { WorkerState } from "./state.ts";
import { Views } from "./views.ts";

interface Worker {
	state: WorkerState;
	links: SessionLinks;
	server: BridgeServer;
	connection: Connection;
	popup: PopupServer;
	downloads: Downloads;
}

export function startWorker(): void {
	const attachments = new Attachments();
	const front = new Front();
	const views = new Views(front);
	const pages = new Set<() => void>();
	const worker = assemble({ attachments, views, front }, pages);
	const then = (work: (worker: Worker) => unknown) => void worker.then(work);
	attachments.onVanished = (tab) => then(({ links }) => links.lost(tab));
	onDownload((item) => then(({ downloads }) => downloads.created(item)));
	onDownloadChanged((id) => then(({ downloads }) => downloads.changed(id)));
	chromeDebugger.onEvent((tab, method, params, frame) => {
		if (method === "Page.downloadWillBegin") {
			const url = String(params["url"]);
			const name = String(params["suggestedFilename"]);
			then(({ downloads, links }) =>
				downloads.begun(tab, url, name, links.saver(tab, url, String(params["frameId"]))),
			);
		}
		if (!attachments.receive(tab, method, params, frame)) then(({ links }) => links.unheard(tab, method));
	});
	chromeDebugger.onDetach((tab, reason) =>
		then(async ({ state, links, server }) => {
			if (reason !== "canceled_by_user") return links.lost(tab);
			const written = state.setLocal({ userDetached: true });
			server.abortAll(detachedError());
			await Promise.all([written, links.detachAll(detachedError())]);
		}),
	);
	onRemoved((tab) =>
		then(({ links }) => {
			links.removed(tab);
			links.fence.gone(tab);
		}),
	);
	onReplaced((added, removed) => then(({ links }) => links.replaced(added, removed)));
	onGrouped((tab, group) => then(({ links }) => links.grouped(tab, group)));
	onPopup((source, tab, url) =>
		then(({ downloads, links }) => {
			const lease = links.popup(source, tab, url);
			if (!lease) return links.fence.persons(tab);
			void front.putBack(tab, { source, shared: !lease.own });
			downloads.begun(source, url, "", links.saver(source, url));
		}),
	);
	onStarted((...what) => then(({ links }) => links.fence.started(...what)));
	onCommitted((tab, url) => then(({ links }) => links.fence.committed(tab, url)));
	onLoaded((tab) => then(({ links }) => links.fence.loaded(tab)));
	onBlocked((tab, url) => then(({ links }) => links.fence.blocked(tab, url)));
	front.onShown = (tab, before, putBack) =>
		then(({ links }) => {
			if (links.isBroughtUp(tab, before)) void putBack();
		});
	front.watch();
	views.watch();
	onWake(() => then(({ connection }) => connection.ensure()));
	onRequest(async (request, tab) => (await worker).popup.answer(request as PopupRequest, tab));
	onPage((tell) => {
		pages.add(tell);
		return () => pages.delete(tell);
	});
}

async function assemble(
	parts: { attachments: Attachments; views: Views; front: Front },
	pages: ReadonlySet<() => void>,
): Promise<Worker> {
	const state = await WorkerState.load(product().brand);
	const links = new SessionLinks(state, { ...parts, leases: new Leases(state) });
	const server = new BridgeServer(state, links);
	const connection = new Connection(state, server);
	const popup = new PopupServer({ state, connection, links, server });
	links.onEvent = (session, event) => connection.tellEvent(session, event);
	const downloads = new Downloads(state, links.onEvent);

	const changed = () => {
		const off = state.get("killed") || state.get("disconnected");
		void showFace(badgeFor(off ? "off" : connection.report.state)).catch(() => {});
		for (const tell of pages) tell();
	};
	connection.onChange = changed;
	state.onChange(changed);
	watchOver(state);
	// What woke the worker is heard before anybody is served: it may be that the person has switched off.
	setTimeout(() => void begin(links, connection));
	return { state, links, server, connection, popup, downloads };
}

async function begin(links: SessionLinks, connection: Connection): Promise<void> {
	await keepDialing().catch(() => {});
	connection.ensure();
	// Remains of an earlier worker do no harm to what is asked for now.
	await links.dropClosed().catch(() => {});
	await links.dropStrays().catch(() => {});
}

/** The watchdog is there while a session is open, and only then. */
function watchOver(state: WorkerState): void {
	let wanted: boolean | undefined;
	let turn: Promise<void> = Promise.resolve();
	const look = () => {
		const open = state.get("sessions").length > 0;
		if (open === wanted) return;
		wanted = open;
		turn = turn.then(() => setWatchdog(open)).catch(() => {});
	};
	state.onChange(look);
	look();
}
