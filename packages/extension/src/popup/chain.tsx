// The way from this browser to the agents, link by link, and what to do about the first that is broken.

import { useState } from "preact/hooks";
import type { PopupHop } from "../popup-contract.ts";
import { codeParts } from "./code-parts.ts";
import { CopyIcon, WarningIcon } from "./icons.tsx";
import { duration, firstBroken, hopName, hopWords } from "./words.ts";

/** `isExplained`: something else on the page says what is broken and what to do. */
export function Chain({ hops, isExplained }: { hops: readonly PopupHop[]; isExplained: boolean }) {
	const broken = isExplained ? undefined : firstBroken(hops);
	return (
		<section class="card" aria-label="Connection">
			<ol class="chain">
				{hops.map((hop) => (
					<li key={hop.name} class={`hop ${hop.state}`} title={hop.detail}>
						<span class="bead" aria-hidden="true" />
						<span class="hop-name" aria-hidden="true">
							{hopName(hop)}
						</span>
						<span class="hop-time" aria-hidden="true">
							{timeOf(hop)}
						</span>
						<span class="unseen">{hopWords(hop)}</span>
					</li>
				))}
			</ol>
			<div aria-live="polite">{broken && <Fix hop={broken} />}</div>
		</section>
	);
}

function timeOf(hop: PopupHop): string {
	return hop.state === "ok" && hop.ms !== undefined ? duration(hop.ms) : hop.state;
}

function Fix({ hop }: { hop: PopupHop }) {
	return (
		<div class="notice bad">
			<WarningIcon />
			<div>
				<p class="notice-title">{hop.detail}</p>
				{hop.fix && (
					<p>
						{codeParts(hop.fix).map(({ text, isCode }) =>
							isCode ? <Command key={text} text={text} /> : <span key={text}>{text}</span>,
						)}
					</p>
				)}
			</div>
		</div>
	);
}

/** Something to type into a terminal. */
export function Command({ text }: { text: string }) {
	const [isCopied, setCopied] = useState(false);
	const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
	return (
		<span class="command">
			<code>{text}</code>
			<button type="button" class="quiet" aria-label={`Copy ${text}`} onClick={() => void copy()}>
				{isCopied ? "copied" : <CopyIcon />}
			</button>
		</span>
	);
}
