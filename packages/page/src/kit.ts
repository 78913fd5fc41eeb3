// The entry of the page kit: puts one object, `reinsKit`, into the isolated world's global, through which
// everything is called with JSON and answered with JSON. Nothing is thrown to the caller, nothing marks the page.

import type { KitArgs, KitFunction, KitFunctions, KitReply, KitResult } from "@reins/protocol";
import { box, locate } from "./actionable.ts";
import { caretToEnd } from "./caret.ts";
import { fail } from "./check-args.ts";
import { choose } from "./choose.ts";
import { openRoot, takeSuspects } from "./closed-roots.ts";
import { drawLabels } from "./draw-labels.ts";
import { drawn } from "./drawn.ts";
import { Falling, give, type SentFile } from "./falling.ts";
import { fileField } from "./file-field.ts";
import { fill } from "./fill.ts";
import { find } from "./find.ts";
import { focusedElement } from "./flat-tree.ts";
import { formValues } from "./form-values.ts";
import { frameOwners } from "./frame-owners.ts";
import { Guard } from "./guard.ts";
import { deepHit } from "./hit-test.ts";
import { getHtml } from "./html.ts";
import { count, inspect } from "./inspect.ts";
import { KitError } from "./kit-error.ts";
import { objects } from "./leaving.ts";
import { images, links } from "./links.ts";
import { markdown } from "./markdown.ts";
import { metadata } from "./metadata.ts";
import { isChosen, optionOf } from "./option-list.ts";
import { outline } from "./outline.ts";
import { pageInfo } from "./page-info.ts";
import { labels } from "./picture-labels.ts";
import { pointOfPress } from "./pinched.ts";
import { locateAt } from "./point-of-page.ts";
import { documentElement, documentTags } from "./pristine.ts";
import { requireReadable } from "./readable.ts";
import { Refs } from "./refs.ts";
import { rehearse } from "./rehearsal.ts";
import { replaceTimers } from "./scriptless.ts";
import { scroll } from "./scroll.ts";
import { Settling } from "./settle.ts";
import { snapshot } from "./snapshot.ts";
import { tables } from "./tables.ts";
import { getText } from "./text.ts";
import { waitFor } from "./wait-for.ts";
import { warmUp } from "./warm-up.ts";
import { WidePicture } from "./wide-picture.ts";

/** A function of the contract without a handler does not compile. */
type Handlers = {
	[F in keyof KitFunctions]: (args: KitArgs<F>) => KitResult<F> | Promise<KitResult<F>>;
};

type Answer<F extends KitFunction> = KitReply<F> & { next: number; suspects: number[] };

interface ReinsKit {
	/**
	 * `first` is the first number for refs that this call makes; the answer's `next` is the first that it left.
	 * `frame` is what the refs of this document begin with.
	 */
	call<F extends KitFunction>(
		fn: F,
		args: KitArgs<F>,
		first?: number,
		frame?: string,
	): Answer<F> | Promise<Answer<F>>;
	/** An element that might have a closed shadow root, by its number in an answer; and what was found there. */
	suspect(number: number): Element | undefined;
	open(host: Element, root?: ShadowRoot): void;
	/** What a press at a point of the viewport, or a key, goes to first. */
	hit(x: number, y: number): Element | undefined;
	focused(): Element | undefined;
	/** Resolves when the browser has drawn the document and lets input through to it, or should have. */
	drawn(): Promise<void> | undefined;
	/** Resolves when a large page that was loaded has come to its first rest; a small one is not waited for. */
	rest(): Promise<void> | undefined;
	/** Whether the pointer comes to a point, within so many milliseconds. */
	pointed(x: number, y: number, most: number): Promise<boolean>;
	/** Whether the page objects to being left, for `to` where that is a step of the history. */
	objects(to?: string): boolean;
	/** Puts files into a field that the browser does not read for it. */
	give(field: HTMLInputElement, files: readonly SentFile[]): void;
	/** Hears what the document does about what is dragged, or about files, that are to fall onto an element. */
	falling(ref: string, areFiles: boolean): Falling;
	/** The element of a ref, for the browser to say what only it knows of it; undefined if it is gone. */
	element(ref: string): Element | undefined;
}

/** What tells of a page says so where there is none to tell of. */
const reads: ReadonlySet<KitFunction> = new Set<KitFunction>([
	...(["snapshot", "getText", "find", "getHtml", "markdown", "links", "images", "outline"] as const),
	...(["tables", "formValues", "labels"] as const),
]);

