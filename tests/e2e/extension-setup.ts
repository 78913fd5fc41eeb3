// What the tests of the person's own browser share: how a session is started there, and what its rows say.

import { Product, type TestHome } from "@reins/testkit";

/** Limits of time are three times as long where many tests share two cores. */
export const slack = process.env["REINS_FULL"] ? 1 : 3;

export function agent(
	home: TestHome,
	origins: readonly string[],
	{ name = "agent", browser = "extension", flags = [] as string[] } = {},
): Promise<Product> {
	return Product.start({
		home,
		name,
		flags: [
			...["--browser", browser],
			...origins.flatMap((origin) => ["--allow", origin]),
			...["--enable-mutations", "--unsafe-enable-eval"],
			...flags,
		],
	});
}

/** The handle at the start of an answer that tells of a tab. */
export function handleOf(text: string): string {
	const handle = /^(t\d+)/.exec(text)?.[1];
	if (!handle) throw new Error(`No handle in: ${text}`);
	return handle;
}

/** The handle of the tab that a receipt names as opened. */
export function openedBy(text: string): string {
	const handle = /new tab: (t\d+)/.exec(text)?.[1];
	if (!handle) throw new Error(`No new tab in: ${text}`);
	return handle;
}
