// The types of vocabulary.mjs, for the tests.

type Call = [tool: string, args: Record<string, unknown>];

interface Vocabulary {
	open(url: string): Call;
	look(): Call;
	lookAtAll?(): Call;
	click(ref: string): Call;
	type(ref: string, text: string): Call;
	write?(ref: string, text: string): Call;
	fill(fields: [ref: string, text: string][]): Call[];
	evaluate(expression: string): Call;
	picture(): Call;
	ref(role: string, name: string): RegExp;
}

export declare const vocabularies: Record<"reins" | "@playwright/mcp" | "chrome-devtools-mcp", Vocabulary>;
