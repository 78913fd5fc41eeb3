// JSON text that every strict reader takes: page text may hold half a surrogate pair, which none accepts.

export function toJsonText(message: object): string {
	const text = JSON.stringify(message);
	if (!text.includes("\\ud")) return text;
	return JSON.stringify(message, (_key, value) => (typeof value === "string" ? wellFormed(value) : value));
}

function wellFormed(text: string): string {
	return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}
