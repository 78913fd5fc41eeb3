// What in and around an article does not belong to it: navigation, side matter, lists of links, forms, what floats over
// the page. By role and shape first; names that authors give to such boxes only add to that.

import {
	attr,
	boundingRect,
	closest,
	contains,
	isBefore,
	localName,
	matches,
	nextElementSibling,
	parentNode,
	queryIn,
	textContent,
} from "./pristine.ts";
import { tidy } from "./quote.ts";
import { roleOf } from "./role.ts";
import type { TextWeight } from "./text-weight.ts";

const BESIDE =
	/^(alertdialog|banner|button|complementary|contentinfo|dialog|menu|menubar|navigation|search|tablist|toolbar)$/;
const BOX = /^(aside|details|div|dl|footer|form|header|li|nav|ol|p|section|table|ul)$/;
/** Names of what is hardly ever content. */
const NOISE = named(
	"ads?|advert\\w*|breadcrumbs?|consent|cookies?|log(ged)?-?in|newsletter|no-?print|pagination|pager|paywall|popup|share|sharing|side-?(bar|col|nav)|skip|social|sponsor\\w*|subscribe|toolbar",
);
/** Names of what often leads away, but may also tell something. */
const HINT = named("banner|edit|footer|menu|nav|navbar|promo\\w*|recommend\\w*|related|toc|widgets?");
/** Headings over what leads to other pages. */
const ELSEWHERE =
	/^(related|recommended|recently|popular|trending|similar|suggested|most (read|popular|viewed|shared)|more (from|in|on|stories|news)|read (also|more|next)|you (may|might) also|also on|see other)\b/i;
const HEADINGS = "h1, h2, h3, h4, h5, h6";
/** Above these shares of link text a box leads away instead of telling something. */
const LINKED = 0.6;
const SOME_LINKED = 0.25;
const TEASERS = 0.85;
/** Characters of a box, and for each link at most in a menu and in a row of teasers. */
const SHORT = 200;
const MENU_WORD = 25;
const TEASER = 90;
/** Of the article, the share that a box may have and still be beside it. */
const PART = 0.5;
const NOISE_PART = 1 / 3;
/** Pixels: videos and maps are larger, advertisements and counters are not. */
const EMBED = { width: 200, height: 150 };

function named(words: string): RegExp {
	return new RegExp(`(^|[\\s_-])(${words})($|[\\s_-])`, "i");
}

/** Roles of what is beside the content wherever it stands. */
export function isBesideByRole(el: Element): boolean {
	// A summary can be pressed, but it is the heading of what it opens.
	return BESIDE.test(roleOf(el)) && localName(el) !== "summary";
}

export function isNoise(el: Element): boolean {
	const name = namesOf(el);
	return NOISE.test(name) || HINT.test(name);
}

/** What its author calls it. */
export function namesOf(el: Element): string {
	return `${attr(el, "class") ?? ""} ${attr(el, "id") ?? ""}`;
}

interface Content {
	root: Element;
	title: Element | undefined;
	/** Where the content is a row of posts. */
	lastPost: Element | undefined;
}

function isHeading(el: Element): boolean {
	return matches(el, HEADINGS);
}

function isSmall(el: Element): boolean {
	const { width, height } = boundingRect(el);
	return width < EMBED.width || height < EMBED.height;
}

export class Beside {
	readonly #root: Element;
	readonly #title: Element | undefined;
	readonly #lastPost: Element | undefined;
	readonly #weight: TextWeight;

	constructor({ root, title, lastPost }: Content, weight: TextWeight) {
		this.#root = root;
		this.#title = title;
		this.#lastPost = lastPost;
		this.#weight = weight;
	}

	has(el: Element, style: CSSStyleDeclaration): boolean {
		if (el === this.#root || this.#holdsTitle(el)) return false;
		return isBesideByRole(el) || this.#isOver(el, style) || this.#byShape(el);
	}

	/** What stays in its place over the page, unless it is most of it. */
	#isOver(el: Element, style: CSSStyleDeclaration): boolean {
		return style.position === "fixed" && this.#isPart(el, PART);
	}

	#isPart(el: Element, share: number): boolean {
		return this.#weight.lengthOf(el) <= this.#weight.lengthOf(this.#root) * share;
	}

	/** Who is online, and what else a page says after the last post. */
	#isAfterPosts(el: Element): boolean {
		const last = this.#lastPost;
		return last !== undefined && parentNode(el) === this.#root && isBefore(last, el) && !contains(last, el);
	}

	#holdsTitle(el: Element): boolean {
		return this.#title !== undefined && contains(el, this.#title);
	}

	#byShape(el: Element): boolean {
		const tag = localName(el);
		if (isHeading(el)) return this.#isOverNothing(el);
		if (tag === "iframe") return isSmall(el);
		if (!BOX.test(tag)) return this.#isTool(el);
		if (!this.#isPart(el, PART)) return false;
		if (this.#isAfterPosts(el) && this.#isPart(el, NOISE_PART)) return true;
		// A row of icons.
		if (this.#weight.lengthOf(el) === 0) return tag === "ul" || tag === "ol";
		// A form asks; it tells nothing.
		if (tag === "form") return queryIn(el, "input:not([type=hidden]), textarea, select").length > 0;
		return this.#leadsAway(el, tag);
	}

	#leadsAway(el: Element, tag: string): boolean {
		const length = this.#weight.lengthOf(el);
		const linked = this.#weight.linkShare(el);
		const name = namesOf(el);
		if (NOISE.test(name) && this.#isPart(el, NOISE_PART)) return true;
		if (HINT.test(name) && (linked > SOME_LINKED || length < SHORT)) return true;
		if (linked > SOME_LINKED && this.#isHeadedElsewhere(el)) return true;
		const links = this.#weight.linksIn(el);
		if (tag === "p" || tag === "li" || links < 3) return false;
		// A list of links in running text is content if its links are long; menus have short words.
		if (linked > LINKED) return length / links < (linked > TEASERS ? TEASER : MENU_WORD);
		return length < SHORT / 2 && linked > SOME_LINKED && length / links < MENU_WORD;
	}

	#isHeadedElsewhere(el: Element): boolean {
		const heading = Element.prototype.querySelector.call(el, HEADINGS);
		return heading !== null && ELSEWHERE.test(tidy(textContent(heading) ?? ""));
	}

	/** A heading whose text is left out, up to the next one. */
	#isOverNothing(el: Element): boolean {
		let at = nextElementSibling(el);
		if (!at || isHeading(at)) return false;
		for (; at && !isHeading(at); at = nextElementSibling(at))
			if (!this.has(at, getComputedStyle(at))) return false;
		return true;
	}

	/** "[edit]" in a heading. */
	#isTool(el: Element): boolean {
		if (this.#weight.linksIn(el) === 0 || !closest(el, HEADINGS)) return false;
		return /^\[\s*\p{L}[\p{L}\s|]*\]$/u.test(tidy(textContent(el) ?? ""));
	}
}
