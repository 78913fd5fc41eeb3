/**
 * The URL that a text is, if it is one. `URL.canParse` is not asked: in Node 20 it answers no to a host with a letter
 * like "ß" once V8 has compiled the call.
 */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
