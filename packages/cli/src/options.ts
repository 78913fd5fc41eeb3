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
	return read(command, words, options, false).values;
}

/** The same for a command that takes words beside its options. */
export function readWords<const O extends Record<string, Option>>(
	command: string,
	words: string[],
	options: O,
): { values: Values<O>; others: string[] } {
	return read(command, words, options, true);
}

function read<const O extends Record<string, Option>>(
	command: string,
	words: string[],
	options: O,
	allowPositionals: boolean,
): { values: Values<O>; others: string[] } {
	try {
		const { values, positionals } = parseArgs({ args: words, options, allowPositionals, strict: true });
		return { values: values as Values<O>, others: positionals };
	} catch (error) {
		const message = (error as Error).message.split(". To specify")[0];
		throw new ReinsError("bad_args", `${message}`, { hint: `Run: reins ${command} --help` });
	}
}
