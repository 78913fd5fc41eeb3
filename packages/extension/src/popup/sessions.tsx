// Who is at work in this browser, and in which tabs.

import { printable } from "@reins/protocol";
import type { PopupState, PopupTab } from "../popup-contract.ts";
import type { Act } from "./act.ts";
import { Command } from "./chain.tsx";
import { pageAddress, pageTitle } from "./page-text.ts";
import { count } from "./words.ts";

export function Sessions({ state, act }: { state: PopupState; act: Act }) {
	return (
		<section class="card" aria-labelledby="sessions">
			<h2 id="sessions">Agents at work</h2>
			{state.sessions.length === 0 ? (
				<NobodyYet state={state} />
			) : (
				state.sessions.map(({ session, label, away, tabs }) => (
					<div key={session} class="session">
						<h3 class="row">
							<span class="grow cut">{printable(label)}</span>
							{away && <span class="tag">gone</span>}
							<span class="muted">{count(tabs.length, "tab")}</span>
						</h3>
						{tabs.length === 0 ? (
							<p class="muted">
								{away ? "Its agent has gone." : "No tab yet. It opens its own, or you share one."}
							</p>
						) : (
							<ul class="plain">
								{tabs.map((tab) => (
									<TabRow key={tab.tab} tab={tab} act={act} />
								))}
							</ul>
						)}
					</div>
				))
			)}
		</section>
	);
}

function NobodyYet({ state }: { state: PopupState }) {
	if (state.connection !== "connected") return <p class="muted">None while Reins is not connected.</p>;
	return (
		<p class="muted">
			None. To let one in, add <Command text="reins mcp" /> to your agent as an MCP server, then ask it to
			open a page.
		</p>
	);
}

function TabRow({ tab, act }: { tab: PopupTab; act: Act }) {
	const title = pageTitle(tab.title, tab.url);
	const address = pageAddress(tab.url);
	return (
		<li class="row item">
			<div class="grow narrow">
				<p class="cut" title={title}>
					{title}
				</p>
				<p class="row muted small">
					<span class="cut" title={address}>
						{address}
					</span>
					{!tab.own && <span class="tag">shared</span>}
				</p>
			</div>
			<button
				type="button"
				class="button small"
				aria-label={`Take back ${title}`}
				onClick={() => act({ do: "take_back", tab: tab.tab })}
			>
				Take back
			</button>
		</li>
	);
}
