// What was laid out is not yet what is drawn.

import type { FrameDocument } from "./frame-document.ts";

const PAINTED = `function () {
	return new Promise((done) => {
		requestAnimationFrame(() => requestAnimationFrame(() => done()));
		setTimeout(done, 300);
	});
}`;

/** Waits until the document as it stands now has been drawn; not long where nothing is drawn at all. */
export async function painted(frame: FrameDocument, signal: AbortSignal): Promise<void> {
	const { object } = await frame.kit(frame.committed.document, signal);
	const call = { functionDeclaration: PAINTED, objectId: object, awaitPromise: true };
	await frame.send("Runtime.callFunctionOn", call, signal);
}
