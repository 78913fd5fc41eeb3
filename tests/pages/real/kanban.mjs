// A board of SortableJS: cards are dragged from one list to another.

import Sortable from "sortablejs";

const column = (name, cards) =>
	`<section aria-label="${name}" style="width:200px;min-height:150px;border:1px solid"><h2>${name}</h2>
	<ul aria-label="${name} cards" style="min-height:80px">${cards.map((card) => `<li>${card}</li>`).join("")}</ul></section>`;
document.body.insertAdjacentHTML(
	"beforeend",
	`<div style="display:flex;gap:20px">${column("To do", ["Write", "Test"])}${column("Done", ["Plan"])}</div><p role="status"></p>`,
);
for (const list of document.querySelectorAll("ul")) {
	Sortable.create(list, {
		group: "board",
		onEnd: ({ item, to }) => {
			document.querySelector("p").textContent = `${item.textContent} is in ${to.ariaLabel}`;
		},
	});
}
