// A dialog of Micromodal that keeps the focus, with a confirmation.

import MicroModal from "micromodal";

document.body.insertAdjacentHTML(
	"beforeend",
	`<style>#ask{display:none}#ask.is-open{display:block}.veil{position:fixed;inset:0;background:#0008}.box{background:white;margin:80px;padding:20px}</style>
	<button data-micromodal-trigger="ask">Delete account</button><p role="status">Account is there</p>
	<div id="ask" aria-hidden="true"><div class="veil" tabindex="-1"><div class="box" role="dialog" aria-modal="true" aria-label="Delete it?">
	<label>Type DELETE <input id="word"></label><button id="yes" disabled>Delete</button><button data-micromodal-close>Keep</button></div></div></div>`,
);
MicroModal.init();
const word = document.querySelector("#word");
const yes = document.querySelector("#yes");
word.addEventListener("input", () => {
	yes.disabled = word.value !== "DELETE";
});
yes.addEventListener("click", () => {
	document.querySelector("[role=status]").textContent = "Account is gone";
	MicroModal.close("ask");
});
