// react-select: one list for one choice, one for many; `model()` is the state of the page.

import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";
import Select from "react-select";

const options = ["Apple", "Pear", "Pineapple", "Plum"].map((label) => ({
	label,
	value: label.toLowerCase(),
}));

function Page() {
	const [fruit, setFruit] = useState(null);
	const [many, setMany] = useState([]);
	window.model = () => ({ fruit: fruit?.value ?? null, many: many.map(({ value }) => value) });
	return h(
		"div",
		null,
		h(Select, { "aria-label": "Fruit", options, value: fruit, onChange: setFruit }),
		h(Select, { "aria-label": "Many", options, value: many, onChange: setMany, isMulti: true }),
	);
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h(Page));
