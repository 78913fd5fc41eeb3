// The few drawings of the popup. They say nothing that a word beside them does not say, so they are hidden
// from screen readers.

import type { ComponentChildren } from "preact";

function Icon({ children }: { children: ComponentChildren }) {
	return (
		<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
			{children}
		</svg>
	);
}

/** The mark: an R of one strap, as reins lie in a hand. Drawn the same by tools/icons.mjs. */
export function Mark() {
	return (
		<svg class="mark" viewBox="0 0 128 128" aria-hidden="true" focusable="false">
			<rect width="128" height="128" rx="30" />
			<path d="M36 104V52A28 28 0 0 1 92 52C92 71 76 77 59 77C78 79 88 89 93 104" />
		</svg>
	);
}

export function StopIcon() {
	return (
		<Icon>
			<path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" />
		</Icon>
	);
}

export function PowerIcon() {
	return (
		<Icon>
			<path class="drawn" d="M8 1.5v6M4.4 3.6a5.5 5.5 0 1 0 7.2 0" />
		</Icon>
	);
}

export function PenIcon() {
	return (
		<Icon>
			<path class="drawn" d="M2.5 13.5l.7-3 7.6-7.6 2.3 2.3-7.6 7.6z" />
		</Icon>
	);
}

export function CopyIcon() {
	return (
		<Icon>
			<path class="drawn" d="M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3" />
		</Icon>
	);
}

export function WarningIcon() {
	return (
		<Icon>
			<path class="drawn" d="M8 1.8 15 14H1zM8 6.2v3.6M8 11.9v.1" />
		</Icon>
	);
}
