// Tom Select: labels that are searched, chosen, made and taken away.

import TomSelect from "tom-select";
import "tom-select/dist/css/tom-select.css";

document.body.insertAdjacentHTML(
	"beforeend",
	'<label for="tags">Tags</label><select id="tags" multiple></select><p role="status"></p>',
);
const words = ["urgent", "later", "home", "work", "garden"];
const select = new TomSelect("#tags", {
	options: words.map((value) => ({ value, text: value })),
	create: true,
	plugins: { remove_button: {} },
});
select.on("change", (values) => {
	document.querySelector("p").textContent = `Tags: ${values.join(", ")}`;
});
