// The release, written in by the build from the root package.json: the one place that has it.

declare const REINS_RELEASE: string | undefined;

export const release = typeof REINS_RELEASE === "string" ? REINS_RELEASE : "0.0.0-source";
