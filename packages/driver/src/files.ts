// Files out of pages and into them: what a browser saves where a page was asked for, and what is given to a page.

import {
	type Arrival,
	type Download,
	type GivenFile,
	limits,
	ReinsError,
	type Target,
	type WaitUntil,
} from "@reins/protocol";
import { type Acted, aim } from "./gesture.ts";
import type { Receipt } from "./receipt.ts";
import { withReceipt } from "./settle.ts";
import { frameIn, type Tab } from "./tab.ts";
import { resolve, type Words } from "./target.ts";
import { Watcher } from "./watcher.ts";

/** How long is waited for a download to begin, and then for a small one to end. */
const PATIENCE = 1_000;

/** Loads a URL; where it is no page but a file, says what became of that. */
export async function visit(
	tab: Tab,
	url: string,
	waitUntil: WaitUntil,
): Promise<Arrival | { downloads: Download[] }> {
	const seen = new Watcher(tab);
	try {
		return await tab.call("nav.go", { url, waitUntil });
	} catch (error) {
		if (!mayBeDownload(error)) throw error;
		await seen.download(PATIENCE);
		await seen.saved(PATIENCE);
		if (seen.downloads.length === 0) throw error;
		return { downloads: seen.downloads };
	} finally {
		seen.stop();
	}
}

function mayBeDownload(error: unknown): boolean {
	if (!(error instanceof ReinsError) || error.code !== "navigation_failed") return false;
	return error.data?.["reason"] === "net::ERR_ABORTED" && error.data["download"] !== false;
}

/** A copy of a file that may be given to pages. */
export interface StagedFile extends Omit<GivenFile, "data"> {
	size: number;
	/** What it holds, in base64, for a browser that does not read it from the disk. */
	read(): Promise<string>;
}

interface Uploaded extends Receipt {
	element?: Acted["element"];
	/** The names of the files that the field holds then; a dialog may come before that is known. */
	names: string[] | undefined;
}

/** Gives files to the field that is meant, or to the file chooser that is open. */
export async function upload(
	tab: Tab,
	wanted: Target | Words | undefined,
	files: readonly StagedFile[],
): Promise<Uploaded> {
	const { document: page } = await tab.ask("watch", {});
	const field = wanted && (await tab.ask("fileField", { target: await resolve(tab, wanted) }));
	const frame = field && frameIn(field.value);
	if (frame !== undefined) await tab.kit("watch", {}, frame);
	let names: string[] | undefined;
	const place = { frame, document: field?.document ?? page, gesture: false };
	const receipt = await withReceipt(tab, place, page, async () => {
		names = await give(files, (given) => {
			if (!field) return answerChooser(tab, given);
			const { document } = field;
			return set(tab, { ...(frame !== undefined && { frame }), document, ref: field.value.ref }, given);
		});
	});
	return { ...receipt, ...(field && { element: field.value }), names };
}

/** Lets files fall onto an element. */
export async function dropFiles(
	tab: Tab,
	onto: Target | Words,
	files: readonly StagedFile[],
): Promise<Acted> {
	const { element, frame, document, page, point } = await aim(tab, onto);
	const place = { ...(frame !== undefined && { frame }), document };
	const receipt = await withReceipt(tab, { frame, document, gesture: true }, page, () =>
		give(files, async (given) => {
			await tab.call("files.drop", { ...place, ref: element.ref, at: point, files: given });
		}),
	);
	return { ...receipt, element };
}

async function set(
	tab: Tab,
	where: { frame?: string; document: string; ref?: string },
	files: GivenFile[],
): Promise<string[]> {
	return (await tab.call("files.set", { ...where, files })).names;
}

/** The chooser may be that of a frame: whoever answers it has to name that. */
async function answerChooser(tab: Tab, files: GivenFile[]): Promise<string[]> {
	const { document } = await tab.link.committed(tab.id, tab.signal);
	try {
		return await set(tab, { document }, files);
	} catch (error) {
		const frame = error instanceof ReinsError ? error.data?.["chooserIn"] : undefined;
		if (typeof frame !== "string") throw error;
		const asking = await tab.link.committed(tab.id, tab.signal, frame);
		return set(tab, { frame, document: asking.document }, files);
	}
}

/** By their place on the disk; where the browser does not take that, with what they hold. */
async function give<T>(files: readonly StagedFile[], work: (given: GivenFile[]) => Promise<T>): Promise<T> {
	const plain = files.map(({ path, name, type }) => ({ path, name, type }));
	try {
		return await work(plain);
	} catch (error) {
		if (!(error instanceof ReinsError) || error.data?.["sendBytes"] !== true) throw error;
		if (files.reduce((sum, { size }) => sum + size, 0) > limits.uploadedBytes) throw tooMuch(error);
		const data = await Promise.all(files.map((file) => file.read()));
		return work(plain.map((file, index) => ({ ...file, data: data[index] as string })));
	}
}

function tooMuch({ code, hint }: ReinsError): ReinsError {
	const most = limits.uploadedBytes / (1 << 20);
	const message = `The files have more than the ${most} MiB that can be sent to a browser that does not read them itself.`;
	return new ReinsError(code, message, { hint, data: { notSent: true } });
}
