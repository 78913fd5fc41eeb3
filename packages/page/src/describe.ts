// One short way to speak of an element in messages and receipts: `textbox "Name"`, or its tag where it has
// neither role nor name.

import { nameOf } from "./name.ts";
import { attr, localName } from "./pristine.ts";
import { cut, quote, tidy } from "./quote.ts";
import { roleOf } from "./role.ts";

const NAME_LENGTH = 80;

interface Described {
	role: string;
	name: string;
}

export function roleAndName(el: Element): Described {
	return { role: roleOf(el), name: cut(nameOf(el), NAME_LENGTH) };
}

export function describe(el: Element): string {
	const { role, name } = roleAndName(el);
	if (role !== "generic" && role !== "none") return name ? `${role} ${quote(name)}` : role;
	return name ? `${tagOf(el)} ${quote(name)}` : tagOf(el);
}

/** `<div#overlay.dim>`; tags, ids and classes are the page's words, so they are kept short and plain. */
function tagOf(el: Element): string {
	const id = attr(el, "id");
	const first = tidy(attr(el, "class") ?? "").split(" ")[0];
	const plain = (text: string) => cut(text.replace(/[^\w-]/g, ""), 30);
	return `<${plain(localName(el))}${id ? `#${plain(id)}` : ""}${first ? `.${plain(first)}` : ""}>`;
}
