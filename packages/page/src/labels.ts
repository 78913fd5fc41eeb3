// The `<label>`s of a control. The browser's own `labels` goes through the whole document for every control that is
// asked for; here labels with `for` are gathered once a call, and only where a control has an id at all.

import { keep, whenDropped } from "./kept.ts";
import { attr, closest, isElement, isHtml, parentNode, queryAll, queryIn, rootOf } from "./pristine.ts";

type ByTarget = Map<string, HTMLLabelElement[]>;

/** By the root that they stand in; kept. */
let gathered: Map<Node, ByTarget> | undefined;
whenDropped(() => {
	gathered = undefined;
});

/** In the order of the document. */
export function labelsOf(el: Element): HTMLLabelElement[] {
	const around = labelsAround(el);
	const id = attr(el, "id");
	if (!id) return around;
	const pointing = (labelsFor(rootOf(el)).get(id) ?? []).filter((label) => label.control === el);
	// Those were gathered in their order, and to find the place of each is dear among many siblings.
	return around.length === 0 ? pointing : [...new Set([...pointing, ...around])].sort(byPlace);
}

function labelsAround(el: Element): HTMLLabelElement[] {
	const labels: HTMLLabelElement[] = [];
	for (let at = closest(el, "label"); at; ) {
		if (isHtml(at, "label") && at.control === el) labels.push(at);
		const parent: ParentNode | null = parentNode(at);
		at = parent && isElement(parent) ? closest(parent, "label") : null;
	}
	return labels;
}

function labelsFor(root: Node): ByTarget {
	if (!gathered) {
		keep();
		gathered = new Map();
	}
	const known = gathered.get(root);
	if (known) return known;
	const labels: ByTarget = new Map();
	gathered.set(root, labels);
	for (const label of inRoot(root)) {
		if (!isHtml(label, "label")) continue;
		const target = attr(label, "for") ?? "";
		const known = labels.get(target);
		if (known) known.push(label);
		else labels.set(target, [label]);
	}
	return labels;
}

function inRoot(root: Node): Iterable<Element> {
	if (root instanceof ShadowRoot) return root.querySelectorAll("label[for]");
	return isElement(root) ? queryIn(root, "label[for]") : queryAll("label[for]");
}

function byPlace(one: Node, other: Node): number {
	return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
