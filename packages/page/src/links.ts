// `links` and `images`: where a page leads and what it shows, each once, with refs.

import type { ImageItem, KitArgs, KitResult, LinkItem } from "@reins/protocol";
import { optionalText } from "./check-args.ts";
import { listing } from "./listing.ts";
import { nameOf } from "./name.ts";
import { attr, boundingRect, documentBase, isHtml, localName, matches } from "./pristine.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { inScope } from "./scope.ts";
import { Sight } from "./sight.ts";
import { textOf } from "./text.ts";

/** In drawings, the address may stand in the namespace that links once had. */
const LINKS = "a[*|href], area[href]";
const IMAGES = "img, [role=img], input[type=image], video[poster], svg";
const TEXT_LENGTH = 200;
const HREF_LENGTH = 2_000;
/** Nobody reads the bytes of a picture as text. */
const DATA_LENGTH = 60;

export function links(refs: Refs, args: KitArgs<"links">): KitResult<"links"> {
	const include = optionalText("include", args.include)?.toLowerCase();
	const exclude = optionalText("exclude", args.exclude)?.toLowerCase();
	const byAddress = new Map<string, Element[]>();
	for (const el of inScope(refs, args.target, LINKS, (root) => matches(root, LINKS))) {
		const href = addressOf(el, "href");
		if (!href || /^javascript:/i.test(href)) continue;
		if (args.sameOrigin === true && originOf(href) !== location.origin) continue;
		const known = byAddress.get(href);
		if (known) known.push(el);
		else byAddress.set(href, [el]);
	}
	const sight = new Sight();
	const link = ([href, all]: [string, Element[]]): LinkItem | undefined => {
		const seen = all.filter((el) => sight.sees(el) && (args.inView !== true || isInView(el)));
		const texts = seen.map((el) => nameOf(el) || textOf(el, TEXT_LENGTH, sight));
		// A picture and a title often lead to the same place; the words say more.
		const best = Math.max(0, texts.findIndex(Boolean));
		const el = seen[best];
		if (!el) return undefined;
		const text = cut(texts[best] ?? "", TEXT_LENGTH);
		const words = `${href} ${text}`.toLowerCase();
		if ((include && !words.includes(include)) || (exclude && words.includes(exclude))) return undefined;
		return { ref: refs.of(el), text, href: short(href) };
	};
	return listing([...byAddress], args, link);
}

export function images(refs: Refs, args: KitArgs<"images">): KitResult<"images"> {
	const sight = new Sight();
	const image = (el: Element): ImageItem | undefined => {
		// A drawing that nobody has named is decoration.
		if (localName(el) === "svg" && roleOf(el) !== "img") return undefined;
		if (!sight.sees(el)) return undefined;
		const { width, height } = boundingRect(el);
		const own =
			isHtml(el, "img") && el.naturalWidth > 0 ? `${el.naturalWidth}×${el.naturalHeight}` : undefined;
		return {
			ref: refs.of(el),
			alt: cut(nameOf(el), TEXT_LENGTH),
			src: short(sourceOf(el)),
			width: Math.round(width),
			height: Math.round(height),
			...(own && { natural: own }),
		};
	};
	return listing(
		inScope(refs, args.target, IMAGES, (root) => matches(root, IMAGES)),
		args,
		image,
	);
}

/** What the picture came from: with `srcset`, the one that was taken. */
export function sourceOf(el: Element): string {
	if (isHtml(el, "img") && el.currentSrc) return el.currentSrc;
	return addressOf(el, isHtml(el, "video") ? "poster" : "src");
}

/** The address in full, or as it was written where it is none. */
export function addressOf(el: Element, name: string): string {
	const written = (attr(el, name) ?? attr(el, `xlink:${name}`))?.trim();
	if (!written) return "";
	try {
		return new URL(written, documentBase()).href;
	} catch {
		return written;
	}
}

export function short(address: string): string {
	return cut(address, /^(data|blob):/i.test(address) ? DATA_LENGTH : HREF_LENGTH);
}

function originOf(href: string): string {
	return URL.canParse(href) ? new URL(href).origin : "";
}

function isInView(el: Element): boolean {
	const { top, bottom, left, right } = boundingRect(el);
	return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}
