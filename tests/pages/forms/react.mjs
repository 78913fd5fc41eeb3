// A controlled form: React owns every value, and what is not in its state is drawn away. `model()` is the state.

import { createElement as h, useState, version } from "react";
import { createRoot } from "react-dom/client";

function Form() {
	const [state, setState] = useState({
		name: document.body.dataset.start ?? "",
		note: "",
		upper: "",
		colour: "red",
		agree: false,
		size: "s",
		loud: "50",
		day: "",
		card: "",
		sent: "",
	});
	window.model = () => state;
	const set = (key, value) => setState((before) => ({ ...before, [key]: value }));
	const typed = (key, convert = (text) => text) => ({
		value: state[key],
		onChange: ({ target }) => set(key, convert(target.value)),
	});
	const inGroups = (text) =>
		text
			.replace(/\D/g, "")
			.slice(0, 16)
			.replace(/(\d{4})(?=\d)/g, "$1 ");
	const onSubmit = (event) => {
		event.preventDefault();
		set("sent", `${state.name} ${state.colour} ${state.agree}`);
	};
	return h(
		"form",
		{ onSubmit },
		h("label", null, "Name ", h("input", typed("name"))),
		h("label", null, "Note ", h("textarea", typed("note"))),
		h(
			"label",
			null,
			"Upper ",
			h(
				"input",
				typed("upper", (text) => text.toUpperCase()),
			),
		),
		h(
			"label",
			null,
			"Colour ",
			h(
				"select",
				typed("colour"),
				h("option", { value: "red" }, "Red"),
				h("option", { value: "green" }, "Green"),
			),
		),
		h(
			"label",
			null,
			h("input", {
				type: "checkbox",
				checked: state.agree,
				onChange: ({ target }) => set("agree", target.checked),
			}),
			" Agree",
		),
		...["s", "l"].map((size) =>
			h(
				"label",
				{ key: size },
				h("input", {
					type: "radio",
					name: "size",
					checked: state.size === size,
					onChange: () => set("size", size),
				}),
				size === "s" ? " Small" : " Large",
			),
		),
		h("label", null, "Loud ", h("input", { type: "range", ...typed("loud") })),
		h("label", null, "Day ", h("input", { type: "date", ...typed("day") })),
		h("label", null, "Number ", h("input", typed("card", inGroups))),
		h("button", { type: "submit" }, "Send"),
		h("p", { role: "status" }, state.sent && `Sent by React ${version}: ${state.sent}`),
	);
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h(Form));
