// A day chosen in flatpickr, told back as a line.

import flatpickr from "flatpickr";
import "flatpickr/dist/flatpickr.css";

document.body.insertAdjacentHTML(
	"beforeend",
	'<label>Arrival <input id="day"></label><p role="status">No day</p>',
);
flatpickr("#day", {
	defaultDate: "2026-11-15",
	onChange: (_dates, text) => {
		document.querySelector("p").textContent = `Arrives ${text}`;
	},
});
