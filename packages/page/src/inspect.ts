// `inspect` and `count`: everything about one element, and how many there are of a kind.

import type { KitArgs, KitResult } from "@reins/protocol";
import { fail } from "./check-args.ts";
import { describe, roleAndName } from "./describe.ts";
import { aimAt } from "./hit-test.ts";
import {
	attrNames,
	boundingRect,
	clientHeight,
	descendantCount,
	localName,
	scrollHeight,
	scrollTop,
} from "./pristine.ts";
import { queryAsked } from "./query.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { Sight } from "./sight.ts";
import { stateWords } from "./states.ts";
import { resolveTarget } from "./target.ts";
import { shownAttribute, shownValue } from "./value.ts";

const VALUE_LENGTH = 500;
const MAX_ATTRIBUTES = 60;
const MAX_STYLES = 60;
const MAX_SELECTORS = 50;
/** More than these are counted, but not looked at. */
const MAX_LOOKS = 10_000;

export function inspect(refs: Refs, args: KitArgs<"inspect">): KitResult<"inspect"> {
	const el = resolveTarget(refs, args.target);
	const wanted = texts("styles", args.styles ?? [], MAX_STYLES);
	const { role, name } = roleAndName(el);
	const value = shownValue(el, role);
	const style = getComputedStyle(el);
	const hidden = new Sight().reason(el);
	const reason = hidden ?? outOfSight(el);
	const { x, y, width, height } = boundingRect(el);
	const [top, full, open] = [scrollTop(el), scrollHeight(el), clientHeight(el)];
	return {
		ref: refs.of(el),
		tag: localName(el),
		role,
		name,
		...(value !== undefined && { value: cut(value, VALUE_LENGTH) }),
		states: stateWords(el, role),
		attributes: attrNames(el)
			.slice(0, MAX_ATTRIBUTES)
			.map((key) => [key, cut(shownAttribute(el, key), VALUE_LENGTH)]),
		visible: hidden === undefined,
		...(reason && { reason }),
		box: { x: round(x), y: round(y), width: round(width), height: round(height) },
		styles: wanted.map((key) => [key, cut(style.getPropertyValue(key), VALUE_LENGTH)]),
		children: descendantCount(el),
		...(full > open + 1 && { scroll: { top: round(top), height: full, visible: open } }),
	};
}

/** Why what is drawn is not before the person's eyes right now. */
function outOfSight(el: Element): string | undefined {
	const aim = aimAt(el);
	if (aim === "outside") return "outside of the viewport; scrolling shows it";
	return "cover" in aim ? `covered by ${describe(aim.cover)}` : undefined;
}

export function count(args: KitArgs<"count">): KitResult<"count"> {
	const sight = new Sight();
	const counts = texts("selectors", args.selectors, MAX_SELECTORS).map((selector) => {
		const found = queryAsked(selector);
		const visible = found.length > MAX_LOOKS ? undefined : found.filter((el) => sight.sees(el)).length;
		return { selector, count: found.length, ...(visible !== undefined && { visible }) };
	});
	return { counts };
}

function texts(name: string, value: unknown, most: number): string[] {
	const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
	if (!isList || value.length > most) fail(`${name} must be a list of at most ${most} texts`);
	return value as string[];
}

function round(pixels: number): number {
	return Math.round(pixels * 10) / 10;
}
