// Comments written in Quill, listed by Vue: sent, changed and taken away.

import Quill from "quill";
import { createApp, reactive } from "vue/dist/vue.esm-bundler.js";
import "quill/dist/quill.snow.css";

const state = reactive({ comments: [] });
document.body.insertAdjacentHTML(
	"beforeend",
	'<div id="list"></div><div id="editor"></div><button>Send</button>',
);
createApp({
	setup: () => ({ state, remove: (at) => state.comments.splice(at, 1) }),
	template: `<h2>{{ state.comments.length }} comments</h2><ul><li v-for="(html, at) in state.comments" :key="html">
		<div v-html="html"></div><button @click="remove(at)">Remove comment {{ at + 1 }}</button></li></ul>`,
}).mount("#list");
const quill = new Quill("#editor", { theme: "snow", modules: { toolbar: [["bold"]] } });
quill.root.setAttribute("role", "textbox");
quill.root.setAttribute("aria-label", "Comment");
document.querySelector("body > button").onclick = () => {
	state.comments.push(quill.getSemanticHTML());
	quill.setText("");
};
