// What agents have done and were refused, as the broker has written it down.

import { readFileSync } from "node:fs";
import { placesFor } from "@reins/broker";
import { type Decided, limits, parseUrl, plain, ReinsError } from "@reins/protocol";
import { readOptions } from "../options.ts";
import type { Command } from "../usage.ts";

const LAST = 50;
const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** One call. */
interface Call {
	at: string;
	event: "call";
	session: string;
	client: string;
	tool: string;
	effect?: string;
	decisions: Decided[];
	code: string;
	outcome?: string;
	trace: string;
}

/** Somebody who was shown out at the broker's door, or a browser that was let in or forgotten. */
interface Note {
	at: string;
	event: "refused" | "browser_pinned" | "browser_forgotten";
	who?: string;
	code?: string;
	reason?: string;
	/** How often the same came since it was last written down. */
	before?: number;
	name?: string;
	fingerprint?: string;
	why?: string;
}
type Entry = Call | Note;
const EVENTS: readonly string[] = ["call", "refused", "browser_pinned", "browser_forgotten"];

export const audit: Command = {
	help: `Usage: reins audit [--session <name>] [--tool <name>] [--site <origin>] [--refused]
                   [--since <time>] [--last <n>] [--json]

Shows the calls of agents: when, who, which tool, on which site, what the policy
decided, what became of it, and the id of its trace; whoever was refused at the
broker's door; and browsers that were taken in or forgotten. What was typed and what
pages say is not written down. Starts nothing.

  --session <name>   of this session or client only
  --tool <name>      of this tool only
  --site <origin>    that concern this site only
  --refused          only those that were refused, as a whole or in part
  --since <time>     after this: a date and time, or 30s, 10m, 2h, 7d ago
  --last <n>         at most the last n (default ${LAST})
  --json             one JSON object a line, with everything that is known of it`,
	async run(words) {
		const { json, ...asked } = readOptions("audit", words, {
			session: { type: "string" },
			tool: { type: "string" },
			site: { type: "string" },
			refused: { type: "boolean" },
			since: { type: "string" },
			last: { type: "string" },
			json: { type: "boolean" },
		});
		const since = asked.since === undefined ? undefined : timeOf(asked.since);
		const last = asked.last === undefined ? LAST : countOf(asked.last);
		const site = asked.site === undefined ? undefined : originOf(asked.site);
		const path = placesFor().audit;
		const isAsked = (one: Call) =>
			(asked.session === undefined || one.session === asked.session || one.client === asked.session) &&
			(asked.tool === undefined || one.tool === asked.tool) &&
			(site === undefined || one.decisions.some((decided) => decided.site === site)) &&
			(!asked.refused || one.decisions.some(({ decision }) => decision !== "allowed"));
		const ofAll = [asked.session, asked.tool, site].every((which) => which === undefined);
		const found = entries(path).filter(
			(one) =>
				(one.event === "call" ? isAsked(one) : ofAll && (!asked.refused || one.event === "refused")) &&
				(since === undefined || Date.parse(one.at) >= since),
		);
		const shown = found.slice(-last);
		const lines = shown.map((one) => (json ? JSON.stringify(one) : described(one)));
		if (lines.length > 0) process.stdout.write(plain(`${lines.join("\n")}\n`));
		if (!json && found.length > shown.length)
			process.stderr.write(`${found.length - shown.length} more before; --last shows more.\n`);
		if (!json && found.length === 0) process.stderr.write(`Nothing of that kind in ${path}.\n`);
		return 0;
	},
};

/** The oldest first. A line that cannot be read was cut off when a disk was full or a process died. */
function entries(path: string): Entry[] {
	const ages = Array.from({ length: limits.logFilesKept }, (_, at) => `${path}.${limits.logFilesKept - at}`);
	return [...ages, path].flatMap((file) => {
		const lines = textOf(file).split("\n");
		return lines.flatMap((line) => {
			try {
				const entry = JSON.parse(line) as Entry;
				return EVENTS.includes(entry.event) ? [entry] : [];
			} catch {
				return [];
			}
		});
	});
}

function textOf(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
		throw error;
	}
}

function described(one: Entry): string {
	return one.event === "call" ? describedCall(one) : describedNote(one);
}

function describedNote({ at, event, who, code, reason, before, name, fingerprint, why }: Note): string {
	if (event === "refused") {
		const more = before ? `, and ${before} more before` : "";
		return `${at}  refused ${who}  ${code}: ${reason}${more}`;
	}
	const what = event === "browser_pinned" ? `browser taken in (${why})` : "browser forgotten";
	return `${at}  ${what}  ${name}  ${fingerprint}`;
}

function describedCall(call: Call): string {
	const { at, session, tool, effect = "-", decisions, code, outcome, trace } = call;
	const sites = new Map<string, string[]>();
	for (const { site, effect: on, decision, secret } of decisions) {
		const what = secret === undefined ? on : `secret ${secret}`;
		const said = decision === "allowed" ? what : `${what} ${decision}`;
		sites.set(site, [...(sites.get(site) ?? []), said]);
	}
	const where = [...sites].map(([site, said]) => `${site || "no site"} (${said.join(", ")})`).join("; ");
	const end = code === "ok" ? (outcome ?? "ok") : `${code}${outcome ? `, ${outcome}` : ""}`;
	return `${at}  ${session}  ${tool} [${effect}]  ${where || "-"}  ${end}  ${trace}`;
}

function timeOf(asked: string): number {
	const [, amount, unit] = /^(\d+)([smhd])$/.exec(asked) ?? [];
	if (amount && unit) return Date.now() - Number(amount) * (UNITS[unit] as number);
	const at = Date.parse(asked);
	if (!Number.isNaN(at)) return at;
	throw new ReinsError("bad_args", `--since takes a date and time, or 30s, 10m, 2h, 7d; not "${asked}".`);
}

function countOf(asked: string): number {
	if (/^[1-9]\d{0,8}$/.test(asked)) return Number(asked);
	throw new ReinsError("bad_args", `--last takes a number from 1 on, not "${asked}".`);
}

function originOf(asked: string): string {
	const url = parseUrl(asked);
	if (url && /^https?:$/.test(url.protocol)) return url.origin;
	throw new ReinsError("bad_args", `--site takes an origin such as https://example.com, not "${asked}".`);
}
