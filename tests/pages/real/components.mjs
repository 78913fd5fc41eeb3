// Bootstrap: a menu, tabs, an accordion.

import { Collapse, Dropdown, Tab } from "bootstrap";
import "bootstrap/dist/css/bootstrap.css";

const page = document.body.dataset.start;
const parts = {
	menu: `<div class="dropdown"><button class="btn dropdown-toggle" data-bs-toggle="dropdown">More</button><ul class="dropdown-menu" role="menu">
		${["Rename", "Copy", "Archive"].map((name) => `<li role="none"><button class="dropdown-item" role="menuitem">${name}</button></li>`).join("")}</ul></div><p role="status"></p>`,
	tabs: `<ul class="nav nav-tabs" role="tablist">${["One", "Two", "Three"]
		.map(
			(name, at) =>
				`<li role="presentation"><button class="nav-link ${at ? "" : "active"}" data-bs-toggle="tab" data-bs-target="#p${at}" role="tab" aria-selected="${!at}">${name}</button></li>`,
		)
		.join("")}</ul><div class="tab-content">${["One", "Two", "Three"]
		.map(
			(name, at) =>
				`<div class="tab-pane fade ${at ? "" : "show active"}" id="p${at}" role="tabpanel"><p>Text of ${name}</p><label>Field of ${name} <input></label></div>`,
		)
		.join("")}</div>`,
	accordion: `<div class="accordion">${["Cost", "Time", "Place"]
		.map(
			(name) =>
				`<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#${name}" aria-expanded="false" aria-controls="${name}">${name}</button></h2><div id="${name}" class="accordion-collapse collapse"><div class="accordion-body">All about ${name}</div></div></div>`,
		)
		.join("")}</div>`,
};
document.body.insertAdjacentHTML("beforeend", parts[page]);
const started = [Collapse, Dropdown, Tab].length;
document.body.addEventListener("click", ({ target }) => {
	const status = document.querySelector("[role=status]");
	if (status && target.matches("[role=menuitem]"))
		status.textContent = `${target.textContent} was chosen (${started})`;
});
