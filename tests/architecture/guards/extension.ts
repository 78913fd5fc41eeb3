// What the extension may be: who speaks to Chrome in it, what its manifest asks for, what its bundles can do.

import { createHash } from "node:crypto";
import { extensionId } from "@reins/protocol";
import { importsOf, lineOf, nodes, parse, type SyntaxNode } from "../syntax.ts";
import { type Guard, sourcesOf } from "../tree.ts";

const home = "packages/extension/src/";
const adapters = `${home}adapters/`;

/** Everything else can then be tested without a browser, and every use of Chrome is found in one folder. */
export const onlyAdaptersSayChrome: Guard = (files) =>
	sourcesOf(files)
		.filter(({ path }) => path.startsWith(home) && !path.startsWith(adapters))
		.flatMap((file) => [
			...[...nodes(parse(file))]
				.filter(speaksToChrome)
				.map((node) => `${file.path}:${lineOf(file, node)}: only adapters speak to Chrome`),
			...importsOf(file)
				.filter(({ specifier }) => specifier === "wxt/browser" || specifier === "#imports")
				.map(({ line }) => `${file.path}:${line}: only adapters speak to Chrome`),
		]);

/** `chrome` wherever it is a name, `browser` where something of it is used. */
function speaksToChrome(node: SyntaxNode): boolean {
	if (node.type === "Identifier") return node["name"] === "chrome";
	if (node.type !== "MemberExpression") return false;
	const object = node["object"] as SyntaxNode;
	return object.type === "Identifier" && object["name"] === "browser";
}

const markup = new Set(["innerHTML", "outerHTML", "insertAdjacentHTML", "dangerouslySetInnerHTML"]);

/** What pages say of themselves is shown as text, never as markup. */
export const pagesAreMadeOfText: Guard = (files) =>
	sourcesOf(files)
		.filter(({ path }) => path.startsWith(home))
		.flatMap((file) =>
			[...nodes(parse(file))]
				.filter(({ type, name }) => /^(JSX)?Identifier$/.test(type) && markup.has(String(name)))
				.map((node) => `${file.path}:${lineOf(file, node)}: ${node["name"]} makes markup of text`),
		);

export interface ExtensionManifest {
	[key: string]: unknown;
	key?: string;
	permissions?: string[];
	host_permissions?: string[];
	optional_host_permissions?: string[];
	externally_connectable?: { ids?: string[]; matches?: string[] };
	content_security_policy?: { extension_pages?: string };
}

/** Chrome switches an extension off whose update asks for more, so this list does not change. */
const permissions = [
	"alarms",
	"debugger",
	"declarativeNetRequest",
	"downloads",
	"nativeMessaging",
	"notifications",
	"offscreen",
	"scripting",
	"sidePanel",
	"storage",
	"tabGroups",
	"tabs",
	"webNavigation",
];

const absent = [
	"web_accessible_resources",
	"content_scripts",
	"optional_permissions",
	"sandbox",
	"update_url",
];

export function manifestAsksForNoMore(manifest: ExtensionManifest): string[] {
	const wrong: string[] = [];
	const asked = [...(manifest.permissions ?? [])].sort();
	if (asked.join() !== permissions.join()) wrong.push(`the permissions are ${asked.join(", ")}`);
	if (manifest.host_permissions?.length) wrong.push(`it has hosts: ${manifest.host_permissions.join(", ")}`);
	if (manifest.optional_host_permissions?.join() !== "<all_urls>") wrong.push("the optional hosts differ");
	const { ids, matches } = manifest.externally_connectable ?? {};
	if (ids?.length !== 0 || matches?.length !== 0) wrong.push("somebody may connect from outside");
	for (const name of absent) if (name in manifest) wrong.push(`it has ${name}`);
	const id = idOf(manifest.key ?? "");
	if (id !== extensionId) wrong.push(`its key makes it ${id}, not ${extensionId}`);
	return [...wrong, ...policyIsStrict(manifest.content_security_policy?.extension_pages ?? "")];
}

function policyIsStrict(policy: string): string[] {
	const parts = policy.split(";").map((part) => part.trim());
	return ["default-src 'none'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"]
		.filter((part) => !parts.includes(part))
		.map((part) => `its pages are not under ${part}`);
}

/** As Chrome does it: the first half of the hash, in the letters a to p. */
function idOf(key: string): string {
	const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, 32);
	return hash.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

const means = {
	"a WebSocket": /\bWebSocket\b/,
	eval: /\beval\s*\(/,
	// The name alone: a library may keep it in a variable first.
	"code from text": /\bFunction\b/,
	"a script from elsewhere": /\bimportScripts\b|\bimport\s*\(/,
	markup: /\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b/,
};

/** Of code that runs with the extension's rights. */
export function bundleHasNo(
	name: string,
	text: string,
	except: readonly (keyof typeof means)[] = [],
): string[] {
	return Object.entries(means)
		.filter(([mean, pattern]) => !(except as readonly string[]).includes(mean) && pattern.test(text))
		.map(([mean]) => `${name} has ${mean} in it`);
}
