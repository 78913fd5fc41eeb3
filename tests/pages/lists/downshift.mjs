// downshift: a combobox that filters and one that only opens; `model()` is the state of the page.

import { useCombobox, useSelect } from "downshift";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

const towns = Array.from({ length: 300 }, (_, at) => `Town ${at + 1}`);
const sizes = ["Small", "Medium", "Large"];
const chosen = { town: null, size: null };
window.model = () => chosen;

const list = (items, of, open) =>
	h(
		"ul",
		{ ...of.getMenuProps(), style: { maxHeight: 120, overflow: "auto" } },
		open && items.map((item, index) => h("li", { key: item, ...of.getItemProps({ item, index }) }, item)),
	);

/** Shows eight at most: what is looked for has to be typed. */
function Town() {
	const [items, setItems] = useState(towns.slice(0, 8));
	const of = useCombobox({
		items,
		onInputValueChange: ({ inputValue }) =>
			setItems(towns.filter((town) => town.toLowerCase().includes(inputValue.toLowerCase())).slice(0, 8)),
		onSelectedItemChange: ({ selectedItem }) => {
			chosen.town = selectedItem;
		},
	});
	return h(
		"div",
		null,
		h("label", of.getLabelProps(), "Town"),
		h("input", of.getInputProps()),
		list(items, of, of.isOpen),
	);
}

function Size() {
	const of = useSelect({
		items: sizes,
		onSelectedItemChange: ({ selectedItem }) => {
			chosen.size = selectedItem;
		},
	});
	return h(
		"div",
		null,
		h("label", of.getLabelProps(), "Size"),
		h("div", of.getToggleButtonProps(), of.selectedItem ?? "Choose"),
		list(sizes, of, of.isOpen),
	);
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h("div", null, h(Town), h(Size)));
