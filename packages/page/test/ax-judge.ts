// Chromium's own accessibility tree as the judge of the kit's roles, names and states: both are asked about every
// element of a document, and told in the same words.

// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the workspace, as in every test
import { buildSync } from "esbuild";
import type { Page } from "./chromium.ts";

/** What is said of one element; `role` is "" for what is left out. */
interface Said {
	role: string;
	name: string;
	description: string;
	states: string;
}

export interface Compared {
	/** `button#id`, for reports. */
	label: string;
	/** Marked as what a case is about. */
	target: boolean;
	kit: Said;
	chromium: Said;
}

interface Probed extends Said {
	label: string;
	target: boolean;
	/** Transparent or folded away: a person does not see it, though assistive technology is told of it. */
	unseen: boolean;
}

interface AxValue {
	value?: unknown;
}

interface AxNode {
	ignored: boolean;
	backendDOMNodeId?: number;
	role?: AxValue;
	name?: AxValue;
	description?: AxValue;
	properties?: { name: string; value: AxValue }[];
}

interface DomNode {
	backendNodeId: number;
	attributes?: string[];
	children?: DomNode[];
	shadowRoots?: DomNode[];
}

const SILENT: Said = { role: "", name: "", description: "", states: "" };

/** Walks as a snapshot does, without its budget, and says of each element what the kit thinks of it. */
const PROBE = `
import { descriptionOf } from "../src/description.ts";
import { flatChildren } from "../src/flat-tree.ts";
import { nameOf } from "../src/name.ts";
import { isElement } from "../src/pristine.ts";
import { roleOf } from "../src/role.ts";
import { Sight } from "../src/sight.ts";
import { stateWords } from "../src/states.ts";
import { hidesContent, isNeverDrawn, isWithdrawn } from "../src/visible.ts";

const said = new Map();
let sight = new Sight();
const silent = { role: "", name: "", description: "", states: "" };
function visit(el, unseen) {
	if (isNeverDrawn(el) || isWithdrawn(el)) return;
	const style = getComputedStyle(el);
	const looks = sight.look(el, style);
	if (looks === "gone" && (style.display === "none" || style.display === "")) return;
	const hidden = unseen || looks === "gone";
	if (style.visibility === "visible") {
		const role = roleOf(el);
		const isSaid = role !== "generic" && role !== "none";
		const states = isSaid ? stateWords(el, role).filter((word) => !/^(type|current|focused)/.test(word)).join(" ") : "";
		const name = isSaid ? nameOf(el) : "";
		const description = isSaid ? descriptionOf(el, name) : "";
		said.set(el, { role: isSaid ? role : "", name, description, states, unseen: hidden });
	}
	if (hidesContent(style)) return;
	for (const child of Array.from(flatChildren(el))) if (isElement(child)) visit(child, hidden);
}
function mark(root, rows) {
	for (const el of root.querySelectorAll("*")) {
		const own = said.get(el) ?? { ...silent, unseen: false };
		const id = el.id ? "#" + el.id : el.getAttribute("role") ? "[role=" + el.getAttribute("role") + "]" : "";
		rows.push({ ...own, label: el.localName + id, target: el.hasAttribute("t") });
		if (el.shadowRoot) mark(el.shadowRoot, rows);
	}
	return rows;
}
function number(root, next) {
	for (const el of root.querySelectorAll("*")) {
		el.setAttribute("data-ax", next++);
		if (el.shadowRoot) next = number(el.shadowRoot, next);
	}
	return next;
}
globalThis.axProbe = {
	show(html) { document.body.setHTMLUnsafe(html); },
	ask() {
		said.clear();
		sight = new Sight();
		if (document.body) visit(document.body, false);
		const rows = mark(document, []);
		number(document, 0);
		return rows;
	},
};
`;

export class Judge {
	readonly #page: Page;
	#world = 0;

	constructor(page: Page) {
		this.#page = page;
	}

	/** Puts the probe into the document that is loaded. */
	async enter(): Promise<void> {
		const { frameTree } = (await this.#page.send("Page.getFrameTree")) as {
			frameTree: { frame: { id: string } };
		};
		const world = await this.#page.send("Page.createIsolatedWorld", {
			frameId: frameTree.frame.id,
			worldName: "probe",
		});
		this.#world = world["executionContextId"] as number;
		await this.#run(probe());
	}

	async show(html: string): Promise<void> {
		await this.#run(`axProbe.show(${JSON.stringify(html)})`);
	}

	/** Every element of the document of which the kit or Chromium has something to say. */
	async compare(): Promise<Compared[]> {
		const probed = (await this.#run("axProbe.ask()")) as Probed[];
		const numbers = new Map<number, number>();
		const { root } = (await this.#page.send("DOM.getDocument", { depth: -1, pierce: true })) as {
			root: DomNode;
		};
		collectNumbers(root, numbers);
		const { nodes } = (await this.#page.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
		const judged = new Map<number, Said>();
		for (const node of nodes) {
			const at = numbers.get(node.backendDOMNodeId ?? -1);
			if (at !== undefined) judged.set(at, saidBy(node, probed[at]?.label.replace(/\W.*/, "") ?? ""));
		}
		return probed.flatMap(({ label, target, unseen, role, name, description, states }, at) => {
			const chromium = judged.get(at) ?? SILENT;
			if (unseen || !(target || role || chromium.role)) return [];
			return [{ label, target, kit: { role, name, description, states }, chromium }];
		});
	}

	async #run(expression: string): Promise<unknown> {
		const answer = (await this.#page.send("Runtime.evaluate", {
			expression,
			contextId: this.#world,
			returnByValue: true,
		})) as { result: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } };
		if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
		return answer.result.value;
	}
}

