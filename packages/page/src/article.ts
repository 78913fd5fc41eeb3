// Where the content of a page is: by landmarks where the page has them, else by how much text stands in a place and how
// much of it is links. What around and in it is not content is in article-beside.ts.

import { Beside, isBesideByRole, isNoise, namesOf } from "./article-beside.ts";
import { leadOf, titleOf } from "./article-title.ts";
import { flatParent, selfAndAncestors } from "./flat-tree.ts";
import { attr, childElements, childNodes, isElement, localName, queryIn, textContent } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import { tidy } from "./quote.ts";
import { roleOf } from "./role.ts";
import type { Sight } from "./sight.ts";
import { TextWeight } from "./text-weight.ts";

interface Article {
	/** In reading order: what stands before the text, and the text. */
	parts: Element[];
	leftOut(el: Element, style: CSSStyleDeclaration): boolean;
}

const LANDMARKS = "main, [role=main], article, [role=article], [itemprop=articleBody]";
const PROSE = "p, pre, blockquote, li, td, dd, h2, h3, figcaption, div, section";
const TEXT = /^(p|pre|blockquote|h[1-6]|figcaption|dd|span|font)$/;
const INLINE = /^(a|b|code|em|font|i|span|strong)$/;
/** Text that is worth a point; less is a caption. */
const WORTH = 25;
/** A page with less text than this in one place has no article. */
const LEAST = 140;
/** The share of the page's text that a landmark must hold to be the content. */
const MOST = 0.4;
/** Of the best place's points, the share that makes one beside it part of the content. */
const ALSO = 0.2;
/** How far out a piece of text counts. */
const STEPS = 4;
/** How far up from a place more of its text is looked for, and from a post its neighbours. */
const NEAR = 2;
const LEVELS = 4;
/** What readers add is less than what they add to, however long it is. */
const COMMENTS = /comment(?!ary|ator)|(^|[\s_-])(disqus|replies|respond($|[\s_-]))/i;
const COMMENT_SHARE = 0.2;
const LINKED = 0.25;
const PARAGRAPH = 80;

export function articleIn(start: Element, sight: Sight): Article | undefined {
	const weight = new TextWeight(start);
	const search = new Search(start, sight, weight);
	const root = search.root();
	if (!root) return undefined;
	const title = titleOf(start, root, sight, (el) => isInBeside(el, start));
	const beside = new Beside({ root, title, lastPost: search.lastPost }, weight);
	return { parts: [...leadOf(title, root, weight), root], leftOut: (el, style) => beside.has(el, style) };
}

class Search {
	readonly #start: Element;
	readonly #sight: Sight;
	readonly #weight: TextWeight;
	readonly #points = new Map<Element, number>();
	readonly #asides = new Map<Element, boolean>();
	readonly #comments = new Map<Element, boolean>();
	#lastPost: Element | undefined;

	constructor(start: Element, sight: Sight, weight: TextWeight) {
		this.#start = start;
		this.#sight = sight;
		this.#weight = weight;
	}

	root(): Element | undefined {
		return this.#byLandmark() ?? this.#byDensity();
	}

	/** Where the content is a row of posts: the last one. What follows it is the page again. */
	get lastPost(): Element | undefined {
		return this.#lastPost;
	}

	#byLandmark(): Element | undefined {
		const length = (el: Element) => this.#weight.lengthOf(el);
		const byLength = (one: Element, other: Element) => length(other) - length(one);
		const seen = queryEverywhere(LANDMARKS, this.#start).filter(
			(el) => length(el) > 0 && this.#sight.sees(el),
		);
		const articles = new Set(seen.filter((el) => localName(el) === "article" || roleOf(el) === "article"));
		const outer = [...articles].filter((el) => !isInAny(flatParent(el), articles));
		const main = seen.filter((el) => roleOf(el) === "main").sort(byLength)[0];
		const [longest] = [...outer].sort(byLength);
		const around = length(main ?? this.#start);
		// One article among teasers of others is the content; several alike are, together, in their parent.
		if (longest && length(longest) > around * (outer.length === 1 ? MOST : 1 - MOST)) return longest;
		return main;
	}

	#byDensity(): Element | undefined {
		this.#givePoints();
		let best: Element | undefined;
		let most = 0;
		for (const [el, points] of this.#points) {
			const score = points * (1 - this.#weight.linkShare(el));
			if (score > most) [best, most] = [el, score];
		}
		if (!best) return undefined;
		const root = this.#widened(best, most);
		return this.#weight.lengthOf(root) < LEAST ? undefined : root;
	}

