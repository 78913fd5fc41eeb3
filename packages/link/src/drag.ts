// Dragging. A page that moves things by mouse events sees the moves; one that uses the web's own drag and drop has
// its drag taken over from the browser and led to the end, since nobody's real mouse is there to do so.

import {
	type InputEvent,
	type Point,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
} from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { type Ask, whileFalling } from "./falling.ts";
import { type FrameDocument, isContextGone, isReplaced } from "./frame-document.ts";
import { inPage, requireGround, toFrame, type Where } from "./input.ts";
import type { TabSession } from "./tab-session.ts";

/** Places on the way: libraries ignore a mouse that jumps. */
const STEPS = 6;

/** A target that a page has put elsewhere since is followed from here on. */
const MOVED = 1;
const BUTTON = { button: "left", buttons: 1 };

type Drag = Omit<PrimitiveParams<"input.drag">, "tab">;

/** The two ends in the page, and where the frame is drawn. */
interface Ends {
	from: Point;
	to: Point;
	where: Where;
}

export async function drag(
	tab: TabSession,
	{ frame: name, document, onto, ...ends }: Drag,
	signal: AbortSignal,
	onSent: () => void,
): Promise<PrimitiveResult<"input.drag">> {
	const frame = tab.frame(name);
	frame.require(document);
	const both: InputEvent[] = [ends.from, ends.to].map((at) => ({ kind: "down", ...at }));
	const { placed, where } = await inPage(tab, frame, both);
	// Both ends: what is dropped must not fall into another document either.
	await requireGround(tab, where, placed, signal);
	await toFrame(tab, frame, both, placed, signal);
	const [from, to] = placed.map((event) => {
		const { x, y } = event as Point;
		return { x, y };
	}) as [Point, Point];
	const about = { document, ref: onto, areFiles: false };
	return whileFalling(
		frame,
		about,
		(ask) => new Dragging(tab, frame, document, ask, signal).go({ from, to, where }, ends.to, onSent),
		signal,
	);
}

class Dragging {
	readonly #tab: TabSession;
	readonly #frame: FrameDocument;
	readonly #document: string;
	readonly #ask: Ask;
	readonly #signal: AbortSignal;
	#isPressed = false;

	constructor(tab: TabSession, frame: FrameDocument, document: string, ask: Ask, signal: AbortSignal) {
		this.#tab = tab;
		this.#frame = frame;
		this.#document = document;
		this.#ask = ask;
		this.#signal = signal;
	}

	async go(ends: Ends, own: Point, onSent: () => void): Promise<PrimitiveResult<"input.drag">> {
		const { from, to, where } = ends;
		this.#tab.dragged = undefined;
		await this.#tab.send("Input.setInterceptDrags", { enabled: true }, this.#signal);
		try {
			await this.#mouse("mouseMoved", from, { button: "none", buttons: 0 });
			await this.#require(where, from, to);
			this.#isPressed = true;
			await this.#mouse("mousePressed", from, { clickCount: 1 });
			// The browser tells of a drag before it answers to the move that began it.
			for (const at of way(from, to)) if (!this.#tab.dragged) await this.#mouse("mouseMoved", at);
			if (this.#tab.dragged) return await this.#carry(ends, own, onSent);
			await this.#again(where, from, to);
			await this.#release(to, onSent);
			return (await this.#told("idle")) ? { begun: false } : {};
		} finally {
			if (this.#isPressed) {
				this.#letGo(from).catch(() => {
					// The tab is gone.
				});
			}
			this.#tab.send("Input.setInterceptDrags", { enabled: false }).catch(() => {
				// The tab is gone.
			});
			this.#ask("end").catch(() => {
				// Its document is gone.
			});
		}
	}

	/** The web's own drag and drop: the browser has given the drag away, and is told where it goes. */
	async #carry(ends: Ends, own: Point, onSent: () => void): Promise<PrimitiveResult<"input.drag">> {
		const { dragged: data } = this.#tab;
		const { to, where } = await this.#followed(ends, own);
		const carry = (type: string) =>
			this.#tab.send("Input.dispatchDragEvent", { type, ...to, data }, this.#signal);
		await this.#again(where, ends.from, to);
		for (const type of ["dragEnter", "dragOver"]) await carry(type);
		// What the page does about what is over it may bring another document there.
		await this.#again(where, ends.from, to);
		// Both at once: what the page does about the drop may keep the release from it.
		await this.#release(to, onSent, carry("drop"));
		return { dropped: (await this.#told("fell")) !== false };
	}

	/** Pages make room when a drag begins. */
	async #followed({ from, to, where }: Ends, own: Point): Promise<Pick<Ends, "to" | "where">> {
		const now = (await this.#ask("place")) as Point | undefined;
		if (!now || Math.hypot(now.x - own.x, now.y - own.y) < MOVED) return { to, where };
		const moved = await inPage(this.#tab, this.#frame, [{ kind: "down", ...now }]).catch(async (error) => {
			await this.#letGo(from);
			throw error;
		});
		const { x, y } = moved.placed[0] as Point;
		return { to: { x, y }, where: moved.where };
	}

	#mouse(type: string, at: Point, more: CdpParams = {}): Promise<unknown> {
		return this.#tab.send("Input.dispatchMouseEvent", { type, ...at, ...BUTTON, ...more }, this.#signal);
	}

	async #release(to: Point, onSent: () => void, ...more: Promise<unknown>[]): Promise<void> {
		this.#isPressed = false;
		onSent();
		await Promise.all([...more, this.#mouse("mouseReleased", to, { buttons: 0, clickCount: 1 })]);
	}

	/** Ends where it began, so that nothing falls anywhere, and nothing stays pressed, also when the call is over. */
	async #letGo(from: Point): Promise<void> {
		this.#isPressed = false;
		const released = { type: "mouseReleased", ...from, ...BUTTON, buttons: 0, clickCount: 1 };
		const { dragged: data } = this.#tab;
		await Promise.all([
			data && this.#tab.send("Input.dispatchDragEvent", { type: "dragCancel", ...from, data }),
			this.#tab.send("Input.dispatchMouseEvent", released),
		]);
	}

	/** Where other documents are in the tab, a move or the drag itself may bring one of them to either end. */
	async #require(where: Where, ...points: Point[]): Promise<void> {
		const events: InputEvent[] = points.map((at) => ({ kind: "down", ...at }));
		if (this.#tab.frames.hasOthers(this.#frame)) await requireGround(this.#tab, where, events, this.#signal);
		this.#frame.require(this.#document);
	}

	/** The same when something is held already. */
	async #again(where: Where, from: Point, to: Point): Promise<void> {
		try {
			await this.#require(where, to);
		} catch (error) {
			await this.#letGo(from);
			throw error instanceof ReinsError ? begun(error) : error;
		}
	}

	/** A page that is left by what was done says no more. */
	async #told(what: "fell" | "idle"): Promise<unknown> {
		try {
			return await this.#ask(what);
		} catch (error) {
			if (isContextGone(error) || isReplaced(error)) return undefined;
			throw error;
		}
	}
}

function begun({ code, message, hint, data }: ReinsError): ReinsError {
	return new ReinsError(code, message, { hint, data: { ...data, interrupted: true } });
}

function way(from: Point, to: Point): Point[] {
	return Array.from({ length: STEPS }, (_, step) => {
		const part = (step + 1) / STEPS;
		return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
	});
}
