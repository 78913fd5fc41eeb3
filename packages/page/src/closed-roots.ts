// Closed shadow roots. No script can see them, but the browser hands them over when it is asked for one host at a
// time. So the walks note the hosts that might have one; whoever called the kit has them opened and calls again.

/** More are not asked for in one call. */
const MOST = 32;

const opened = new WeakMap<Element, ShadowRoot>();
/** The browser was asked: a custom element attaches its root when it is made, so it need not be asked again. */
const asked = new WeakSet<Element>();
const suspects = new Set<Element>();
let any = false;

/** The closed root that was handed over for this element. */
export function openedRoot(el: Element): ShadowRoot | null {
	return any ? (opened.get(el) ?? null) : null;
}

/** Only custom elements have closed roots often enough to ask. */
export function suspect(el: Element): void {
	if (suspects.size < MOST && !asked.has(el)) suspects.add(el);
}

/** The hosts that were met since the last time. Until the browser has answered, each call names them again. */
export function takeSuspects(): Element[] {
	const found = [...suspects];
	suspects.clear();
	return found;
}

/** The browser has answered: this is the host's closed root, or it has none. */
export function openRoot(host: Element, root: ShadowRoot | undefined): void {
	// One that is not defined yet will be made anew.
	if (host.matches(":defined")) asked.add(host);
	if (!root) return;
	any = true;
	opened.set(host, root);
}
