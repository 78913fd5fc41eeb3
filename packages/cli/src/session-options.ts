// The options with which a session is started, from words to what the broker understands.

import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import {
	effectivePolicy,
	parsePolicyFile,
	parseUrl,
	presetNames,
	ReinsError,
	type SessionOptions,
} from "@reins/protocol";

export const sessionFlags = {
	headless: { type: "boolean" },
	headed: { type: "boolean" },
	"chrome-path": { type: "string" },
	"no-sandbox": { type: "boolean" },
	browser: { type: "string" },
	policy: { type: "string" },
	allow: { type: "string", multiple: true },
	"enable-mutations": { type: "boolean" },
	"unsafe-enable-eval": { type: "boolean" },
	"unsafe-all-domains": { type: "boolean" },
	"allow-upload": { type: "string", multiple: true },
	session: { type: "string" },
} as const;

type Flags = Partial<
	Record<
		"headless" | "headed" | "no-sandbox" | "enable-mutations" | "unsafe-enable-eval" | "unsafe-all-domains",
		boolean
	>
> &
	Partial<Record<"chrome-path" | "browser" | "policy" | "session", string>> & {
		allow?: string[];
		"allow-upload"?: string[];
	};

export const sessionHelp = `  --headless                 no window (the default where there is no display)
  --headed                   with a window
  --chrome-path <path>       the browser to start (default: the first one found)
  --no-sandbox               start it without its sandbox (always so as root on Linux)
  --browser <which>          auto: the person's own with the extension where one is
                             connected, else start one (default); managed: start one;
                             extension: the person's own; a name: the one of this name;
                             an http or ws URL: the one with that debugging endpoint
  --session <name>           a name for this session
  --policy <preset|file>     strict, sandbox or unsafe, or a policy file
  --allow <origin>           allow this site only; repeat for more
  --enable-mutations         strict: allow clicking and typing
  --unsafe-enable-eval       strict: allow scripts of the agent's own
  --unsafe-all-domains       allow everything everywhere
  --allow-upload <dir>       let pages be given files of this directory; repeat for more`;

/** Checks everything that can be checked before the start, a policy file above all. */
export function sessionOptions(flags: Flags): SessionOptions {
	if (flags.headless && flags.headed)
		throw new ReinsError("bad_args", "--headless and --headed exclude each other.");
	const options: SessionOptions = {
		browser: browserChoice(flags.browser),
		...(flags["chrome-path"] && { chromePath: resolve(flags["chrome-path"]) }),
		...(flags.headless && { window: "headless" as const }),
		...(flags.headed && { window: "headed" as const }),
		noSandbox: flags["no-sandbox"] ?? false,
		...policyChoice(flags.policy),
		allow: flags.allow ?? [],
		enableMutations: flags["enable-mutations"] ?? false,
		unsafeEnableEval: flags["unsafe-enable-eval"] ?? false,
		unsafeAllDomains: flags["unsafe-all-domains"] ?? false,
		...(flags["allow-upload"] && { allowUpload: flags["allow-upload"].map(directoryAt) }),
	};
	// Throws where a pattern is not valid.
	effectivePolicy({
		preset: "strict",
		flags: options,
		...(options.policyFile && { file: options.policyFile }),
	});
	return options;
}

function directoryAt(asked: string): string {
	const path = resolve(asked);
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
	throw new ReinsError("bad_args", `--allow-upload ${asked}: there is no such directory.`);
}

function browserChoice(asked = "auto"): string {
	if (["auto", "managed", "extension"].includes(asked)) return asked;
	const scheme = parseUrl(asked)?.protocol ?? "";
	if (["http:", "https:", "ws:", "wss:"].includes(scheme)) return asked;
	// The names that the extension's popup lets a person give.
	if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(asked)) return asked;
	throw new ReinsError(
		"bad_args",
		`--browser takes auto, managed, extension, a browser's name, or the http or ws URL of a debugging endpoint, not "${asked}".`,
	);
}

function policyChoice(asked: string | undefined): Pick<SessionOptions, "policy" | "policyFile"> {
	if (asked === undefined) return {};
	const preset = presetNames.find((name) => name === asked);
	if (preset) return { policy: preset };
	const problem = `--policy ${asked}: neither a preset (${presetNames.join(", ")}) nor a readable file`;
	return { policyFile: policyFileAt(asked, problem) };
}

/** `problem` is what is said where there is no file that can be read. */
export function policyFileAt(path: string, problem: string): NonNullable<SessionOptions["policyFile"]> {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		throw new ReinsError("bad_args", `${problem}: ${(error as Error).message}`);
	}
	return parsePolicyFile(text);
}
