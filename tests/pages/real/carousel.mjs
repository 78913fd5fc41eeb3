// A carousel of Embla with buttons; only one slide is in sight.

import EmblaCarousel from "embla-carousel";

const names = ["Sea", "Hill", "Wood", "Town", "Lake"];
document.body.insertAdjacentHTML(
	"beforeend",
	`<div id="view" style="overflow:hidden;width:300px"><div style="display:flex">${names
		.map(
			(name) => `<div style="flex:0 0 100%;height:100px"><h2>${name}</h2><button>Like ${name}</button></div>`,
		)
		.join("")}</div></div><button>Previous</button><button>Next</button><p role="status"></p>`,
);
const embla = EmblaCarousel(document.querySelector("#view"), { duration: 15 });
const status = document.querySelector("p");
const tell = () => {
	status.textContent = `Slide ${embla.selectedScrollSnap() + 1} of ${names.length}`;
};
tell();
embla.on("select", tell);
document.addEventListener("click", ({ target }) => {
	if (target.textContent === "Next") embla.scrollNext();
	if (target.textContent === "Previous") embla.scrollPrev();
	if (target.textContent.startsWith("Like "))
		target.textContent = target.textContent.replace("Like", "Liked");
});
