// Two handles of noUiSlider for a range of prices.

import noUiSlider from "nouislider";
import "nouislider/dist/nouislider.css";

document.body.insertAdjacentHTML(
	"beforeend",
	'<div id="price" style="width:300px;margin:40px"></div><p role="status"></p>',
);
const slider = noUiSlider.create(document.querySelector("#price"), {
	start: [20, 80],
	step: 5,
	connect: true,
	range: { min: 0, max: 100 },
	handleAttributes: [{ "aria-label": "Lowest price" }, { "aria-label": "Highest price" }],
	format: { to: (value) => String(Math.round(value)), from: Number },
});
slider.on("update", (values) => {
	document.querySelector("p").textContent = `From ${values[0]} to ${values[1]}`;
});
