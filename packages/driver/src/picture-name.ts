// A picture is named by what is needed to find its points in the page again: nothing has to be kept for it, and a
// picture of another page, or of one that has moved, is known by its name.

import { type Point, type PrimitiveResult, ReinsError } from "@reins/protocol";

/** So much of a document's name tells it from any other. */
const DOCUMENT = 8;
/** Numbers are written as whole ones: in millionths. */
const UNIT = 1_000_000;
const NAME = /^p(\d{1,14})_(\d{1,14})_(\d{1,9})_(v|w)_(\w{1,8})$/;

/** `isView`: it shows the viewport, and so what stays there while the page scrolls. */
export function pictureName(
	{ region, scale }: Pick<PrimitiveResult<"capture">, "region" | "scale">,
	document: string,
	isView: boolean,
): string {
	const numbers = [region.x, region.y, scale].map((number) => Math.round(Math.max(0, number) * UNIT));
	return `p${numbers.join("_")}_${isView ? "v" : "w"}_${document.slice(0, DOCUMENT)}`;
}

/** The point of the page that a point of a picture shows. */
export function placeInPicture(name: string, { x, y }: Point): { at: Point; view?: Point; document: string } {
	const [, left, top, scale, kind, document = ""] = NAME.exec(name) ?? [];
	const factor = Number(scale) / UNIT;
	requireScale(factor, name);
	const corner = { x: Number(left) / UNIT, y: Number(top) / UNIT };
	const at = { x: corner.x + x / factor, y: corner.y + y / factor };
	return { at, ...(kind === "v" && { view: corner }), document };
}

// @guard names-of-pictures
function requireScale(factor: number, name: string): void {
	if (factor > 0) return;
	throw new ReinsError("bad_args", `"${name.slice(0, 60)}" is not the name of a picture.`, {
		hint: "screenshot says the name of each picture.",
	});
}
