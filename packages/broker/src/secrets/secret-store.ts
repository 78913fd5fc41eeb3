// The person's secrets on the disk: one private file. An agent knows a secret by its name and never sees its value.

import { join } from "node:path";
import { parsePattern, plain, ReinsError } from "@reins/protocol";
import { readSecret, writePrivate } from "../places/private-file.ts";

export interface Secret {
	name: string;
	/** The sites it may be written to, as patterns of a policy. */
	origins: string[];
	value: string;
	/** When, as an ISO date. */
	set: string;
}

const MOST_SECRETS = 200;
const MOST_ORIGINS = 50;
/** A shorter value would be masked in half of all words. */
const SHORTEST = 4;
/** The least that a read answers: a longer value could come in a part that has neither its beginning nor its end. */
const LONGEST = 200;

export class SecretStore {
	readonly path: string;
	#version = "";
	#secrets: Secret[] = [];

	constructor(stateDirectory: string) {
		this.path = join(stateDirectory, "secrets.json");
	}

	/** What is there now; the file is read only where it has changed. */
	list(): readonly Secret[] {
		const found = readSecret(this.path, this.#version);
		if (!found && this.#secrets.length > 0) this.#secrets = [];
		if (found?.text !== undefined) this.#secrets = this.#parse(found.text);
		this.#version = found?.version ?? "";
		return this.#secrets;
	}

	/** Whether one of this name was replaced. */
	set(given: Omit<Secret, "set">): boolean {
		const { name, origins, value } = given;
		const others = this.require(given);
		requireValue(value);
		const replaced = others.length < this.list().length;
		this.#write([...others, { name, origins, value, set: new Date().toISOString() }]);
		return replaced;
	}

	/** Throws where none could be set under this name for these sites; answers the others. */
	require({ name, origins }: Pick<Secret, "name" | "origins">): Secret[] {
		requireName(name);
		requireOrigins(origins);
		const others = this.list().filter((one) => one.name !== name);
		if (others.length < MOST_SECRETS) return others;
		throw new ReinsError("bad_args", `There are ${others.length} secrets already, at most ${MOST_SECRETS}.`, {
			hint: "Remove some: reins secret remove.",
		});
	}

	remove(name: string): void {
		const secrets = this.list();
		if (!secrets.some((one) => one.name === name)) throw unknownSecret(name, secrets);
		this.#write(secrets.filter((one) => one.name !== name));
	}

	#write(secrets: Secret[]): void {
		writePrivate(this.path, `${JSON.stringify(secrets, null, 1)}\n`, { lasting: true });
	}

	#parse(text: string): Secret[] {
		try {
			const parsed: unknown = JSON.parse(text);
			if (Array.isArray(parsed) && parsed.every(isSecret)) return parsed;
		} catch {
			// An error of the parser's would show a piece of the text.
		}
		throw new ReinsError("unsafe_directory", `${this.path} is not a list of secrets.`, {
			hint: "Move the file away and set your secrets again: reins secret set.",
		});
	}
}

export function unknownSecret(name: string, secrets: readonly Secret[]): ReinsError {
	const names = secrets.map((one) => one.name).sort();
	return new ReinsError("bad_args", `There is no secret ${JSON.stringify(name.slice(0, 60))}.`, {
		hint:
			names.length > 0
				? `The secrets are: ${names.join(", ")}. The person sets others by: reins secret set.`
				: "There are none. The person sets them by: reins secret set.",
	});
}

function isSecret(given: unknown): given is Secret {
	const { name, origins, value, set } = (given ?? {}) as Partial<Record<keyof Secret, unknown>>;
	return (
		typeof name === "string" &&
		typeof value === "string" &&
		typeof set === "string" &&
		Array.isArray(origins) &&
		origins.every((origin) => typeof origin === "string")
	);
}

function requireName(name: string): void {
	if (/^[a-z0-9][a-z0-9._-]{0,39}$/i.test(name)) return;
	throw new ReinsError("bad_args", `${JSON.stringify(name.slice(0, 60))} is not a name for a secret.`, {
		hint: "A name has up to 40 letters, digits, dots, dashes and underscores, and begins with a letter or a digit.",
	});
}

function requireOrigins(origins: readonly string[]): void {
	const hint = "Name the sites it may be written to: --origin https://example.com";
	if (origins.length === 0) throw new ReinsError("bad_args", "A secret belongs to a site.", { hint });
	if (origins.length > MOST_ORIGINS)
		throw new ReinsError("bad_args", `A secret has at most ${MOST_ORIGINS} sites.`, { hint });
	for (const origin of origins) {
		if (parsePattern(origin).host === undefined)
			throw new ReinsError("bad_args", "A secret is not for every site.", { hint });
	}
}

/** Nothing here says what the value is. */
function requireValue(value: string): void {
	const refuse = (problem: string, hint: string) => {
		throw new ReinsError("bad_args", `The value ${problem}.`, { hint });
	};
	if (value.trim() === "") refuse("is empty", "Type it at the prompt, or send it to stdin.");
	// Runs of these are masked in any length.
	const { length } = value.trim().replace(/\s+|\\+/g, " ");
	if (length < SHORTEST)
		refuse(`has ${length} characters, at least ${SHORTEST} are needed`, "So short a value cannot be masked.");
	if (value.length > LONGEST)
		refuse(`has more than ${LONGEST} characters`, "Longer values cannot be masked in every answer.");
	if (plain(value) !== value || /[\n\t]/.test(value))
		refuse("has line ends or characters that cannot be seen", "A value is one line.");
}
