// What each server calls the few things that the lines do, with the arguments that do the same, and how its
// snapshots name an element. Each fills a form in the fewest calls that it offers.

const reins = {
	open: (url) => ["navigate", { url }],
	look: () => ["snapshot", {}],
	/** Everything at once, as the peers always answer. */
	lookAtAll: () => ["snapshot", { unfold: true }],
	click: (ref) => ["click", { ref }],
	type: (ref, text) => ["type", { ref, text, clear: true }],
	write: (ref, text) => [
		"batch",
		{ steps: [{ tool: "type", args: { ref, text, clear: true } }], settle: "none" },
	],
	fill: (fields) => [["fill_form", { fields: fields.map(([ref, value]) => ({ ref, value })) }]],
	evaluate: (expression) => ["eval", { expression }],
	picture: () => ["screenshot", {}],
	ref: (role, name) => new RegExp(`${role} "${name}" \\[(\\w+)\\]`),
};

const playwright = {
	open: (url) => ["browser_navigate", { url }],
	look: () => ["browser_snapshot", {}],
	click: (target) => ["browser_click", { target }],
	type: (target, text) => ["browser_type", { target, text }],
	fill: (fields) => {
		const field = ([target, value]) => ({ target, name: target, type: "textbox", value });
		return [["browser_fill_form", { fields: fields.map(field) }]];
	},
	evaluate: (expression) => ["browser_evaluate", { function: `() => ${expression}` }],
	picture: () => ["browser_take_screenshot", { scale: "css" }],
	ref: (role, name) => new RegExp(`${role} "${name}".*?\\[ref=(\\w+)\\]`),
};

const pageId = 1;
const devtools = {
	open: (url) => ["navigate_page", { pageId, type: "url", url }],
	look: () => ["take_snapshot", { pageId }],
	click: (uid) => ["click", { pageId, uid }],
	type: (uid, value) => ["fill", { pageId, uid, value }],
	fill: (fields) => [["fill_form", { pageId, elements: fields.map(([uid, value]) => ({ uid, value })) }]],
	evaluate: (expression) => ["evaluate_script", { pageId, function: `() => ${expression}` }],
	picture: () => ["take_screenshot", { pageId }],
	ref: (role, name) => new RegExp(`uid=(\\w+) ${role} "${name}"`),
};

export const vocabularies = { reins, "@playwright/mcp": playwright, "chrome-devtools-mcp": devtools };
