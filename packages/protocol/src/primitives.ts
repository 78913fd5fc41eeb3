// What a Link can do. Everything an agent wants is composed of these, and policy judges each of
// them: a primitive without effect and scope does not compile.

import * as z from "zod/mini";
import type { Effect, Scope } from "./effects.ts";
import { ReinsError } from "./errors.ts";
import { inputEvent } from "./input.ts";
import { type KitFunction, kitEffects } from "./kit.ts";
import { limits } from "./limits.ts";

interface PrimitiveRow {
	/** "kit": the kit function named in the call decides. */
	effect: Effect | "kit";
	scope: Scope;
	params: z.ZodMiniType;
	result: z.ZodMiniType;
}

function table<const T extends Record<string, PrimitiveRow>>(rows: T): T {
	return rows;
}

const nothing = z.strictObject({});
const tab = z.string();
/** A frame by the name that its refs begin with; the page itself where absent. */
const frame = z.optional(z.string().check(z.regex(/^f[1-9]\d{0,6}$/)));
const point = z.strictObject({ x: z.number(), y: z.number() });
const box = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const files = z
	.array(
		z.strictObject({ path: z.string(), name: z.string(), type: z.string(), data: z.optional(z.string()) }),
	)
	.check(z.minLength(1), z.maxLength(limits.uploadedFiles));
/** A file for a page: a copy that is nobody else's. */
export type GivenFile = z.infer<typeof files>[number];

export const waitUntil = z.enum(["commit", "domcontentloaded", "load", "networkidle"]);
export type WaitUntil = z.infer<typeof waitUntil>;

export const pictureFormat = z.enum(["png", "jpeg", "webp"]);
export type PictureFormat = z.infer<typeof pictureFormat>;

const tabInfo = z.strictObject({
	tab,
	url: z.string(),
	title: z.string(),
	/** Opened by this session or shared with it, rather than only found in the browser. */
	own: z.boolean(),
	crashed: z.boolean(),
	/** Chrome has put it to sleep; it wakes when it is used. */
	discarded: z.boolean(),
	/** A dialog of its page waits for an answer. */
	dialog: z.optional(z.boolean()),
});
export type LinkTab = z.infer<typeof tabInfo>;

const arrival = z.strictObject({
	url: z.string(),
	title: z.string(),
	status: z.optional(z.number()),
	/** What was asked for, where a redirect led away from it. */
	from: z.optional(z.string()),
	/** The page can be used, but has not come as far as was asked for; where false, its load is over all the same. */
	loading: z.optional(z.boolean()),
	/** A script that kept the page from answering was ended. */
	freed: z.optional(z.boolean()),
	/** A step of the history was one of a frame: the page itself is what it was. */
	inFrame: z.optional(z.boolean()),
});
export type Arrival = z.infer<typeof arrival>;

/** What a frame element shows, named by the element's ref. */
const frameInfo = z.strictObject({
	ref: z.string(),
	/** Where it can be read: its name, and the document that it shows. */
	frame: z.optional(z.string()),
	document: z.optional(z.string()),
	origin: z.optional(z.string()),
	/** Only the origin where it may not be read. */
	url: z.optional(z.string()),
	/** Nothing has come into it yet. */
	loading: z.optional(z.boolean()),
	/** Why it cannot be read: there is no document in it, it does not answer, it did not load, or the policy says no. */
	reason: z.optional(z.enum(["nothing", "silent", "denied", "failed", "refused"])),
});
export type FrameRow = z.infer<typeof frameInfo>;

