// Where the extension keeps things: `local` for ever, `session` until the browser ends.

export async function readLocal(): Promise<Record<string, unknown>> {
	return chrome.storage.local.get(null);
}

export async function writeLocal(values: Record<string, unknown>): Promise<void> {
	await chrome.storage.local.set(values);
}

export async function readSession(): Promise<Record<string, unknown>> {
	return chrome.storage.session.get(null);
}

export async function writeSession(values: Record<string, unknown>): Promise<void> {
	await chrome.storage.session.set(values);
}
