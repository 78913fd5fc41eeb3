// Lexical with rich text, lists and history; `model()` is its document.

import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import {
	$isListNode,
	INSERT_UNORDERED_LIST_COMMAND,
	ListItemNode,
	ListNode,
	registerList,
} from "@lexical/list";
import { HeadingNode, QuoteNode, registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $createTextNode, $getRoot, $isTextNode, createEditor } from "lexical";

const place = document.body.appendChild(document.createElement("div"));
place.contentEditable = "true";
place.setAttribute("role", "textbox");
place.setAttribute("aria-label", "Text");
const editor = createEditor({
	nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode],
	onError(error) {
		throw error;
	},
});
editor.setRootElement(place);
registerRichText(editor);
registerList(editor);
registerHistory(editor, createEmptyHistoryState(), 300);
const start = document.body.dataset.start ?? "";
editor.update(() => {
	const paragraph = $createParagraphNode();
	if (start) paragraph.append($createTextNode(start));
	$getRoot().clear().append(paragraph);
});
const button = document.body.appendChild(document.createElement("button"));
button.textContent = "List";
button.onmousedown = (event) => event.preventDefault();
button.onclick = () => editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined);

const words = (block) =>
	block
		.getAllTextNodes()
		.filter($isTextNode)
		.map((node) => (node.hasFormat("bold") ? `*${node.getTextContent()}*` : node.getTextContent()))
		.join("");

window.model = () =>
	editor.getEditorState().read(() =>
		$getRoot()
			.getChildren()
			.flatMap((block) =>
				$isListNode(block) ? block.getChildren().map((item) => `- ${words(item)}`) : [words(block)],
			),
	);
