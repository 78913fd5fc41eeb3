// Chrome's tabs: listing, opening, closing, what is in front.

export interface BrowserTab {
	id: number;
	window: number;
	url: string;
	title: string;
	active: boolean;
	/** Put to sleep, or not yet loaded since the browser started. */
	discarded: boolean;
	/** Of the page; none where no window has held it yet. */
	width: number;
	incognito: boolean;
	group: number;
	/** Something is on its way, a page or a part of one. */
	isLoading: boolean;
	/** Of the page that is on its way. */
	pendingUrl: string;
	/** Out of another tab, by a page or by the person. */
	opened: boolean;
}

export async function listTabs(): Promise<BrowserTab[]> {
	return (await chrome.tabs.query({})).flatMap((tab) => toTab(tab) ?? []);
}

/** Undefined where there is no such tab. */
export async function getTab(id: number): Promise<BrowserTab | undefined> {
	try {
		return toTab(await chrome.tabs.get(id));
	} catch {
		return undefined;
	}
}

/** An empty tab, in the window that the person used last; never in a private one. */
export async function openTab(active: boolean): Promise<BrowserTab> {
	const window = await ordinaryWindow();
	const made =
		window === undefined
			? (await chrome.windows.create({ url: "about:blank", focused: active }))?.tabs?.[0]
			: await chrome.tabs.create({ url: "about:blank", active, windowId: window });
	const tab = made && toTab(made);
	if (!tab) throw new Error("Chrome opened no tab.");
	return tab;
}

async function ordinaryWindow(): Promise<number | undefined> {
	const fits = (one: chrome.windows.Window) => one.type === "normal" && !one.incognito;
	try {
		const last = await chrome.windows.getLastFocused({ windowTypes: ["normal"] });
		if (fits(last)) return last.id;
	} catch {
		// There is none.
	}
	return (await chrome.windows.getAll({ windowTypes: ["normal"] })).find(fits)?.id;
}

export async function closeTab(id: number): Promise<void> {
	await chrome.tabs.remove(id).catch(() => {
		// It was closed already.
	});
}

/** Chooses the tab in its window; the window stays where it is. */
export async function activateTab(id: number): Promise<void> {
	await chrome.tabs.update(id, { active: true });
}

/** Loads a tab again without showing it; one that sleeps wakes. */
export async function reloadTab(id: number): Promise<void> {
	await chrome.tabs.reload(id);
}

/** How long an empty page may take to come. */
const BLANK = 5_000;

/** Leads a tab away from a page that no debugger may enter, and waits until it has left. */
export async function loadBlank(id: number): Promise<void> {
	const left = new Promise<void>((resolve) => {
		const done = () => {
			clearTimeout(timer);
			chrome.webNavigation.onCommitted.removeListener(heard);
			resolve();
		};
		const heard = ({ tabId, frameId }: { tabId: number; frameId: number }) => {
			if (tabId === id && frameId === 0) done();
		};
		const timer = setTimeout(done, BLANK);
		chrome.webNavigation.onCommitted.addListener(heard);
	});
	await chrome.tabs.update(id, { url: "about:blank" });
	await left;
}

export async function loadUrl(id: number, url: string): Promise<void> {
	await chrome.tabs.update(id, { url }).catch(() => {
		// It was closed.
	});
}

interface ActiveTab {
	tab: number;
	window: number;
	/** Of its page. */
	width: number;
	height: number;
}

/** The tab in front of every window. */
export async function activeTabs(): Promise<ActiveTab[]> {
	const found = await chrome.tabs.query({ active: true });
	return found.flatMap(({ id, windowId, width = 0, height = 0 }) =>
		id === undefined ? [] : [{ tab: id, window: windowId, width, height }],
	);
}

/** Whether a page fills the screen, as a film does; it would not any more, were another tab shown. */
export async function fillsScreen({ window, height }: ActiveTab): Promise<boolean> {
	const { state, height: whole = 0 } = await chrome.windows.get(window);
	return state === "fullscreen" && height >= whole;
}

export function onRemoved(listener: (tab: number) => void): void {
	chrome.tabs.onRemoved.addListener((tab) => listener(tab));
}

/** Chrome may put another tab in the place of one that it put to sleep. */
export function onReplaced(listener: (added: number, removed: number) => void): void {
	chrome.tabs.onReplaced.addListener(listener);
}

export function onActivated(listener: (tab: number, window: number) => void): void {
	chrome.tabs.onActivated.addListener(({ tabId, windowId }) => listener(tabId, windowId));
}

/** A tab is moved out of a window; that may close then. */
export function onLeftWindow(listener: (tab: number, window: number) => void): void {
	chrome.tabs.onDetached.addListener((tab, { oldWindowId }) => listener(tab, oldWindowId));
}

/** A tab shows another page, however that came. */
export function onCommitted(listener: (tab: number, url: string) => void): void {
	chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, url }) => {
		if (frameId === 0) listener(tabId, url);
	});
}

/** A page or a frame is on its way in a tab; or a frame has come, by a redirect perhaps. */
export function onStarted(listener: (tab: number, url: string, isPage: boolean) => void): void {
	chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId, url }) =>
		listener(tabId, url, frameId === 0),
	);
	chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, url }) => {
		if (frameId !== 0) listener(tabId, url, false);
	});
}

/** The addresses of a tab's page and of all frames in it. */
export async function framesOf(tab: number): Promise<string[]> {
	const frames = await chrome.webNavigation.getAllFrames({ tabId: tab }).catch(() => null);
	return (frames ?? []).map(({ url }) => url);
}

/** Told when a tab is put into a group or taken out of it (-1). */
export function onGrouped(listener: (tab: number, group: number) => void): void {
	chrome.tabs.onUpdated.addListener((tab, { groupId }) => {
		if (groupId !== undefined) listener(tab, groupId);
	});
}

/** Nothing is on its way in a tab any more. */
export function onLoaded(listener: (tab: number) => void): void {
	chrome.tabs.onUpdated.addListener((tab, { status }) => {
		if (status === "complete") listener(tab);
	});
}

/**
 * A page has opened another tab. The tab's own `openerTabId` names the tab in front instead of the one
 * that did it, so it is not used.
 */
export function onPopup(listener: (source: number, tab: number, url: string) => void): void {
	chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) =>
		listener(sourceTabId, tabId, url),
	);
	// A window that a page has put over all others is told of as one that nobody has opened; of these alone Chrome knows
	// the opener.
	chrome.tabs.onCreated.addListener(async ({ id, index, openerTabId, windowId, url = "" }) => {
		if (id === undefined || openerTabId === undefined || index > 0) return;
		const window = await chrome.windows.get(windowId).catch(() => undefined);
		if (window?.alwaysOnTop) listener(openerTabId, id, url);
	});
}

function toTab(tab: chrome.tabs.Tab): BrowserTab | undefined {
	if (tab.id === undefined) return undefined;
	return {
		id: tab.id,
		window: tab.windowId,
		url: tab.url ?? "",
		title: tab.title ?? "",
		active: tab.active,
		discarded: tab.discarded || tab.status === "unloaded",
		width: tab.width ?? 0,
		incognito: tab.incognito,
		group: tab.groupId ?? -1,
		isLoading: tab.status !== "complete",
		pendingUrl: tab.pendingUrl ?? "",
		opened: tab.openerTabId !== undefined,
	};
}
