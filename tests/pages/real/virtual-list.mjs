// TanStack Virtual: ten thousand letters of which a dozen are in the document.

import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";

document.body.insertAdjacentHTML(
	"beforeend",
	'<div id="box" tabindex="0" role="list" aria-label="Letters" style="height:300px;overflow:auto"><div id="inner" style="position:relative"></div></div><p role="status">None</p>',
);
const box = document.querySelector("#box");
const inner = document.querySelector("#inner");
let drawn = "";
const draw = () => {
	const range = JSON.stringify(virtual.range);
	if (range === drawn) return;
	drawn = range;
	inner.style.height = `${virtual.getTotalSize()}px`;
	inner.innerHTML = virtual
		.getVirtualItems()
		.map(
			({ index, start }) =>
				`<div role="listitem" style="position:absolute;top:${start}px;height:30px"><button>Letter ${index + 1}</button></div>`,
		)
		.join("");
};
const virtual = new Virtualizer({
	count: 10_000,
	getScrollElement: () => box,
	estimateSize: () => 30,
	observeElementRect,
	observeElementOffset,
	scrollToFn: elementScroll,
	onChange: draw,
});
virtual._didMount();
virtual._willUpdate();
draw();
inner.addEventListener("click", ({ target }) => {
	document.querySelector("p").textContent = `Read ${target.textContent}`;
});
