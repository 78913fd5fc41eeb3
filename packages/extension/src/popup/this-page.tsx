// The page that the popup was opened on: what agents may do on its site, and who has the tab.

import { printable } from "@reins/protocol";
import { useState } from "preact/hooks";
import type { PopupState } from "../popup-contract.ts";
import type { Act } from "./act.ts";
import { pageAddress, siteName } from "./page-text.ts";
import { SiteName } from "./site-name.tsx";
import { levels } from "./words.ts";

type Here = NonNullable<PopupState["here"]>;

export function ThisPage({ here, state, act }: { here: Here; state: PopupState; act: Act }) {
	const name = here.origin === undefined ? pageAddress(here.url) : siteName(here.origin);
	return (
		<section class="card" aria-labelledby="this-page">
			<h2 id="this-page">
				This site
				<SiteName name={name} />
			</h2>
			{here.restricted === undefined && here.origin !== undefined ? (
				<>
					<Level here={here} origin={here.origin} name={name} act={act} />
					<Tab here={here} all={state.sessions} act={act} />
				</>
			) : (
				<p class="muted">{here.restricted ?? "Agents can use only pages of the web (http and https)."}</p>
			)}
		</section>
	);
}

function Level({ here, origin, name, act }: { here: Here; origin: string; name: string; act: Act }) {
	return (
		<fieldset class="levels" onKeyDown={moveWithoutChoosing}>
			<legend class="unseen">What agents may do on {name}</legend>
			{levels.map(({ level, name: levelName, means }) => (
				<label key={levelName} class="level">
					<input
						type="radio"
						name="level"
						checked={(here.level ?? null) === level}
						onChange={() => act({ do: "site", origin, level })}
					/>
					<span class="level-name">{levelName}</span>
					<span class="level-means">{means}</span>
				</label>
			))}
		</fieldset>
	);
}

/**
 * Arrow keys choose in a group of radio buttons as they move, and go round at its ends: one key too many would
 * let agents run scripts. Here they only move; the space bar chooses.
 */
function moveWithoutChoosing(event: KeyboardEvent & { currentTarget: HTMLFieldSetElement }): void {
	const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
	if (step === undefined) return;
	event.preventDefault();
	const choices = [...event.currentTarget.querySelectorAll("input")];
	choices[choices.indexOf(event.target as HTMLInputElement) + step]?.focus();
}

function Tab({ here, all, act }: { here: Here; all: PopupState["sessions"]; act: Act }) {
	const [chosen, choose] = useState("");
	const holder = all.find(({ session }) => session === here.session);
	// A tab is not shared with somebody who has gone.
	const sessions = all.filter(({ away }) => !away);
	if (here.session !== undefined) {
		return (
			<div class="row foot">
				<p class="grow">
					<span class="cut">{printable(holder?.label ?? "An agent")}</span>
					<span class="muted small">has this tab</span>
				</p>
				<button type="button" class="button" onClick={() => act({ do: "take_back", tab: here.tab })}>
					Take back
				</button>
			</div>
		);
	}
	const [first] = sessions;
	if (!first) return null;
	const session = sessions.find((one) => one.session === chosen)?.session ?? first.session;
	return (
		<div class="row foot">
			{sessions.length === 1 ? (
				<p class="grow">
					<span class="cut">{printable(first.label)}</span>
					<span class="muted small">does not have this tab</span>
				</p>
			) : (
				<select
					class="grow"
					aria-label="Session to share this tab with"
					value={session}
					onChange={(event) => choose(event.currentTarget.value)}
				>
					{sessions.map((one) => (
						<option key={one.session} value={one.session}>
							{printable(one.label, 60)}
						</option>
					))}
				</select>
			)}
			<button type="button" class="button" onClick={() => act({ do: "share", tab: here.tab, session })}>
				Share this tab
			</button>
		</div>
	);
}
