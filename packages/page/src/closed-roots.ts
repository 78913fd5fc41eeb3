// Closed shadow roots. No script can see them, but the browser hands them over when it is asked for one host at a
// time. So the walks note the hosts that might have one; whoever called the kit has them opened and calls again.

/** More are not asked for in one call. */
const MOST = 32;

const opened = new WeakMap<Element, ShadowRoot>();
/**
 * The browser was asked, while the host was defined or before. A custom element attaches its root when it is made; so
 * one that is defined need not be asked again, and one that is not when it has become so.
 */
const asked = new WeakMap<Element, boolean>();
/** By whether they were defined when they were met: tags that nobody ever defines must not push out the others. */
const suspects = { defined: new Set<Element>(), undefined: new Set<Element>() };
let any = false;

/** The closed root that was handed over for this element. */
export function openedRoot(el: Element): ShadowRoot | null {
	return any ? (opened.get(el) ?? null) : null;
}

/** Only custom elements have closed roots often enough to ask. */
export function suspect(el: Element): void {
	const before = asked.get(el);
	if (before === true) return;
	const isDefined = el.matches(":defined");
	if (before === isDefined) return;
	const alike = isDefined ? suspects.defined : suspects.undefined;
	if (alike.size < MOST) alike.add(el);
}

/** The hosts that were met since the last time. Until the browser has answered, each call names them again. */
export function takeSuspects(): Element[] {
	const found = [...suspects.defined, ...suspects.undefined].slice(0, MOST);
	suspects.defined.clear();
	suspects.undefined.clear();
	return found;
}

/** The browser has answered: this is the host's closed root, or it has none. */
export function openRoot(host: Element, root: ShadowRoot | undefined): void {
	asked.set(host, host.matches(":defined"));
	if (!root) return;
	any = true;
	opened.set(host, root);
}
