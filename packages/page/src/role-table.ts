// The facts about ARIA roles that the rest of the kit asks for, as data: which exist, which can be operated,
// which take their name from what they contain.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Every role an author may write (ARIA 1.2 without the abstract ones, plus the few newer ones in use). */
export const ariaRoles = words(`
	alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
	comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
	gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar
	menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar
	radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status
	strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar
	tooltip tree treegrid treeitem`);

/** What a person operates. */
export const interactiveRoles = words(`
	button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider
	spinbutton switch tab textbox treeitem`);

export const landmarkRoles = words(`
	banner complementary contentinfo form main navigation region search`);

/** Named by their content, when nothing else names them. */
export const namedByContent = words(`
	button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio
	row rowheader switch tab term tooltip treeitem`);

/** Roles on which `aria-checked` means something. */
export const checkableRoles = words("checkbox menuitemcheckbox menuitemradio option radio switch treeitem");

/** What items with a written role have to stand in. */
export const itemOwners = {
	listitem: words("list"),
	option: words("combobox listbox"),
	treeitem: words("tree"),
} as const;

/** A tooltip describes these and does not name them: most of them ARIA forbids to name at all. */
export const onlyDescribedByTitle = words(`
	caption code definition deletion emphasis insertion mark paragraph strong subscript suggestion superscript
	time`);

export const selectableRoles = words("columnheader gridcell option row rowheader tab treeitem");

/** Attributes that make an element matter although its author called it presentational. */
export const globalAria = [
	"aria-label",
	"aria-labelledby",
	"aria-describedby",
	"aria-live",
	"aria-controls",
	"aria-owns",
	"aria-current",
	"aria-details",
	"aria-atomic",
	"aria-busy",
	"aria-dropeffect",
	"aria-flowto",
	"aria-grabbed",
	"aria-keyshortcuts",
	"aria-relevant",
	"aria-roledescription",
];

/** Implicit roles that follow from the tag alone. */
export const roleByTag: Readonly<Record<string, string>> = {
	address: "group",
	article: "article",
	blockquote: "blockquote",
	button: "button",
	caption: "caption",
	code: "code",
	datalist: "listbox",
	dd: "definition",
	del: "deletion",
	details: "group",
	dfn: "term",
	dialog: "dialog",
	dt: "term",
	em: "emphasis",
	fieldset: "group",
	figure: "figure",
	form: "form",
	h1: "heading",
	h2: "heading",
	h3: "heading",
	h4: "heading",
	h5: "heading",
	h6: "heading",
	hgroup: "group",
	hr: "separator",
	iframe: "iframe",
	frame: "iframe",
	ins: "insertion",
	main: "main",
	mark: "mark",
	menu: "list",
	meter: "meter",
	nav: "navigation",
	ol: "list",
	optgroup: "group",
	option: "option",
	output: "status",
	p: "paragraph",
	progress: "progressbar",
	s: "deletion",
	search: "search",
	strong: "strong",
	sub: "subscript",
	// HTML-AAM leaves the summary to the platform; every platform shows it as a button that expands.
	summary: "button",
	sup: "superscript",
	table: "table",
	textarea: "textbox",
	time: "time",
	ul: "list",
	// No ARIA role exists for these, but a person sees them and an agent should know that they are there.
	audio: "audio",
	canvas: "canvas",
	video: "video",
};

/** After SVG-AAM, for what was given a title or a name. */
export const roleBySvgTag: Readonly<Record<string, string>> = {
	circle: "graphics-symbol",
	ellipse: "graphics-symbol",
	g: "group",
	image: "img",
	line: "graphics-symbol",
	path: "graphics-symbol",
	polygon: "graphics-symbol",
	polyline: "graphics-symbol",
	rect: "graphics-symbol",
	svg: "img",
	use: "graphics-symbol",
};

export const roleByInputType: Readonly<Record<string, string>> = {
	button: "button",
	checkbox: "checkbox",
	file: "button",
	hidden: "none",
	image: "button",
	number: "spinbutton",
	radio: "radio",
	range: "slider",
	reset: "button",
	search: "searchbox",
	submit: "button",
};
