// Areas of image maps have no box: they are where their picture is.

import { attr, boundingRect, closest, documentElement, isHtml, queryIn } from "./pristine.ts";

/** The picture that an area is a part of. */
export function imageOf(area: Element): Element | undefined {
	const map = closest(area, "map");
	const name = map && (attr(map, "name") ?? attr(map, "id"));
	if (!name) return undefined;
	const images = Array.from(queryIn(documentElement(document), "img[usemap]")) as HTMLImageElement[];
	// In place of a picture that has not come there are words, and no areas.
	return images.find((image) => attr(image, "usemap") === `#${name}` && image.naturalWidth > 0);
}

/** The box around an area, in CSS pixels of the viewport; what of it is the area is told by a hit. */
export function areaBox(area: Element): DOMRect | undefined {
	const image = imageOf(area);
	if (!image) return undefined;
	const { x, y, width, height } = boundingRect(image);
	const shape = attr(area, "shape")?.toLowerCase();
	const numbers = (attr(area, "coords") ?? "").split(/[\s,;]+/).map(Number);
	if (shape === "default") return new DOMRect(x, y, width, height);
	if (shape === "circle" || shape === "circ") {
		const [across = 0, down = 0, radius = 0] = numbers;
		return new DOMRect(x + across - radius, y + down - radius, 2 * radius, 2 * radius);
	}
	const [across, down] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd)) as [
		number[],
		number[],
	];
	const [left, top] = [Math.min(...across), Math.min(...down)];
	const box = new DOMRect(x + left, y + top, Math.max(...across) - left, Math.max(...down) - top);
	return Number.isFinite(box.width) && Number.isFinite(box.height) ? box : undefined;
}

export const isArea = (el: Element): boolean => isHtml(el, "area");
