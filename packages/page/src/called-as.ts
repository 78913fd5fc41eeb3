// What a receipt calls the element that was acted on: by its name, else by the words that are seen in it.

import { roleAndName } from "./describe.ts";
import { interactiveRoles } from "./role-table.ts";
import { Sight } from "./sight.ts";
import { textOf } from "./text.ts";
import { isInSecret } from "./value.ts";

const LENGTH = 80;

export function calledAs(el: Element): ReturnType<typeof roleAndName> {
	const { role, name } = roleAndName(el);
	// In a field that is masked, no word of it is told.
	const isText = !name && !interactiveRoles.has(role) && !isInSecret(el);
	return { role, name: isText ? textOf(el, LENGTH, new Sight()) : name };
}
