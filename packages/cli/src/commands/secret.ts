// The person's secrets: kept here, written into pages by name, and shown by nothing.

import { placesFor, preparePlaces, type Secret, SecretStore } from "@reins/broker";
import { ReinsError } from "@reins/protocol";
import { readOptions } from "../options.ts";
import { readValue } from "../typed-value.ts";
import type { Command } from "../usage.ts";

export const secret: Command = {
	help: `Usage: reins secret set <name> --origin <site>... [--json]
       reins secret list [--json]
       reins secret remove <name> [--json]

set       keeps a value under a name, or another one in its place. It asks for the
          value and does not show it; or it takes it from stdin, without the line
          end: reins secret set bank --origin https://bank.example < file
list      the names, the sites and when each was set; never the values
remove    forgets it. Pages that were given it keep it

An agent writes a secret by its name: type {"secret": "bank"}. It goes only into
documents of the sites that are named here, as in a policy (example.com,
*.example.com, https://example.com:8443), and it is masked in every answer.

  --origin <site>   a site that it is for; repeat it for more`,
	async run([what, ...words]) {
		if (what === "set") return set(words);
		if (what === "list") return list(words);
		if (what === "remove") return remove(words);
		throw new ReinsError("bad_args", `reins secret takes set, list or remove, not "${what ?? ""}".`, {
			hint: "Run: reins secret --help",
		});
	},
};

async function set(words: string[]): Promise<number> {
	const { name, rest } = named(words);
	const { json, origin: origins = [] } = readOptions("secret", rest, {
		origin: { type: "string", multiple: true },
		json: { type: "boolean" },
	});
	const kept = store();
	// What is wrong with the rest is said before somebody types.
	kept.require({ name, origins });
	const value = await readValue(process.stdin, (text) => process.stderr.write(text));
	const replaced = kept.set({ name, origins, value });
	const text = `${replaced ? "Replaced" : "Kept"} ${name}, for ${origins.join(", ")}.`;
	tell(json, { name, origins, replaced }, text);
	return 0;
}

function list(words: string[]): number {
	const { json } = readOptions("secret", words, { json: { type: "boolean" } });
	const found = store().list().map(shown);
	const width = Math.max(0, ...found.map(({ name }) => name.length));
	const rows = found.map(
		({ name, origins, set: at }) => `${name.padEnd(width)}  ${origins.join(", ")}  ${at}`,
	);
	tell(json, found, rows.length > 0 ? rows.join("\n") : "There are no secrets.");
	return 0;
}

function remove(words: string[]): number {
	const { name, rest } = named(words);
	const { json } = readOptions("secret", rest, { json: { type: "boolean" } });
	store().remove(name);
	tell(json, { name, removed: true }, `Removed ${name}.`);
	return 0;
}

function store(): SecretStore {
	const places = placesFor();
	preparePlaces(places);
	return new SecretStore(places.state);
}

function named([name, ...rest]: string[]): { name: string; rest: string[] } {
	if (name !== undefined && !name.startsWith("-")) return { name, rest };
	throw new ReinsError("bad_args", "Give the <name> of the secret first.", {
		hint: "Run: reins secret --help",
	});
}

function shown({ name, origins, set: at }: Secret): Omit<Secret, "value"> {
	return { name, origins, set: at };
}

function tell(json: boolean | undefined, data: unknown, text: string): void {
	process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${text}\n`);
}
