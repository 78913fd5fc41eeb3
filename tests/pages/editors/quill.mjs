// Quill with its toolbar; `model()` is its document.

import Quill from "quill";
import "quill/dist/quill.snow.css";

const place = document.body.appendChild(document.createElement("div"));
const quill = new Quill(place, {
	theme: "snow",
	modules: { toolbar: [["bold"], [{ list: "bullet" }]] },
});
quill.root.setAttribute("role", "textbox");
quill.root.setAttribute("aria-label", "Text");
const start = document.body.dataset.start ?? "";
if (start) quill.setText(start);

window.model = () => {
	const blocks = [];
	let line = "";
	for (const { insert, attributes = {} } of quill.getContents().ops) {
		const pieces = insert.split("\n");
		for (const [at, piece] of pieces.entries()) {
			line += attributes.bold && piece ? `*${piece}*` : piece;
			if (at === pieces.length - 1) continue;
			blocks.push((attributes.list ? "- " : "") + line);
			line = "";
		}
	}
	return blocks;
};
