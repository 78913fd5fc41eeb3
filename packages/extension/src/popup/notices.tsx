// What stops everything until the person has decided: a broker with another key, a debugging bar that was
// cancelled, a request that was refused.

import type { PopupState } from "../popup-contract.ts";
import type { Act } from "./act.ts";
import { WarningIcon } from "./icons.tsx";

export function Notices({
	state,
	problem,
	act,
}: {
	state: PopupState;
	problem: string | undefined;
	act: Act;
}) {
	return (
		<div role="alert" class="notices">
			{problem && (
				<div class="notice bad">
					<WarningIcon />
					<p>{problem}</p>
				</div>
			)}
			{state.connection === "key_changed" && <KeyChanged keys={state.keys} act={act} />}
			{state.userDetached && !state.killed && <Detached act={act} />}
		</div>
	);
}

function KeyChanged({ keys, act }: { keys: PopupState["keys"]; act: Act }) {
	return (
		<div class="notice bad">
			<WarningIcon />
			<div>
				<p class="notice-title">This is not the broker that you used before</p>
				<p>
					That is expected if you set Reins up again. If you did not, another program may be posing as it:
					leave it as it is, and nothing can happen.
				</p>
				{keys && (
					<dl class="keys">
						<Fingerprint of="Known" text={keys.pinned} />
						<Fingerprint of="Now" text={keys.offered} />
					</dl>
				)}
				<p>
					Compare with what <code>reins doctor</code> shows.
				</p>
				<button type="button" class="button danger" onClick={() => act({ do: "trust_broker" })}>
					Trust the new broker
				</button>
			</div>
		</div>
	);
}

function Fingerprint({ of, text }: { of: string; text: string }) {
	return (
		<div>
			<dt>{of}</dt>
			<dd class="fingerprint">{text}</dd>
		</div>
	);
}

function Detached({ act }: { act: Act }) {
	return (
		<div class="notice warn">
			<WarningIcon />
			<div>
				<p class="notice-title">You cancelled the debugging bar</p>
				<p>No agent can use a tab here until you say so.</p>
				<button type="button" class="button primary" onClick={() => act({ do: "resume" })}>
					Resume
				</button>
			</div>
		</div>
	);
}