function makeKit(): ReinsKit {
	const refs = new Refs();
	const guard = new Guard();
	const settling = new Settling(refs, guard);
	const widePicture = new WidePicture();
	const suspects = new Map<number, WeakRef<Element>>();
	const element = (ref: string) => {
		try {
			return refs.element(ref);
		} catch {
			return undefined;
		}
	};
	let suspected = 0;
	// Not in every frame of a page that has many.
	const warming = self === top ? warmUp(lookForNobody, () => documentTags("*").length) : undefined;
	const end = () => {
		const numbers = takeSuspects().map((el) => {
			suspected += 1;
			suspects.set(suspected, new WeakRef(el));
			return suspected;
		});
		return { next: refs.next, suspects: numbers };
	};
	const handlers: Handlers = {
		snapshot: (args) => snapshot(refs, args),
		getText: (args) => getText(refs, args),
		locate: async (args) => {
			if (self === top) await drawn();
			const place = await locate(refs, guard, args);
			if (place.scrolled) settling.scrolled();
			if (args.watch === true) settling.watch();
			return place;
		},
		locateAt: async (args) => {
			if (self === top) await drawn();
			const place = await locateAt(refs, guard, args);
			if (args.watch === true) settling.watch();
			return place;
		},
		box: (args) => box(refs, args),
		fill: async (args) => {
			const filled = await fill(refs, args, settling);
			const rest = args.watch === "last" || args.watch === "both" ? await settling.restByTurns() : undefined;
			return { ...filled, ...(rest && { rest }) };
		},
		watch: () => settling.watch(),
		settle: (args) => settling.settle(args),
		frameOwners: () => frameOwners(refs),
		pageInfo: () => pageInfo(),
		find: (args) => find(refs, args),
		getHtml: (args) => getHtml(refs, args),
		markdown: (args) => markdown(refs, args),
		links: (args) => links(refs, args),
		images: (args) => images(refs, args),
		outline: (args) => outline(refs, args),
		tables: (args) => tables(refs, args),
		formValues: (args) => formValues(refs, args),
		metadata: () => metadata(),
		inspect: (args) => inspect(refs, args),
		count: (args) => count(args),
		labels: (args) => labels(refs, args),
		drawLabels: (args) => drawLabels(args),
		beginWidePicture: () => widePicture.begin(),
		endWidePicture: () => widePicture.end(),
		scroll: (args) => {
			settling.scrolled();
			return scroll(refs, args);
		},
		choose: (args) => choose(refs, args),
		caretToEnd: (args) => caretToEnd(refs, args),
		optionOf: (args) => optionOf(refs, args),
		fileField: (args) => fileField(refs, args),
		isChosen: (args) => (guard.isAstray ? { chosen: false, stopped: true } : isChosen(refs, args)),
		waitFor: (args) => waitFor(refs, args),
	};
	return {
		// What is known at once is answered at once: a promise costs the browser a turn more.
		call(fn, args, first, frame = "") {
			const told = <V>(value: V) => ({ ok: true as const, value, ...end() });
			const failed = (thrown: unknown) => ({ ok: false as const, error: asError(thrown), ...end() });
			refs.frame = frame;
			if (first !== undefined && first > refs.next) refs.startFrom(first);
			try {
				if (!Object.hasOwn(handlers, fn))
					throw new KitError("unknown_method", `the page kit has no ${String(fn)}`);
				if (typeof args !== "object" || args === null || Array.isArray(args)) fail("args must be an object");
				if (reads.has(fn)) {
					warming?.stop();
					requireReadable();
				}
				const value = handlers[fn](args);
				return value instanceof Promise ? value.then(told, failed) : told(value);
			} catch (thrown) {
				return failed(thrown);
			}
		},
		suspect: (number) => {
			const el = suspects.get(number)?.deref();
			suspects.delete(number);
			return el;
		},
		open: openRoot,
		hit: (x, y) => deepHit(pointOfPress({ x, y })),
		// Without the focus of the page nothing in it gets keys.
		focused: () => (document.hasFocus() ? (focusedElement() ?? documentElement(document)) : undefined),
		drawn,
		rest: () => warming?.rest(),
		pointed: (x, y, most) => guard.pointed({ x, y }, most),
		objects,
		give,
		falling: (ref, areFiles) => new Falling(element(ref), areFiles),
		element,
	};
}

/** With refs that nobody gets to know. */
function lookForNobody(): void {
	try {
		requireReadable();
		snapshot(new Refs(), {});
		rehearse();
	} catch {
		// What cannot be read need not be read quickly.
	} finally {
		takeSuspects();
	}
}

function asError(thrown: unknown): Extract<KitReply<KitFunction>, { ok: false }>["error"] {
	if (thrown instanceof KitError) {
		const { code, message, data } = thrown;
		return { code, message, ...(data && { data }) };
	}
	if (thrown instanceof RangeError && /call stack/.test(thrown.message)) {
		return { code: "unsupported", message: "this page is nested too deeply to be read" };
	}
	return { code: "internal", message: `the page kit failed: ${String(thrown)}` };
}

// The kit may be evaluated again in the same world; the first one stays, for it holds the refs. An own property is
// asked for because `<div id="reinsKit">` would answer to the plain name.
if (!Object.hasOwn(globalThis, "reinsKit")) {
	replaceTimers();
	Object.defineProperty(globalThis, "reinsKit", { value: Object.freeze(makeKit()) });
}
