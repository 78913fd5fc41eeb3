// What an action asks of a page before and after it, asked for nobody: the code runs quickly when it is needed.

import { describe } from "./describe.ts";
import { Comparison } from "./difference.ts";
import { focusedElement } from "./flat-tree.ts";
import { aimAt } from "./hit-test.ts";
import { queryAll } from "./pristine.ts";
import { Refs } from "./refs.ts";
import { isDisabled } from "./states.ts";
import { refusesText } from "./text-field.ts";
import { hiddenReason, isInert } from "./visible.ts";

/** Things that are aimed at; more of them teach nothing. */
const ENOUGH = 4;

export function rehearse(): void {
	const looks = new Comparison(new Refs(), []);
	const controls = queryAll("input, textarea, select, button, a[href]");
	for (let at = 0; at < Math.min(controls.length, ENOUGH); at += 1) {
		const el = controls[at] as Element;
		if (!hiddenReason(el) && !isInert(el) && !isDisabled(el) && !refusesText(el)) aimAt(el);
	}
	const focused = focusedElement();
	if (focused) describe(focused);
	looks.difference([]);
}
