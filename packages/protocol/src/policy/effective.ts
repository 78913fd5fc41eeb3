// The one policy of a session, from what the person wrote down and how the session was started.
//
// Without a file the flags widen the preset:
//   --unsafe-all-domains   the preset is `unsafe`, whatever it was
//   --allow A --allow B    the open sites are A and B and no others. In `strict` that opens them, in
//                          `sandbox` and `unsafe` it closes the rest; in `ask` they are open for what
//                          the other flags allow, and the rest is still asked about
//   --enable-mutations     adds `act`
//   --unsafe-enable-eval   adds `eval`
//   --allow-upload D       adds `upload`, for files in D
// With a file the flags only narrow, since a file is what a person thought about, and flags are what
// somebody put into a client's configuration:
//   --allow                a site must be open by the file and be listed here
//   the others             nothing. What the file (or its preset) lacks stays closed, and what it
//                          opens is open without them
// A key that the file leaves out is as in the file's preset, else as in the preset of the session.

import { type Effect, effects } from "../effects.ts";
import { parsePattern } from "./origin-pattern.ts";
import { type Policy, type PolicyFile, type PresetName, presets } from "./policy.ts";

export interface PolicyFlags {
	allow: readonly string[];
	enableMutations: boolean;
	unsafeEnableEval: boolean;
	unsafeAllDomains: boolean;
	allowUpload?: readonly string[] | undefined;
}

/** Throws `bad_args` if a pattern of `--allow` is not valid. */
export function effectivePolicy(input: {
	/** By what is at stake in the browser of this session. */
	preset: PresetName;
	file?: PolicyFile | undefined;
	flags: PolicyFlags;
}): Policy {
	for (const pattern of input.flags.allow) parsePattern(pattern);
	return input.file === undefined
		? widened(input.preset, input.flags)
		: narrowed(input.preset, input.file, input.flags);
}

function widened(preset: PresetName, flags: PolicyFlags): Policy {
	const base = presets[flags.unsafeAllDomains ? "unsafe" : preset];
	const added: Effect[] = [];
	if (flags.enableMutations) added.push("act");
	if (flags.unsafeEnableEval) added.push("eval");
	const uploadFrom = flags.allowUpload ?? [];
	if (uploadFrom.length > 0) added.push("upload");
	const policy: Policy = {
		...base,
		effects: union(base.effects, added),
		...(uploadFrom.length > 0 && { uploadFrom: [...uploadFrom] }),
	};
	if (flags.allow.length === 0) return policy;
	// In `ask`, `effects` are those that may be asked about: far more than a flag may open unasked.
	const opened = base.preset === "ask" ? { effects: union(presets.strict.effects, added) } : {};
	return { ...policy, allow: [{ origins: [...flags.allow], ...opened }] };
}

// @guard flags-narrow
function narrowed(preset: PresetName, file: PolicyFile, flags: PolicyFlags): Policy {
	const base = presets[file.preset ?? preset];
	return {
		preset: base.preset,
		source: "file",
		allow: file.allow ?? base.allow,
		deny: file.deny ?? base.deny,
		effects: file.effects ?? base.effects,
		loopback: file.loopback ?? base.loopback,
		privateNetwork: file.privateNetwork ?? base.privateNetwork,
		allowAllTabs: file.allowAllTabs ?? base.allowAllTabs,
		closedFrames: file.closedFrames ?? base.closedFrames,
		...(file.uploadFrom && { uploadFrom: file.uploadFrom }),
		...(flags.allow.length > 0 && { only: [...flags.allow] }),
	};
}

/** In the order of the table, so that equal policies look equal. */
function union(one: readonly Effect[], other: readonly Effect[]): Effect[] {
	return effects.filter((effect) => one.includes(effect) || other.includes(effect));
}
