// Which browser this is and whether agents can reach it.

import { printable } from "@reins/protocol";
import { useRef, useState } from "preact/hooks";
import type { PopupState } from "../popup-contract.ts";
import type { Act } from "./act.ts";
import { Mark, PenIcon } from "./icons.tsx";
import { connectionWords } from "./words.ts";

const longestName = 60;

export function Header({ state, act }: { state: PopupState; act: Act }) {
	const { words, tone } = connectionWords(state);
	return (
		<header class="header">
			<Mark />
			<div class="identity">
				<BrowserName name={state.name} rename={(name) => act({ do: "rename", name })} />
				<p class={`status ${tone}`} role="status">
					<span class="dot" aria-hidden="true" />
					{words}
				</p>
			</div>
			<ConnectButton state={state} act={act} />
		</header>
	);
}

function ConnectButton({ state, act }: { state: PopupState; act: Act }) {
	// The switch and the choice of keys come first; both have their own buttons.
	if (state.killed || state.connection === "key_changed") return null;
	if (state.connection === "connected") {
		return (
			<button type="button" class="button" onClick={() => act({ do: "disconnect" })}>
				Disconnect
			</button>
		);
	}
	const isWaiting = state.connection === "connecting";
	return (
		<button
			type="button"
			class={isWaiting ? "button" : "button primary"}
			disabled={isWaiting}
			onClick={() => act({ do: "connect" })}
		>
			Connect
		</button>
	);
}

function BrowserName({ name, rename }: { name: string; rename: (name: string) => void }) {
	const [isEditing, setEditing] = useState(false);
	const pen = useRef<HTMLButtonElement>(null);
	if (isEditing) {
		const end = (text: string | undefined) => {
			const wanted = printable(text ?? "", longestName);
			if (wanted && wanted !== name) rename(wanted);
			setEditing(false);
			requestAnimationFrame(() => pen.current?.focus());
		};
		return <NameField name={name} end={end} />;
	}
	const shown = printable(name, longestName) || "This browser";
	return (
		<h1 class="name">
			<span class="cut" title={shown}>
				{shown}
			</span>
			<button
				type="button"
				class="quiet"
				ref={pen}
				aria-label="Rename this browser"
				onClick={() => setEditing(true)}
			>
				<PenIcon />
			</button>
		</h1>
	);
}

/** Ends with the text on Enter and on leaving, with nothing on Escape. */
function NameField({ name, end }: { name: string; end: (text: string | undefined) => void }) {
	const ended = useRef(false);
	const once = (text: string | undefined) => {
		if (ended.current) return;
		ended.current = true;
		end(text);
	};
	return (
		<input
			class="name-field"
			aria-label="Name of this browser, as agents see it"
			defaultValue={name}
			maxLength={longestName}
			ref={(field) => field?.select()}
			onBlur={(event) => once(event.currentTarget.value)}
			onKeyDown={(event) => {
				if (event.key === "Enter") once(event.currentTarget.value);
				if (event.key !== "Escape") return;
				// Chrome would close the whole popup.
				event.preventDefault();
				once(undefined);
			}}
		/>
	);
}
