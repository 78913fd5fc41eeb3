// A form in three steps of React: each step has to be right before the next is shown.

import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

const steps = ["Person", "Parcel", "Check"];

function Wizard() {
	const [step, setStep] = useState(0);
	const [form, setForm] = useState({ name: "", mail: "", size: "", gift: false });
	const [error, setError] = useState("");
	const [sent, setSent] = useState(false);
	const set = (key, value) => setForm((before) => ({ ...before, [key]: value }));
	const next = () => {
		if (step === 0 && !/@/.test(form.mail)) return setError("A mail address is needed");
		if (step === 1 && !form.size) return setError("Choose a size");
		setError("");
		setStep(step + 1);
	};
	if (sent) return h("h1", null, `Thank you, ${form.name}`);
	return h(
		"div",
		null,
		h(
			"ol",
			null,
			steps.map((name, at) => h("li", { key: name, "aria-current": at === step ? "step" : undefined }, name)),
		),
		error && h("p", { role: "alert" }, error),
		step === 0 && [
			h(
				"label",
				{ key: 1 },
				"Name ",
				h("input", { value: form.name, onChange: (e) => set("name", e.target.value) }),
			),
			h(
				"label",
				{ key: 2 },
				"Mail ",
				h("input", { value: form.mail, onChange: (e) => set("mail", e.target.value) }),
			),
		],
		step === 1 && [
			h(
				"label",
				{ key: 1 },
				"Size ",
				h(
					"select",
					{ value: form.size, onChange: (e) => set("size", e.target.value) },
					["", "Small", "Large"].map((size) => h("option", { key: size }, size)),
				),
			),
			h(
				"label",
				{ key: 2 },
				h("input", { type: "checkbox", checked: form.gift, onChange: (e) => set("gift", e.target.checked) }),
				" Gift",
			),
		],
		step === 2 && h("p", null, `${form.name}, ${form.size}${form.gift ? ", as a gift" : ""}`),
		step > 0 && h("button", { type: "button", onClick: () => setStep(step - 1) }, "Back"),
		step < 2
			? h("button", { type: "button", onClick: next }, "Next")
			: h("button", { type: "button", onClick: () => setSent(true) }, "Send"),
	);
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h(Wizard));
