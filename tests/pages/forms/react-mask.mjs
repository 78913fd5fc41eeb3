// A controlled field with a mask of @react-input; `model()` is the state.

import { useMask } from "@react-input/mask";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

function Form() {
	const [phone, setPhone] = useState("");
	window.model = () => phone;
	const ref = useMask({ mask: "(___) ___-____", replacement: { _: /\d/ } });
	const onChange = ({ target }) => setPhone(target.value);
	return h("label", null, "Phone ", h("input", { ref, value: phone, onChange }));
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h(Form));
