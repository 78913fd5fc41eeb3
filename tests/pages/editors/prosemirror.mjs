// ProseMirror with bold, lists and history; `model()` is its document.

import { baseKeymap, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { Schema } from "prosemirror-model";
import { schema as basic } from "prosemirror-schema-basic";
import { addListNodes, splitListItem, wrapInList } from "prosemirror-schema-list";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";

const schema = new Schema({
	nodes: addListNodes(basic.spec.nodes, "paragraph block*", "block"),
	marks: basic.spec.marks,
});
const { paragraph, doc, list_item, bullet_list } = schema.nodes;
const start = document.body.dataset.start ?? "";
const state = EditorState.create({
	doc: doc.create(null, paragraph.create(null, start ? schema.text(start) : undefined)),
	plugins: [
		history(),
		keymap({
			"Mod-z": undo,
			"Mod-y": redo,
			"Mod-b": toggleMark(schema.marks.strong),
			Enter: splitListItem(list_item),
		}),
		keymap(baseKeymap),
	],
});
const place = document.body.appendChild(document.createElement("div"));
const view = new EditorView(place, { state, attributes: { "aria-label": "Text", role: "textbox" } });
const button = document.body.appendChild(document.createElement("button"));
button.textContent = "List";
button.onmousedown = (event) => event.preventDefault();
button.onclick = () => wrapInList(bullet_list)(view.state, view.dispatch);

window.model = () => {
	const blocks = [];
	view.state.doc.descendants((node, _at, parent) => {
		if (!node.isTextblock) return true;
		const pieces = [];
		node.forEach((child) => {
			pieces.push(child.marks.length > 0 ? `*${child.text}*` : child.text);
		});
		blocks.push((parent.type === list_item ? "- " : "") + pieces.join(""));
		return false;
	});
	return blocks;
};
