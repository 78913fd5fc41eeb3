// Where the kit and Chromium are known to say different things, with the reason. An entry on which they agree again
// fails the test: then it goes.

interface Known {
	html: string;
	/** What differs. */
	in: "role" | "name" | "both";
	because: string;
}

export const known: readonly Known[] = [
	{
		html: `<b id=a>B</b><select t id=self aria-labelledby="self a"><option>One</select>`,
		in: "name",
		because: "a field that refers to itself stands for its value; Chromium does so for inputs only",
	},
	{
		html: `<label for=i style="display:none">Hidden label</label><input t id=i title="Tip">`,
		in: "name",
		because: "a label that says nothing leaves the tooltip as the name, after accname",
	},
	{
		html: `<label for=i></label><input t id=i placeholder="Hint">`,
		in: "name",
		because: "a label that says nothing leaves the placeholder as the name, after accname",
	},
	{
		html: `<a t href="#"><span title="Tip" style="display:inline-block;width:9px;height:9px"></span></a>`,
		in: "name",
		because: "the tooltip of an icon is often the only word for what it does; accname counts it",
	},
	{
		html: `<button t>One <i title="Tip"></i> Three</button>`,
		in: "name",
		because: "the tooltip of an icon is often the only word for what it does; accname counts it",
	},
	{
		html: `<a t href="#"><figure><img alt=P src=""><figcaption>Cap</figcaption></figure></a>`,
		in: "name",
		because: "the caption is what a person reads on the link",
	},
	{
		html: `<figure t><img alt="Pic" src=""><figcaption>Caption</figcaption></figure>`,
		in: "name",
		because: "HTML-AAM names a figure by its caption, and one line says more than two",
	},
	{
		html: `<ul role=bogus t><li t>Text</ul>`,
		in: "role",
		because: "a role that does not exist changes nothing",
	},
	{
		html: `<table><thead><tr><th t>A<td t>B</thead><tr><td>1<td>2</table>`,
		in: "role",
		because: "what stands in the head of a table heads a column",
	},
	{
		html: `<details open><summary>One</summary><summary t>Second</summary></details>`,
		in: "both",
		because: "only the first summary opens and closes",
	},
	{
		html: `<canvas t width=40 height=40></canvas>`,
		in: "role",
		because: "an agent has to know that something is drawn there, though nobody says what",
	},
	{
		html: `<video t controls aria-label="Film"></video>`,
		in: "name",
		because: "Chromium replaces the name of media that it cannot play",
	},
	{
		html: `<div t role=doc-chapter>Text</div>`,
		in: "role",
		because: "roles of digital publishing say nothing that an agent acts on",
	},
	{
		html: `<input t type=number list=l><datalist id=l><option>1</datalist>`,
		in: "role",
		because: "HTML-AAM: suggestions do not make a number field a combobox",
	},
	{
		html: `<div t contenteditable>Rich</div>`,
		in: "role",
		because: "what a person types into is a textbox to an agent",
	},
	{
		html: `<div t contenteditable aria-label="Editor">Rich</div>`,
		in: "both",
		because: "what a person types into is a textbox to an agent",
	},
	{
		html: `<h2 t>One<wbr>Two</h2>`,
		in: "name",
		because: "a place where a word may be broken does not break it",
	},
	{
		html: `<a t href="#"><span title="Tip"></span></a>`,
		in: "name",
		because: "the tooltip of an icon is often the only word for what it does; accname counts it",
	},
	{
		html: `<a t href="#"><i title="Tip"></i> Text</a>`,
		in: "name",
		because: "the tooltip of an icon is often the only word for what it does; accname counts it",
	},
	{
		html: `<a t href="#"><video></video>Text</a>`,
		in: "name",
		because: "Chromium replaces the name of media that it cannot play",
	},
	{
		html: `<audio t controls aria-label="Song"></audio>`,
		in: "name",
		because: "Chromium replaces the name of media that it cannot play",
	},
];
