// bs-stepper: three steps in a row.

import Stepper from "bs-stepper";
import "bs-stepper/dist/css/bs-stepper.css";

const steps = ["Size", "Colour", "Pay"];
document.body.insertAdjacentHTML(
	"beforeend",
	`<div class="bs-stepper"><div class="bs-stepper-header" role="tablist">${steps
		.map(
			(name, at) =>
				`<div class="step" data-target="#s${at}"><button class="step-trigger" role="tab">${name}</button></div>`,
		)
		.join("")}</div><div class="bs-stepper-content">${steps
		.map(
			(name, at) =>
				`<div id="s${at}" class="content" role="tabpanel"><label>${name} <input></label><button class="next">Continue after ${name}</button></div>`,
		)
		.join("")}</div></div><p role="status"></p>`,
);
const stepper = new Stepper(document.querySelector(".bs-stepper"));
for (const [at, button] of document.querySelectorAll(".next").entries()) {
	button.onclick = () => {
		if (at < 2) stepper.next();
		else
			document.querySelector("[role=status]").textContent =
				`Paid ${[...document.querySelectorAll("input")].map((input) => input.value).join(", ")}`;
	};
}
