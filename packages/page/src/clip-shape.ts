// `clip` and `clip-path` as the usual "for screen readers only" uses them: a shape that leaves nothing to see.
// Shapes that cannot be told from their text alone (paths, references into SVG) count as leaving something.

const LENGTH = /-?[\d.]+(?:e-?\d+)?(?:px|%)?/g;

/** `clip` works on what is taken out of the flow only. */
export function isClippedToNothing(style: CSSStyleDeclaration, position: string): boolean {
	if (style.clipPath !== "none" && isEmptyShape(style.clipPath)) return true;
	return (position === "absolute" || position === "fixed") && isEmptyRect(style.clip);
}

/** `rect(top, right, bottom, left)`; `auto` is the edge of the box. */
function isEmptyRect(clip: string): boolean {
	const [top, right, bottom, left] = clip.replace(/^rect\(|\)$/g, "").split(/,\s*|\s+/);
	const isEmpty = (from: string | undefined, to: string | undefined) =>
		from !== undefined && to !== undefined && to !== "auto" && pixels(to) - pixels(from) <= 1;
	return clip.startsWith("rect") && (isEmpty(top, bottom) || isEmpty(left, right));
}

/** `auto` as a start is 0. */
function pixels(length: string): number {
	return Number.parseFloat(length) || 0;
}

function isEmptyShape(shape: string): boolean {
	const lengths = shape.match(LENGTH) ?? [];
	if (shape.startsWith("inset(")) {
		const [top = "0", right = top, bottom = top, left = right] = (
			shape.replace(/\s+round\s.*/, "").match(LENGTH) ?? []
		).map(String);
		return inPercent(top) + inPercent(bottom) >= 100 || inPercent(left) + inPercent(right) >= 100;
	}
	if (shape.startsWith("circle(") || shape.startsWith("ellipse("))
		return lengths.length > 0 && /^(circle|ellipse)\(\s*0(px|%)?[\s)]/.test(shape);
	if (!shape.startsWith("polygon(")) return false;
	const points = shape.slice("polygon(".length, -1).split(/,\s*/);
	return new Set(points).size < 3;
}

/** In pixels nothing is known without the size of the box: only what no box is larger than. */
function inPercent(length: string): number {
	const value = Number.parseFloat(length);
	if (length.endsWith("%")) return value;
	return value >= 5_000 ? 100 : 0;
}
