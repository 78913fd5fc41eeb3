// Chrome's windows: which has the focus, how they stand, putting them back.

export interface WindowState {
	window: number;
	isFocused: boolean;
	isMinimised: boolean;
}

const all = { windowTypes: ["normal", "popup", "panel", "app", "devtools"] as const };

export async function windowStates(): Promise<WindowState[]> {
	const found = await chrome.windows.getAll({ windowTypes: [...all.windowTypes] });
	return found.flatMap(({ id, focused, state }) =>
		id === undefined ? [] : [{ window: id, isFocused: focused, isMinimised: state === "minimized" }],
	);
}

/** The window that has the focus, if it is one of Chrome's. */
export async function focusedWindow(): Promise<number | undefined> {
	const last = await chrome.windows.getLastFocused().catch(() => undefined);
	return last?.focused ? last.id : undefined;
}

export async function focusWindow(window: number): Promise<void> {
	await chrome.windows.update(window, { focused: true });
}

/** Below those of other applications. */
export async function lowerWindow(window: number): Promise<void> {
	await chrome.windows.update(window, { focused: false });
}

export async function minimiseWindow(window: number): Promise<void> {
	await chrome.windows.update(window, { state: "minimized" });
}

export function onFocused(listener: (window: number) => void): void {
	chrome.windows.onFocusChanged.addListener((window) => {
		if (window !== chrome.windows.WINDOW_ID_NONE) listener(window);
	});
}

export function onWindowClosed(listener: (window: number) => void): void {
	chrome.windows.onRemoved.addListener((window) => listener(window));
}
