// Fixes name commands in backticks; the popup shows those as code that can be copied.

export interface TextPart {
	text: string;
	isCode: boolean;
}

export function codeParts(text: string): TextPart[] {
	return text
		.split(/`([^`]+)`/)
		.map((part, index) => ({ text: part, isCode: index % 2 === 1 }))
		.filter((part) => part.text !== "");
}
