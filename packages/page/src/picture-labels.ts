// `labels`: what can be operated in a picture, with refs, so that a model can name what it points at. Only what
// shows is labelled; nothing is written into the page.

import type { Box, KitArgs, KitResult, LabelItem } from "@reins/protocol";
import { shared } from "./boxes.ts";
import { fail } from "./check-args.ts";
import { clipped } from "./clip.ts";
import { flatContains, flatParent } from "./flat-tree.ts";
import { aimAt } from "./hit-test.ts";
import { contentText, nameOf } from "./name.ts";
import { boundingRect, queryAll, shadowRoot } from "./pristine.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { interactiveRoles } from "./role-table.ts";
import { Sight } from "./sight.ts";
import { showAs } from "./snapshot-node.ts";
import { resolveTarget } from "./target.ts";
import { boxesOf, isWithdrawn } from "./visible.ts";

/** More would hide the picture. */
const MOST = 200;
const NAME_LENGTH = 80;

export function labels(refs: Refs, args: KitArgs<"labels">): KitResult<"labels"> {
	const scroll = { x: scrollX, y: scrollY };
	const view: Box = { x: 0, y: 0, width: innerWidth, height: innerHeight };
	const asked = args.within === undefined ? undefined : boxArgument(args.within);
	const within = asked ? { ...asked, x: asked.x - scroll.x, y: asked.y - scroll.y } : view;
	const whole = args.target === undefined ? undefined : resolveTarget(refs, args.target);
	const sight = new Sight();
	const surroundings = new Surroundings();
	const items: LabelItem[] = [];
	let omitted = 0;
	for (const el of elementsTouching(within)) {
		if (whole && !flatContains(whole, el)) continue;
		const around = surroundings.of(el);
		if (around.withdrawn) continue;
		const shown = showAs(el, getComputedStyle(el), around.clickable, sight);
		if (!shown?.interactive || shown.role === "iframe" || !sight.sees(el)) continue;
		const box = labelledBox(el, within);
		if (!box || !isReachable(el, box, view)) continue;
		if (items.length === MOST) {
			omitted += 1;
			continue;
		}
		const name = shown.name || (shown.shape === "brief" ? contentText(el) || nameOf(el) : "");
		const ofPage = { ...box, x: box.x + scroll.x, y: box.y + scroll.y };
		items.push({ ref: refs.of(el), role: shown.role, name: cut(name, NAME_LENGTH), box: ofPage });
	}
	return { items, omitted, scroll };
}

function boxArgument(within: Box): Box {
	const { x, y, width, height } = within;
	if ([x, y, width, height].every(Number.isFinite)) return { x, y, width, height };
	return fail("within needs x, y, width and height as numbers");
}

/** Most of a long page lies elsewhere; asking for its styles would be the cost of this read. */
function elementsTouching(box: Box): Element[] {
	const found: Element[] = [];
	const visit = (elements: ArrayLike<Element>) => {
		// By index: this runs over every element of the page, and an iterator is markedly slower there.
		for (let at = 0; at < elements.length; at += 1) {
			const el = elements[at] as Element;
			if (touches(boundingRect(el), box)) found.push(el);
			const root = shadowRoot(el);
			if (root) visit(root.querySelectorAll("*"));
		}
	};
	visit(queryAll("*"));
	return found;
}

/** An element without a box of its own, which is where its contents are, touches where it would stand. */
function touches(rect: DOMRect, box: Box): boolean {
	return (
		rect.left <= box.x + box.width &&
		rect.right >= box.x &&
		rect.top <= box.y + box.height &&
		rect.bottom >= box.y
	);
}

/** Of a link that wraps, the line that shows most of it. */
function labelledBox(el: Element, within: Box): Box | undefined {
	let best: Box | undefined;
	for (const { x, y, width, height } of boxesOf(el)) {
		const inside = shared({ x, y, width, height }, within);
		const box = inside && clipped(el, inside);
		if (box && (!best || box.width * box.height > best.width * best.height)) best = box;
	}
	return best;
}

/** In the viewport what lies on top is known; elsewhere only that nothing clips it. */
function isReachable(el: Element, box: Box, view: Box): boolean {
	return !shared(box, view) || "at" in Object(aimAt(el));
}

interface Around {
	/** Inside of something that can be clicked, which has a label already. */
	clickable: boolean;
	/** Hidden from assistive technology or switched off, itself or with what is around it. */
	withdrawn: boolean;
}

/** What holds for everything inside of an element, judged once. */
class Surroundings {
	readonly #inside = new Map<Element, Around>();

	of(el: Element): Around {
		const parent = flatParent(el);
		const around = parent ? this.#in(parent) : { clickable: false, withdrawn: false };
		return { ...around, withdrawn: around.withdrawn || isWithdrawn(el) };
	}

	#in(el: Element): Around {
		const known = this.#inside.get(el);
		if (known) return known;
		const { clickable, withdrawn } = this.of(el);
		const inside = {
			clickable: clickable || interactiveRoles.has(roleOf(el)) || getComputedStyle(el).cursor === "pointer",
			withdrawn,
		};
		this.#inside.set(el, inside);
		return inside;
	}
}
