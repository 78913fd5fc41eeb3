// A list of a thousand that only scrolls: downshift opens and chooses, TanStack Virtual draws what is in sight.
// `model()` is the state of the page.

import { useVirtualizer } from "@tanstack/react-virtual";
import { useSelect } from "downshift";
import { createElement as h, useRef } from "react";
import { createRoot } from "react-dom/client";

const items = Array.from({ length: 1_000 }, (_, at) => `Item ${at + 1}`);

function Page() {
	const scroller = useRef(null);
	const virtual = useVirtualizer({
		count: items.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => 20,
		overscan: 2,
	});
	const of = useSelect({ items, scrollIntoView() {} });
	window.model = () => of.selectedItem;
	const row = ({ index, start }) => {
		const style = { position: "absolute", top: start, height: 20, listStyle: "none" };
		const item = items[index];
		return h("li", { key: index, ...of.getItemProps({ item, index, style }) }, item);
	};
	const style = { maxHeight: 200, overflow: "auto", margin: 0, padding: 0 };
	const inner = { height: of.isOpen ? virtual.getTotalSize() : 0, position: "relative" };
	return h(
		"div",
		null,
		h("label", of.getLabelProps(), "Fixed"),
		h("div", of.getToggleButtonProps(), of.selectedItem ?? "Choose"),
		h(
			"div",
			{ ...of.getMenuProps({ ref: scroller }), style },
			h("div", { style: inner }, of.isOpen && virtual.getVirtualItems().map(row)),
		),
	);
}

createRoot(document.body.appendChild(document.createElement("div"))).render(h(Page));
