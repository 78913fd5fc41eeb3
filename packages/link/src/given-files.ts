// Files for a page: into a field, or into the chooser that is open. The browser reads them from the disk; where it does
// not do so for us, they are made in the page of what was sent along.

import { type GivenFile, type PrimitiveParams, type PrimitiveResult, ReinsError } from "@reins/protocol";
import { CdpError, type CdpParams } from "./cdp-session.ts";
import { type Asking, elementBy, holding, resolve } from "./closed-roots.ts";
import type { FrameDocument } from "./frame-document.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const ELEMENT = "function (ref) { return this.element(ref) }";
const NAMES = "function () { return Array.from(this.files, (file) => file.name) }";
const TAKES_MANY = "function () { return this.multiple }";

const GIVE = "function (field, files) { this.give(field, files) }";

type Field = Pick<PrimitiveParams<"files.set">, "frame" | "document" | "ref" | "files">;

export async function setFiles(
	tab: TabSession,
	{ frame: name, document, ref, files }: Field,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<PrimitiveResult<"files.set">> {
	const frame = tab.frame(name);
	if (ref === undefined) await requireAsked(tab, frame, numbers);
	const kit = await frame.kit(document, signal);
	return holding(frame, kit, (asking) => setIn(tab, frame, asking, { document, ref, files }, signal));
}

async function setIn(
	tab: TabSession,
	frame: FrameDocument,
	asking: Asking,
	{ document, ref, files }: Omit<Field, "frame">,
	signal: AbortSignal,
): Promise<PrimitiveResult<"files.set">> {
	const field =
		ref === undefined
			? await resolve(frame, asking, tab.chooser.asked.node)
			: (await elementBy(frame, asking, ELEMENT, [ref]))?.object;
	if (!field) throw new ReinsError("stale_ref", "The file input is gone.");
	const on = async (functionDeclaration: string, ...args: unknown[]) => {
		const call = { functionDeclaration, objectId: field, arguments: args.map((value) => ({ value })) };
		const { result } = await frame.send("Runtime.callFunctionOn", { ...call, returnByValue: true }, signal);
		return (result as CdpParams)["value"];
	};
	if (files.length > 1 && (await on(TAKES_MANY)) !== true) {
		throw new ReinsError("bad_args", `The field takes one file, and ${files.length} were given.`);
	}
	frame.require(document);
	if (areSent(files)) await send(frame, asking, field, files, signal);
	else {
		const paths = { objectId: field, files: files.map(({ path }) => path) };
		await frame.send("DOM.setFileInputFiles", paths, signal).catch(refused);
	}
	if (ref === undefined) tab.chooser.forget();
	return { names: (await on(NAMES)) as string[] };
}

async function send(
	frame: FrameDocument,
	{ kit }: Asking,
	field: string,
	files: readonly GivenFile[],
	signal: AbortSignal,
): Promise<void> {
	const given = [{ objectId: field }, { value: files }];
	const call = { functionDeclaration: GIVE, objectId: kit.object, arguments: given };
	await frame.send("Runtime.callFunctionOn", call, signal);
}

/** Whoever answers is judged by the document that asks, and thus has to name it. */
// @guard chooser-of-frame
async function requireAsked(tab: TabSession, frame: FrameDocument, numbers: RefNumbers): Promise<void> {
	const { frame: id } = tab.chooser.asked;
	if (id === frame.id) return;
	const asking = tab.frames.known(id) ?? (await tab.frames.find(id, tab.main));
	if (!asking) {
		tab.chooser.forget();
		throw new ReinsError("not_found", "The frame that opened the file chooser is gone.");
	}
	asking.name ??= numbers.frame();
	throw new ReinsError("not_found", "The file chooser is that of a frame.", {
		data: { chooserIn: asking.name, notSent: true },
	});
}

export function areSent(files: readonly GivenFile[]): boolean {
	return files.every(({ data }) => data !== undefined);
}

/** A browser lets an extension name files only where the person has allowed it access to files. */
export function refused(error: unknown): never {
	if (!(error instanceof CdpError) || !/Not allowed/i.test(error.message)) throw error;
	throw new ReinsError("unsupported", "The browser lets the extension give no files of the disk to pages.", {
		hint: 'Ask the person to switch on "Allow access to file URLs" for Reins at chrome://extensions.',
		data: { sendBytes: true, notSent: true },
	});
}
