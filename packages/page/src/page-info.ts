// `pageInfo`: where the document is, how far it has loaded, and the sizes that pictures and points refer to.

import type { KitResult } from "@reins/protocol";
import { documentBody, documentElement, documentTitle, readyState } from "./pristine.ts";

export function pageInfo(): KitResult<"pageInfo"> {
	const root: Element | null = documentElement(document);
	const body: Element | null = documentBody(document);
	return {
		url: location.href,
		title: documentTitle(document),
		readyState: readyState(document),
		viewport: { width: innerWidth, height: innerHeight },
		page: {
			width: Math.max(root?.scrollWidth ?? 0, body?.scrollWidth ?? 0),
			height: Math.max(root?.scrollHeight ?? 0, body?.scrollHeight ?? 0),
		},
		scale: devicePixelRatio,
	};
}
