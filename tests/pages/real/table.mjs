// simple-datatables: a table that is sorted, searched and shown page by page.

import { DataTable } from "simple-datatables";
import "simple-datatables/dist/style.css";

const rows = Array.from({ length: 43 }, (_, at) => [
	`Person ${at + 1}`,
	String((at * 37) % 43),
	at % 2 ? "north" : "south",
]);
document.body.insertAdjacentHTML("beforeend", "<table></table>");
new DataTable("table", { data: { headings: ["Name", "Points", "Side"], data: rows }, perPage: 10 });
