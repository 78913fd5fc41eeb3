// The port to the native host, which Chrome starts for us.

import { hostName } from "@reins/protocol";

export interface NativePort {
	send(message: object | string): void;
	close(): void;
}

interface Ends {
	onMessage(message: unknown): void;
	/** Chrome's own words; called once, not for `close`. */
	onClose(reason: string): void;
}

export function connectHost({ onMessage, onClose }: Ends): NativePort {
	const port = chrome.runtime.connectNative(hostName);
	port.onMessage.addListener(onMessage);
	port.onDisconnect.addListener(() =>
		onClose(chrome.runtime.lastError?.message ?? "The native host closed the port."),
	);
	return {
		send: (message) => port.postMessage(message),
		close: () => port.disconnect(),
	};
}