	/** Every piece of text counts for what holds it, less with every step outwards. */
	#givePoints(): void {
		const end = flatParent(this.#start);
		for (const el of queryEverywhere(PROSE, this.#start)) {
			if (this.#weight.lengthOf(el) < WORTH || this.#isBeside(el)) continue;
			const words = tidy(ownText(el));
			if (words.length < WORTH) continue;
			const points = 1 + (words.match(/[,，、،;]/g)?.length ?? 0) + Math.min(words.length / 100, 3);
			let worth = points * (this.#isComment(el) ? COMMENT_SHARE : 1);
			let step = 0;
			for (let at = flatParent(el); at && at !== end && step < STEPS; at = flatParent(at)) {
				this.#points.set(at, (this.#points.get(at) ?? 0) + worth);
				worth /= 2;
				step += 1;
			}
		}
	}

	/** In what is beside the content by its role. */
	#isBeside(el: Element): boolean {
		return this.#isIn(el, this.#asides, isBesideByRole);
	}

	/** In what readers say. Names of what holds the title are about the page: "comments-open". */
	#isComment(el: Element): boolean {
		return this.#isIn(
			el,
			this.#comments,
			(at) => COMMENTS.test(namesOf(at)) && queryIn(at, "h1").length === 0,
		);
	}

	/** Whether the element or one around it is such; each is asked once. */
	#isIn(el: Element, known: Map<Element, boolean>, isSuch: (at: Element) => boolean): boolean {
		const before = known.get(el);
		if (before !== undefined) return before;
		const parent = el === this.#start ? undefined : flatParent(el);
		const is = parent !== undefined && (isSuch(el) || this.#isIn(parent, known, isSuch));
		known.set(el, is);
		return is;
	}

	/** Content that is spread over several boxes is all in what holds them: paragraphs side by side, posts, rows. */
	#widened(best: Element, most: number): Element {
		let root = best;
		let inner = best;
		for (let level = 0; level < LEVELS && inner !== this.#start; level += 1) {
			const parent = flatParent(inner);
			if (!parent) break;
			const children = childElements(parent);
			const others = children.filter((el) => el !== inner && this.#mayBelong(el));
			const posts = new Set(
				others.filter((el) => isAlike(el, inner) && this.#weight.lengthOf(el) > PARAGRAPH),
			);
			// The page as a whole is the content only where it is a row of posts.
			const isSpread = parent !== this.#start && others.some((el) => this.#isMore(el, inner, level, most));
			if (posts.size > 0 || isSpread) {
				root = parent;
				this.#lastPost =
					posts.size > 0 ? children.findLast((el) => el === inner || posts.has(el)) : undefined;
				level = -1;
			}
			inner = parent;
		}
		return root;
	}

	/** Right beside the content nearly all text is more of it; a step further away only what looks the same. */
	#isMore(el: Element, inner: Element, level: number, most: number): boolean {
		if (this.#isParagraph(el)) return level < NEAR;
		if (level > 0) return level < NEAR && isSameKind(el, inner) && this.#weight.lengthOf(el) > PARAGRAPH;
		if ((this.#points.get(el) ?? 0) > most * ALSO) return true;
		return Array.from(queryIn(el, "p")).some((at) => this.#isParagraph(at) && !this.#isComment(at));
	}

	#mayBelong(el: Element): boolean {
		if (this.#weight.lengthOf(el) === 0 || this.#weight.linkShare(el) >= LINKED) return false;
		return !isBesideByRole(el) && !isNoise(el) && !this.#isComment(el);
	}

	#isParagraph(el: Element): boolean {
		return tidy(ownText(el)).length > PARAGRAPH && this.#weight.linkShare(el) < LINKED;
	}
}

/** Posts of a thread, answers to a question, rows of a mail. */
function isAlike(one: Element, other: Element): boolean {
	return isSameKind(one, other) && (Boolean(attr(one, "class")) || localName(one) === "tr");
}

function isSameKind(one: Element, other: Element): boolean {
	const name = (el: Element) => (attr(el, "class") ?? "").trim().split(/\s+/)[0];
	return localName(one) === localName(other) && name(one) === name(other);
}

function isInAny(el: Element | undefined, holders: ReadonlySet<Element>): boolean {
	for (let at = el; at; at = flatParent(at)) if (holders.has(at)) return true;
	return false;
}

/** The title of a page may stand in its banner. */
function isInBeside(el: Element, start: Element): boolean {
	for (const at of selfAndAncestors(el)) {
		if (at === start) return false;
		if (isBesideByRole(at) && roleOf(at) !== "banner") return true;
	}
	return false;
}

/** The words right in an element; what is in other boxes counts there. */
function ownText(el: Element): string {
	if (TEXT.test(localName(el))) return textContent(el) ?? "";
	let words = "";
	for (const node of Array.from(childNodes(el))) {
		if (!isElement(node) || INLINE.test(localName(node))) words += textContent(node) ?? "";
	}
	return words;
}