function probe(): string {
	const built = buildSync({
		stdin: { contents: PROBE, resolveDir: import.meta.dirname, loader: "js" },
		bundle: true,
		format: "iife",
		target: "chrome125",
		write: false,
	});
	return built.outputFiles[0]?.text ?? "";
}

function collectNumbers(node: DomNode, numbers: Map<number, number>): void {
	const attributes = node.attributes ?? [];
	const at = attributes.indexOf("data-ax");
	if (at >= 0 && at % 2 === 0) numbers.set(node.backendNodeId, Number(attributes[at + 1]));
	for (const child of node.children ?? []) collectNumbers(child, numbers);
	for (const child of node.shadowRoots ?? []) collectNumbers(child, numbers);
}

/** What Chromium has a word for and ARIA has not, or calls otherwise; "" is a plain element. */
const ARIA_WORDS: Readonly<Record<string, string>> = {
	Abbr: "",
	Audio: "audio",
	Canvas: "canvas",
	// HTML-AAM has no role for these; the kit says textbox, and the type beside it.
	ColorWell: "textbox",
	Date: "textbox",
	DateTime: "textbox",
	InputTime: "textbox",
	DescriptionList: "",
	Details: "group",
	DisclosureTriangle: "button",
	DisclosureTriangleGrouped: "button",
	EmbeddedObject: "",
	Figcaption: "",
	Iframe: "iframe",
	IframePresentational: "iframe",
	LabelText: "",
	LayoutTable: "",
	LayoutTableCell: "",
	LayoutTableRow: "",
	Legend: "",
	LineBreak: "",
	MathMLMath: "math",
	PluginObject: "",
	Pre: "",
	Ruby: "",
	RubyAnnotation: "",
	SvgRoot: "",
	Video: "video",
	generic: "",
	image: "img",
	none: "",
	// Of ARIA 1.3, for headers and footers that are no landmarks.
	sectionfooter: "",
	sectionheader: "",
};

/** Chromium guesses which tables only lay out; for HTML-AAM, and for the kit, a table is one. */
const GUESSED: Readonly<Record<string, string>> = {
	LayoutTable: "table",
	LayoutTableCell: "cell",
	LayoutTableRow: "row",
};

function saidBy(node: AxNode, tag: string): Said {
	const internal = node.ignored ? "" : String(node.role?.value ?? "");
	const isTable = /^(table|tr|td|th)$/.test(tag);
	const guessed = tag === "th" && internal === "LayoutTableCell" ? "columnheader" : GUESSED[internal];
	const role = (isTable ? guessed : undefined) ?? ARIA_WORDS[internal] ?? internal;
	if (!role) return SILENT;
	const name = tidy(String(node.name?.value ?? ""));
	const described = tidy(String(node.description?.value ?? ""));
	// The kit does not say the name a second time.
	const description = described === name ? "" : described;
	return { role, name, description, states: statesOf(node, role, tag) };
}

/** In the kit's words and order. */
function statesOf({ properties = [] }: AxNode, role: string, tag: string): string {
	const has = new Map(properties.map(({ name, value }) => [name, String(value.value)]));
	const words: (string | undefined)[] = [
		role === "heading" || role === "treeitem" ? prefixed("level=", has.get("level")) : undefined,
		{ true: "checked", false: "unchecked", mixed: "mixed" }[has.get("checked") ?? ""],
		{ true: "pressed", false: "unpressed", mixed: "pressed=mixed" }[has.get("pressed") ?? ""],
		// A drop-down is closed while it is read; the kit does not say so.
		tag === "select" ? undefined : { true: "expanded", false: "collapsed" }[has.get("expanded") ?? ""],
	];
	for (const flag of ["selected", "disabled", "readonly", "required"]) {
		if (has.get(flag) === "true") words.push(flag);
	}
	if ((has.get("invalid") ?? "false") !== "false") words.push("invalid");
	for (const flag of ["busy", "modal"]) if (has.get(flag) === "true") words.push(flag);
	return words.filter(Boolean).join(" ");
}

function prefixed(before: string, value: string | undefined): string | undefined {
	return value && before + value;
}

/** As the kit does with every text. */
function tidy(text: string): string {
	return text
		.replace(/[\uE000-\uF8FF\u202A-\u202E\u2066-\u2069]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}
