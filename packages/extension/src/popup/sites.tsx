// The sites that the person has opened to agents.

import type { Site } from "@reins/protocol";
import type { Act } from "./act.ts";
import { siteName } from "./page-text.ts";
import { SiteName } from "./site-name.tsx";
import { levelName } from "./words.ts";

export function Sites({ sites, act }: { sites: readonly Site[]; act: Act }) {
	const sorted = [...sites].sort((a, b) => siteName(a.origin).localeCompare(siteName(b.origin)));
	return (
		<details class="card" open={sites.length === 0}>
			<summary>
				<h2>Allowed sites</h2>
				<span class="muted">{sites.length === 0 ? "none" : sites.length}</span>
			</summary>
			{sorted.length === 0 ? (
				<p class="muted">
					Agents can see no site yet. Open one that they may use, then choose above what they may do there.
				</p>
			) : (
				<ul class="plain">
					{sorted.map(({ origin, level }) => (
						<li key={origin} class="row item">
							<SiteName name={siteName(origin)} />
							<span class="muted small">{levelName(level)}</span>
							<button
								type="button"
								class="button small"
								aria-label={`Remove ${siteName(origin)}`}
								onClick={() => act({ do: "site", origin, level: null })}
							>
								Remove
							</button>
						</li>
					))}
				</ul>
			)}
		</details>
	);
}
