// The popup as a whole, in whatever phase it is.

import { useEffect, useState } from "preact/hooks";
import type { PopupState } from "../popup-contract.ts";
import type { Act } from "./act.ts";
import { Chain } from "./chain.tsx";
import { Header } from "./header.tsx";
import { Mark } from "./icons.tsx";
import { KillSwitch } from "./kill-switch.tsx";
import { Notices } from "./notices.tsx";
import type { PopupStore } from "./popup-store.ts";
import { Sessions } from "./sessions.tsx";
import { Sites } from "./sites.tsx";
import { ThisPage } from "./this-page.tsx";

export function Popup({ store }: { store: PopupStore }) {
	const [view, setView] = useState(store.view);
	useEffect(() => {
		// The answer may have come before anybody listened.
		setView(store.view);
		return store.subscribe(setView);
	}, [store]);
	const act: Act = (request) => void store.act(request);
	if (view.phase === "shown") return <Shown state={view.state} problem={view.problem} act={act} />;
	if (view.phase === "loading") {
		return (
			<main class="lone" aria-busy="true">
				<Mark />
				<p class="muted">Asking the worker…</p>
			</main>
		);
	}
	return (
		<main class="lone">
			<Mark />
			<div role="alert">
				<h1>The extension's worker does not answer</h1>
				<p class="muted">
					Nothing can be done in this browser meanwhile. If it stays so, reload Reins on chrome://extensions.
				</p>
			</div>
			<button type="button" class="button primary" onClick={() => void store.retry()}>
				Try again
			</button>
		</main>
	);
}

function Shown({ state, problem, act }: { state: PopupState; problem: string | undefined; act: Act }) {
	const isChoice = state.killed || state.disconnected || state.connection === "key_changed";
	return (
		<main class="popup">
			<Header state={state} act={act} />
			<KillSwitch killed={state.killed} act={act} />
			<Notices state={state} problem={problem} act={act} />
			{state.hops.length > 0 && <Chain hops={state.hops} isExplained={isChoice} />}
			{state.here && <ThisPage here={state.here} state={state} act={act} />}
			<Sessions state={state} act={act} />
			<Sites sites={state.sites} act={act} />
			<footer class="muted small">Reins {state.release}</footer>
		</main>
	);
}
