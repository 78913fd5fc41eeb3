// Pictures of a tab: viewport, a part of the page, or the whole page up to what Chrome can paint.

import { type PrimitiveParams, type PrimitiveResult, ReinsError } from "@reins/protocol";
import type { TabSession } from "./tab-session.ts";

/** Chrome repeats or leaves blank what lies beyond this many pixels. */
const MAX_HEIGHT = 16_384;
const MIME = { png: "image/png", jpeg: "image/jpeg" } as const;

export async function capture(
	tab: TabSession,
	params: PrimitiveParams<"capture">,
	signal: AbortSignal,
): Promise<PrimitiveResult<"capture">> {
	tab.requireDocument(params.document);
	const metrics = await tab.send("Page.getLayoutMetrics", {}, signal);
	const viewport = metrics["cssVisualViewport"] as { clientWidth: number; clientHeight: number };
	const page = metrics["cssContentSize"] as { width: number; height: number };
	const whole = { x: 0, y: 0, width: page.width, height: Math.min(page.height, MAX_HEIGHT) };
	const clip = params.clip ? bounded(params.clip) : params.fullPage ? whole : undefined;
	const shot = await held(tab, signal, () =>
		tab.send(
			"Page.captureScreenshot",
			{
				format: params.format,
				optimizeForSpeed: true,
				...(clip && { clip: { ...clip, scale: 1 }, captureBeyondViewport: true }),
			},
			signal,
		),
	);
	// A picture of what came instead must not get out.
	tab.requireDocument(params.document);
	const size = clip ?? { width: viewport.clientWidth, height: viewport.clientHeight };
	return {
		data: String(shot["data"]),
		mimeType: MIME[params.format],
		width: Math.round(size.width),
		height: Math.round(size.height),
		...(params.fullPage && page.height > MAX_HEIGHT && { fullHeight: page.height }),
	};
}

function bounded<B extends { width: number; height: number }>(box: B): B {
	if (box.width < 1 || box.height < 1) throw new ReinsError("not_actionable", "The element has no size.");
	return { ...box, width: Math.min(box.width, MAX_HEIGHT), height: Math.min(box.height, MAX_HEIGHT) };
}

// A tab that is not in front paints no frames and a picture of it may never come; a tiny
// screencast makes it paint for as long as it is held.
async function held<T>(tab: TabSession, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	await tab.send("Page.startScreencast", { format: "jpeg", quality: 1, maxWidth: 16, maxHeight: 16 }, signal);
	try {
		return await work();
	} finally {
		tab.send("Page.stopScreencast").catch(() => {
			// The tab is gone, and its screencast with it.
		});
	}
}
