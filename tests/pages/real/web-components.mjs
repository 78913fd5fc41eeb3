// Shoelace: fields, a switch, a list and a dialog behind open shadow roots.

import "@shoelace-style/shoelace/dist/themes/light.css";
import "@shoelace-style/shoelace/dist/components/button/button.js";
import "@shoelace-style/shoelace/dist/components/dialog/dialog.js";
import "@shoelace-style/shoelace/dist/components/input/input.js";
import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import "@shoelace-style/shoelace/dist/components/switch/switch.js";

document.body.insertAdjacentHTML(
	"beforeend",
	`<sl-input label="Nickname"></sl-input><sl-select label="Pet">${["Cat", "Dog", "Hen"].map((name) => `<sl-option value="${name}">${name}</sl-option>`).join("")}</sl-select>
	<sl-switch>Loud</sl-switch><br><sl-button>Ask</sl-button><sl-dialog label="Sure?"><sl-button slot="footer">Yes</sl-button></sl-dialog><p role="status">Nothing</p>`,
);
const [ask, yes] = document.querySelectorAll("sl-button");
const one = (name) => document.querySelector(`sl-${name}`);
ask.onclick = () => one("dialog").show();
yes.onclick = () => {
	const told = [one("input").value, one("select").value, one("switch").checked];
	document.querySelector("p").textContent = `Sent ${told.join(" ")}`;
	one("dialog").hide();
};
