// `locateAt`: whatever is at a point of the page, for an agent that has only a picture of it.

import type { KitArgs, KitResult, Point } from "@reins/protocol";
import { calledAs } from "./called-as.ts";
import { point as checked } from "./check-args.ts";
import { FRAMES } from "./frame-owners.ts";
import type { Guard } from "./guard.ts";
import { activatorOf, deepHit } from "./hit-test.ts";
import { KitError } from "./kit-error.ts";
import { nextFrame } from "./next-frame.ts";
import { A_FRAME, notActionable } from "./not-actionable.ts";
import { pressFor } from "./pinched.ts";
import { matches } from "./pristine.ts";
import type { Refs } from "./refs.ts";

export async function locateAt(
	refs: Refs,
	guard: Guard,
	args: KitArgs<"locateAt">,
): Promise<KitResult<"locateAt">> {
	const at = checked("at", args.at);
	if (args.view && !isScrolledTo(checked("view", args.view)))
		throw new KitError("stale_ref", "the page was scrolled since the picture was taken");
	if (!isInView(at)) {
		scrollTo({ left: at.x - innerWidth / 2, top: at.y - innerHeight / 2, behavior: "instant" });
		// What reacts to scrolling does so in the next frame.
		await nextFrame();
	}
	const point = { x: at.x - scrollX, y: at.y - scrollY };
	const hit = isInView(at) ? deepHit(point) : undefined;
	if (!hit) throw new KitError("not_found", `nothing of the page is at ${at.x}, ${at.y}`);
	if (matches(hit, FRAMES)) throw notActionable(refs, hit, A_FRAME);
	const el = activatorOf(hit) ?? hit;
	guard.expect(el, point);
	return { ref: refs.of(el), ...calledAs(el), point: pressFor(point) };
}

function isInView({ x, y }: Point): boolean {
	return x >= scrollX && y >= scrollY && x < scrollX + innerWidth && y < scrollY + innerHeight;
}

function isScrolledTo({ x, y }: Point): boolean {
	return Math.abs(x - scrollX) <= 1 && Math.abs(y - scrollY) <= 1;
}
