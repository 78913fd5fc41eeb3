// The switch that ends everything at once. It stays in the same place, so that it can be found without
// reading, and is as easy to take back.

import type { Act } from "./act.ts";
import { PowerIcon, StopIcon } from "./icons.tsx";

export function KillSwitch({ killed, act }: { killed: boolean; act: Act }) {
	return (
		<section class={killed ? "kill killed" : "kill"} aria-label="Main switch">
			<p class="off-words" role="status">
				{killed && (
					<>
						<strong>Reins is off.</strong> No agent can use this browser.
					</>
				)}
			</p>
			{/* A key for each: one that is held down, or pressed twice in fright, must not switch on again. */}
			<button
				type="button"
				class="switch"
				key={killed ? "on" : "off"}
				onClick={() => act({ do: "kill", on: !killed })}
			>
				{killed ? <PowerIcon /> : <StopIcon />}
				{killed ? "Switch on" : "Stop everything"}
			</button>
		</section>
	);
}
