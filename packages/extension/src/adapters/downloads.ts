// What Chrome saves, for whomever: it does not say for which tab.

export interface SavedItem {
	id: number;
	/** As asked for, and where redirects led. */
	url: string;
	finalUrl: string;
	state: "in_progress" | "interrupted" | "complete";
	danger: string;
	received: number;
	/** -1 where nobody knows. */
	total: number;
	/** Absolute; empty until Chrome has chosen it. */
	path: string;
}

export function onDownload(listener: (item: SavedItem) => void): void {
	chrome.downloads.onCreated.addListener((item) => listener(toItem(item)));
}

export function onDownloadChanged(listener: (id: number) => void): void {
	chrome.downloads.onChanged.addListener(({ id }) => listener(id));
}

export async function findDownload(id: number): Promise<SavedItem | undefined> {
	const [item] = await chrome.downloads.search({ id });
	return item && toItem(item);
}

function toItem(item: chrome.downloads.DownloadItem): SavedItem {
	return {
		id: item.id,
		url: item.url,
		finalUrl: item.finalUrl,
		state: item.state,
		danger: item.danger,
		received: item.bytesReceived,
		total: item.totalBytes,
		path: item.filename,
	};
}