export const primitives = table({
	/** `all`: those of nobody too, where the link may show them. */
	"tabs.list": {
		effect: "read",
		scope: "session",
		params: z.strictObject({ all: z.boolean() }),
		result: z.array(tabInfo),
	},
	/** Answers when the page has loaded; where it does not load, no tab is left. */
	"tabs.open": {
		effect: "navigate",
		scope: "argument",
		params: z.strictObject({ url: z.string(), focus: z.boolean() }),
		result: tabInfo,
	},
	"tabs.close": { effect: "navigate", scope: "session", params: z.strictObject({ tab }), result: nothing },
	"tabs.activate": { effect: "navigate", scope: "session", params: z.strictObject({ tab }), result: nothing },
	"nav.go": {
		effect: "navigate",
		scope: "argument",
		params: z.strictObject({ tab, url: z.string(), waitUntil }),
		result: arrival,
	},
	/** `false` where there is no such entry. */
	"nav.history": {
		effect: "navigate",
		scope: "document",
		params: z.strictObject({ tab, delta: z.int(), waitUntil }),
		result: z.union([arrival, z.literal(false)]),
	},
	"nav.reload": {
		effect: "navigate",
		scope: "document",
		params: z.strictObject({ tab, waitUntil }),
		result: arrival,
	},
	/** Ends what is loading; what has come by then stays. */
	"nav.stop": { effect: "navigate", scope: "document", params: z.strictObject({ tab }), result: arrival },
	/** What the frame elements of a document show: those of these refs, or all that can be seen. */
	frames: {
		effect: "read",
		scope: "document",
		params: z.strictObject({ tab, frame, document: z.string(), refs: z.optional(z.array(z.string())) }),
		result: z.array(frameInfo),
	},
	/** Calls the page kit in this document, and in no other. */
	"page.call": {
		effect: "kit",
		scope: "document",
		params: z.strictObject({
			tab,
			frame,
			document: z.string(),
			fn: z.string(),
			args: z.record(z.string(), z.unknown()),
		}),
		result: z.strictObject({ value: z.unknown() }),
	},
	/**
	 * Trusted input, all events of one gesture in one tick, refused when the document has changed. Points are those
	 * of the frame's own viewport.
	 */
	"input.dispatch": {
		effect: "act",
		scope: "document",
		params: z.strictObject({ tab, frame, document: z.string(), events: z.array(inputEvent) }),
		result: nothing,
	},
	/** Drags what is at one point of the frame's own viewport to another, by mouse moves or the web's own drag and drop. */
	"input.drag": {
		effect: "act",
		scope: "document",
		/** `onto`: the ref of what it is to fall onto, which may be moved when the drag begins. */
		params: z.strictObject({
			tab,
			frame,
			document: z.string(),
			from: point,
			to: point,
			onto: z.string(),
		}),
		/**
		 * Of the web's own drag and drop. `dropped`: whether the document was told that anything fell there; `begun` is
		 * false where what was pressed can be dragged and no drag began.
		 */
		result: z.strictObject({ dropped: z.optional(z.boolean()), begun: z.optional(z.boolean()) }),
	},
	/** Answers the open dialog of a page; `text` is what a prompt is given. */
	"dialog.answer": {
		effect: "act",
		scope: "document",
		params: z.strictObject({ tab, accept: z.boolean(), text: z.optional(z.string()) }),
		/** `closed`: the site whose dialog it was, where what that said may not be read. */
		result: z.strictObject({ kind: z.string(), message: z.string(), closed: z.optional(z.string()) }),
	},
	/**
	 * Puts files into a file input, or answers the file chooser that is open where there is no ref. Those with `data`
	 * (base64) are made in the page; the others the browser reads by itself. Answers what the field holds then.
	 */
	"files.set": {
		effect: "upload",
		scope: "document",
		params: z.strictObject({ tab, frame, document: z.string(), ref: z.optional(z.string()), files }),
		result: z.strictObject({ names: z.array(z.string()) }),
	},
	/** Lets files fall onto the point of an element, which is one of the frame's own viewport. */
	"files.drop": {
		effect: "upload",
		scope: "document",
		params: z.strictObject({ tab, frame, document: z.string(), ref: z.string(), at: point, files }),
		result: nothing,
	},
	/** A picture of the viewport, of a part of the page, or of the page from some height on. */
	capture: {
		effect: "read",
		scope: "document",
		params: z.strictObject({
			tab,
			frame,
			document: z.string(),
			format: pictureFormat,
			/** Of jpeg and webp, 1 to 100. */
			quality: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
			/** In CSS pixels of the page, for a frame in those of its viewport; all that is in view where absent. */
			clip: z.optional(box),
			/** The page from this height on, in CSS pixels, as far as one picture goes. */
			from: z.optional(z.number()),
			/** Most pixels of the longer side; 0: as many as the screen has. */
			maxSide: z.int().check(z.minimum(0), z.maximum(limits.pictureSide)),
			/** Texts to draw beside boxes of the page, or of the viewport of a frame. */
			labels: z.optional(z.array(z.strictObject({ text: z.string(), box, frame }))),
		}),
		result: z.strictObject({
			data: z.string(),
			mimeType: z.string(),
			/** Of the picture, in its pixels. */
			width: z.number(),
			height: z.number(),
			/** Pixels of the picture for a CSS pixel of the page. */
			scale: z.number(),
			/** What the picture shows, in CSS pixels of the page. */
			region: box,
			/** The size of the whole page. */
			page: z.strictObject({ width: z.number(), height: z.number() }),
			/** Which of the labels are in the picture, by their number. */
			labelled: z.optional(z.array(z.int())),
		}),
	},
	eval: {
		effect: "eval",
		scope: "document",
		params: z.strictObject({ tab, document: z.string(), expression: z.string(), awaitPromise: z.boolean() }),
		result: z.union([
			z.strictObject({ ok: z.literal(true), value: z.unknown(), type: z.string(), truncated: z.boolean() }),
			z.strictObject({ ok: z.literal(false), error: z.string() }),
		]),
	},
});

export type Primitive = keyof typeof primitives;
export type PrimitiveParams<P extends Primitive> = z.infer<(typeof primitives)[P]["params"]>;
export type PrimitiveResult<P extends Primitive> = z.infer<(typeof primitives)[P]["result"]>;

/** What a call does to the world; for the page kit, what its function does. */
export function effectOf<P extends Primitive>(primitive: P, params: PrimitiveParams<P>): Effect {
	const { effect } = primitives[primitive];
	if (effect !== "kit") return effect;
	return effectOfKit((params as { fn: string }).fn);
}

// @guard effect-of-kit
function effectOfKit(fn: string): Effect {
	if (Object.hasOwn(kitEffects, fn)) return kitEffects[fn as KitFunction];
	throw new ReinsError("unknown_method", `The page kit has no function "${fn}".`);
}
