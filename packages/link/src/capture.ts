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
	const size = clip ?? { width: viewport.clientWidth, height: viewport.clientHeight };
	const pixels = size.width * size.height;
	const shot = await held(tab, pixels, signal, (patience) =>
		tab.send(
			"Page.captureScreenshot",
			{
				format: params.format,
				optimizeForSpeed: true,
				...(clip && { clip: { ...clip, scale: 1 }, captureBeyondViewport: true }),
			},
			patience,
		),
	);
	// A picture of what came instead must not get out.
	tab.requireDocument(params.document);
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

/** How often the tab is told that a picture is still wanted. */
const REPAINT = 100;
/** A picture that has not come by then is asked for again: 5 s, and 1 s more for every 2 million pixels. */
const patienceFor = (pixels: number) => 5_000 + pixels / 2_000;

// A tab that is not in front paints no frames by itself, and a picture of it may never come.
async function held<T>(
	tab: TabSession,
	pixels: number,
	signal: AbortSignal,
	take: (patience: AbortSignal) => Promise<T>,
): Promise<T> {
	for (;;) {
		const patience = new AbortController();
		const timer = setTimeout(() => patience.abort(), patienceFor(pixels));
		const painting = setInterval(() => tab.keepPainting(), REPAINT);
		tab.keepPainting();
		try {
			return await take(AbortSignal.any([signal, patience.signal]));
		} catch (error) {
			if (signal.aborted || !patience.signal.aborted) throw error;
		} finally {
			clearTimeout(timer);
			clearInterval(painting);
		}
	}
}
