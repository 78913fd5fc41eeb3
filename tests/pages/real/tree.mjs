// Wunderbaum: a tree whose branches open when asked for.

import { Wunderbaum } from "wunderbaum";
import "wunderbaum/dist/wunderbaum.css";

document.body.insertAdjacentHTML(
	"beforeend",
	'<div id="tree" style="height:300px"></div><p role="status">Nothing</p>',
);
const file = (title) => ({ title });
new Wunderbaum({
	element: document.querySelector("#tree"),
	source: [
		{ title: "docs", children: [file("guide.md"), { title: "old", children: [file("plan.md")] }] },
		{ title: "src", children: [file("main.ts")] },
	],
	activate: ({ node }) => {
		document.querySelector("p").textContent = `Opened ${node.getPath()}`;
	},
});
