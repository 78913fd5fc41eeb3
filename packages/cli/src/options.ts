// Reading a command's options, with errors that name the option and the next step.

import { parseArgs } from "node:util";
import { ReinsError } from "@reins/protocol";

interface Option {
	type: "boolean" | "string";
	multiple?: boolean;
}

type Values<O extends Record<string, Option>> = {
	-readonly [K in keyof O]?: O[K] extends { type: "boolean" }
		? boolean
		: O[K] extends { multiple: true }
			? string[]
			: string;
};

export function readOptions<const O extends Record<string, Option>>(
	command: string,
	words: string[],
	options: O,
): Values<O> {
	try {
		return parseArgs({ args: words, options, allowPositionals: false, strict: true }).values as Values<O>;
	} catch (error) {
		const message = (error as Error).message.split(". To specify")[0];
		throw new ReinsError("bad_args", `${message}`, { hint: `Run: reins ${command} --help` });
	}
}
