// jsVectorMap: a map of the world whose countries can be chosen.

import JsVectorMap from "jsvectormap";
import "jsvectormap/dist/maps/world.js";
import "jsvectormap/dist/jsvectormap.css";

document.body.insertAdjacentHTML(
	"beforeend",
	'<div id="map" style="width:800px;height:450px"></div><p role="status">Nothing</p>',
);
const name = ({ regions }) => {
	for (const region of document.querySelectorAll("#map .jvm-region")) {
		region.setAttribute("role", "button");
		region.setAttribute("aria-label", regions[region.getAttribute("data-code")].config.name);
	}
};
new JsVectorMap({
	selector: "#map",
	map: "world",
	regionsSelectable: true,
	onLoaded: name,
	onRegionSelected: (_code, _on, all) => {
		document.querySelector("p").textContent = `Selected ${all.toSorted().join(", ")}`;
	},
});
