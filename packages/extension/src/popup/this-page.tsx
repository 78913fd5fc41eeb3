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
					<Tab here={here} sessions={state.sessions} act={act} />
				</>
			) : (
				<p class="muted">{here.restricted ?? "Agents can use only pages of the web (http and https)."}</p>
			)}
		</section>
	);
}

function Level({ here, origin, name, act }: { here: Here; origin: string; name: string; act: Act }) {
	return (
		<fieldset class="levels">
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

function Tab({ here, sessions, act }: { here: Here; sessions: PopupState["sessions"]; act: Act }) {
	const [chosen, choose] = useState("");
	const holder = sessions.find(({ session }) => session === here.session);
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
