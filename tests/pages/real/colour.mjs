// Vanilla Picker: a colour by its code.

import Picker from "vanilla-picker";

document.body.insertAdjacentHTML("beforeend", '<button id="open">Colour</button><p role="status">None</p>');
new Picker({
	parent: document.querySelector("#open"),
	popup: "bottom",
	color: "#000000",
	alpha: false,
	onDone: ({ hex }) => {
		document.querySelector("p").textContent = `Colour ${hex.slice(0, 7)}`;
	},
});
