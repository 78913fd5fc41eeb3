// Headless UI: a combobox of a thousand of which only those in sight are in the document, and a short list; `model()`
// is the state of the page.

import {
	Combobox,
	ComboboxButton,
	ComboboxInput,
	ComboboxOption,
	ComboboxOptions,
	Listbox,
	ListboxButton,
	ListboxOption,
	ListboxOptions,
} from "@headlessui/react";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

const all = Array.from({ length: 1_000 }, (_, at) => `Item ${at + 1}`);
const style = { height: 160, overflow: "auto", background: "white", width: 200 };

function Page() {
	const [item, setItem] = useState(null);
	const [query, setQuery] = useState("");
	const [plan, setPlan] = useState("Free");
	const items = all.filter((each) => each.toLowerCase().includes(query.toLowerCase()));
	window.model = () => ({ item, plan });
	const plans = ["Free", "Team", "Firm"];
	return h(
		"div",
		null,
		h(
			Combobox,
			{ value: item, onChange: setItem, virtual: { options: items }, onClose: () => setQuery("") },
			h(ComboboxInput, { "aria-label": "Item", onChange: ({ target }) => setQuery(target.value) }),
			h(ComboboxButton, { "aria-label": "Show items" }, "▾"),
			h(ComboboxOptions, { style }, ({ option }) => h(ComboboxOption, { value: option }, option)),
		),
		h(
			Listbox,
			{ value: plan, onChange: setPlan },
			h(ListboxButton, { "aria-label": "Plan" }, plan),
			h(
				ListboxOptions,
				{ style },
				plans.map((each) => h(ListboxOption, { key: each, value: each }, each)),
			),
		),
	);
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h(Page));
