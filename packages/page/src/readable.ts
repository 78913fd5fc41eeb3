// What a browser shows by a viewer of its own is no document that could be read: an empty page would be a lie.

import { KitError } from "./kit-error.ts";

export function requireReadable(): void {
	const { contentType } = document;
	if (contentType !== "application/pdf") return;
	throw new KitError(
		"unsupported",
		"this is a PDF in the browser's own viewer, which cannot be read; a screenshot can be taken",
	);
}
