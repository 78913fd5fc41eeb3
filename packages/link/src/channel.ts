// The seam below CDP: something that carries text messages in order. A pipe and a WebSocket implement it.

export interface TextChannel {
	send(message: string): void;
	close(): void;
	/** Set once, before the first message can arrive. */
	onMessage: (message: string) => void;
	/** Called once, with the reason in words. */
	onClose: (reason: string) => void;
}
