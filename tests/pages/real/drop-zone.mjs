// Dragula: things are dragged into a basket by the mouse.

import dragula from "dragula";
import "dragula/dist/dragula.css";

document.body.insertAdjacentHTML(
	"beforeend",
	`<style>.c{display:inline-block;vertical-align:top;width:200px;min-height:120px;border:1px dashed}</style>
	<div class="c" id="shelf">${["Bread", "Milk", "Salt"].map((name) => `<div role="button">${name}</div>`).join("")}</div>
	<div class="c" id="basket" role="region" aria-label="Basket"></div><p role="status">Empty</p>`,
);
const basket = document.querySelector("#basket");
dragula([document.querySelector("#shelf"), basket]).on("drop", () => {
	document.querySelector("p").textContent =
		`Basket: ${[...basket.children].map((item) => item.textContent).join(", ")}`;
});
