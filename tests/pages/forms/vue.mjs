// A form of Vue with v-model of every kind; `model()` is its state.

import { createApp, reactive } from "vue/dist/vue.esm-bundler.js";

const state = reactive({
	name: document.body.dataset.start ?? "",
	lazy: "",
	age: 0,
	note: "",
	colour: "",
	tags: [],
	agree: false,
	size: "",
});
window.model = () => JSON.parse(JSON.stringify(state));

createApp({
	setup: () => ({ state }),
	template: `
		<label>Name <input v-model.trim="state.name"></label>
		<label>Lazy <input v-model.lazy="state.lazy"></label>
		<label>Age <input type="number" v-model.number="state.age"></label>
		<label>Note <textarea v-model="state.note"></textarea></label>
		<label>Colour <select v-model="state.colour"><option value="red">Red</option><option value="green">Green</option></select></label>
		<label>Tags <select multiple v-model="state.tags"><option>a</option><option>b</option><option>c</option></select></label>
		<label><input type="checkbox" v-model="state.agree"> Agree</label>
		<label><input type="radio" value="s" v-model="state.size"> Small</label>
		<label><input type="radio" value="l" v-model="state.size"> Large</label>`,
}).mount(document.body.appendChild(document.createElement("div")));
