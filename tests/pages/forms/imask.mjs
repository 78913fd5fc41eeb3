// Fields with a mask of IMask, which rewrites what is typed; `model()` has the values without the mask.

import IMask from "imask";

const field = (label, options) => {
	const place = document.body.appendChild(document.createElement("label"));
	place.textContent = `${label} `;
	return IMask(place.appendChild(document.createElement("input")), options);
};
const masks = {
	phone: field("Phone", { mask: "+{1} (000) 000-0000" }),
	amount: field("Amount", { mask: Number, thousandsSeparator: ",", scale: 2, radix: "." }),
	code: field("Code", { mask: "aa-0000", prepareChar: (text) => text.toUpperCase() }),
};
window.model = () =>
	Object.fromEntries(Object.entries(masks).map(([key, mask]) => [key, mask.unmaskedValue]));
