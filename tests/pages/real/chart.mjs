// A chart of d3: bars that can be chosen, and a range that follows the wheel and the buttons.

import { select } from "d3-selection";
import { zoom } from "d3-zoom";

const data = [12, 30, 7, 22];
const names = ["Spring", "Summer", "Autumn", "Winter"];
document.body.insertAdjacentHTML(
	"beforeend",
	'<div id="chart"></div><button>Closer</button><p role="status">None</p>',
);
const status = select("p");
const svg = select("#chart").append("svg").attr("width", 400).attr("height", 200);
const inner = svg.append("g");
inner
	.selectAll("rect")
	.data(data)
	.join("rect")
	.attr("x", (_value, at) => at * 100 + 10)
	.attr("y", (value) => 200 - value * 6)
	.attr("width", 80)
	.attr("height", (value) => value * 6)
	.attr("fill", "teal")
	.attr("role", "button")
	.attr("aria-label", (value, at) => `${names[at]}: ${value}`)
	.on("click", (_event, value) => status.text(`Value ${value}`));
const zooming = zoom().on("zoom", ({ transform }) => {
	inner.attr("transform", transform);
	status.text(`Scale ${transform.k}`);
});
svg.call(zooming);
select("button").on("click", () => zooming.scaleBy(svg, 2, [200, 200]));
