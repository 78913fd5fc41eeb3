// Tabulator: a grid that sorts, filters by its head and is changed in its cells.

import { TabulatorFull } from "tabulator-tables";
import "tabulator-tables/dist/css/tabulator.css";

const data = Array.from({ length: 200 }, (_, id) => ({ id, name: `Part ${id + 1}`, count: (id * 73) % 200 }));
document.body.insertAdjacentHTML("beforeend", '<div id="grid"></div><p role="status">Nothing</p>');
const grid = new TabulatorFull("#grid", {
	data,
	height: 300,
	columns: [
		{ title: "Name", field: "name", headerFilter: "input", width: 200 },
		{ title: "Count", field: "count", editor: "number", width: 120 },
	],
});
grid.on("cellEdited", (cell) => {
	document.querySelector("p").textContent = `${cell.getData().name} now has ${cell.getValue()}`;
});
