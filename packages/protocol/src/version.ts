// Which versions of the wire this build speaks, and how two sides agree on one.

export interface ProtocolRange {
	min: number;
	max: number;
}

export const protocolRange: ProtocolRange = { min: 2, max: 2 };

export type Agreement =
	| { ok: true; version: number }
	/** `older` names the side that has to be updated. */
	| { ok: false; older: "us" | "them" };

export function agree(theirs: ProtocolRange, ours: ProtocolRange = protocolRange): Agreement {
	const version = Math.min(theirs.max, ours.max);
	if (version >= Math.max(theirs.min, ours.min)) return { ok: true, version };
	return { ok: false, older: theirs.max < ours.min ? "them" : "us" };
}

/** Compares release versions `1.2.3`; negative where `a` is older. */
export function compareReleases(a: string, b: string): number {
	const [left, right] = [a, b].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
	for (let index = 0; index < 3; index++) {
		const difference = (left?.[index] || 0) - (right?.[index] || 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
