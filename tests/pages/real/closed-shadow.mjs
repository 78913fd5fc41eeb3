// A component of Lit behind a closed shadow root: a counter and a field.

import { html, LitElement } from "lit";

class Basket extends LitElement {
	static properties = { amount: { state: true }, note: { state: true } };
	static shadowRootOptions = { ...LitElement.shadowRootOptions, mode: "closed" };
	constructor() {
		super();
		this.amount = 1;
		this.note = "";
	}
	render() {
		return html`<button @click=${() => this.amount--}>Less</button>
			<button @click=${() => this.amount++}>More</button>
			<label>Note <input @input=${({ target }) => {
				this.note = target.value;
			}} /></label>
			<p role="status">${this.amount} in the basket ${this.note}</p>`;
	}
}
customElements.define("x-basket", Basket);
document.body.append(document.createElement("x-basket"));
