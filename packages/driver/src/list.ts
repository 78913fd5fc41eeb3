// Choosing in lists. One of the page's own making is opened, searched by typing where it takes text, else by
// scrolling; the option is clicked, and the choice is seen to be kept.

import { ReinsError, type Target } from "@reins/protocol";
import { clickAt } from "./gesture.ts";
import { write } from "./keyboard.ts";
import { type Tab, wasReplaced } from "./tab.ts";

/** How long a page may take to answer before it is said that it did not; a search may ask a server. */
const ANSWER = 1_000;
const SEARCH = 3_000;
/** A list that opens empty or with others is soon known to, and then typed for. */
const GLANCE = 150;
/** An option that is drawn anew before it is clicked is looked for again, as often as this. */
const ATTEMPTS = 3;

/** Whether the list kept the choice; and what one of the browser's own shows then. */
export async function setList(
	tab: Tab,
	target: Target,
	options: string[],
): Promise<{ kept: boolean; shows?: string }> {
	try {
		const { native, verified, chosen } = await tab.kit("choose", { target, options });
		if (native) return { kept: verified, ...(chosen.length > 0 && { shows: chosen.join(", ") }) };
		let kept = true;
		for (const option of options) kept = (await chooseOne(tab, target, option)) && kept;
		return { kept };
	} catch (error) {
		if (isMissing(error)) throw await leftOpen(tab, target, error as ReinsError);
		throw isOfOptions(error) ? withHint(error) : error;
	}
}

/** What was opened in vain lies over other things. No key is pressed to close it, for that may close more. */
async function leftOpen(tab: Tab, target: Target, error: ReinsError): Promise<ReinsError> {
	const now = await tab.kit("inspect", { target }).catch(() => undefined);
	if (!now?.states.includes("expanded")) return error;
	const { code, message, data } = error;
	const hint = `${error.hint} Its list is still open: Escape, pressed, closes most.`;
	return new ReinsError(code, message, { hint, ...(data && { data }) });
}

/** Options have no refs in the message, other than elements among which one is meant. */
function isOfOptions(error: unknown): error is ReinsError {
	return (
		error instanceof ReinsError && error.code === "ambiguous" && error.data?.["candidates"] === undefined
	);
}

function withHint({ code, message, data }: ReinsError): ReinsError {
	const hint = "Use the whole text of one of them, or its value; where both are the same, click the option.";
	return new ReinsError(code, message, { hint, ...(data && { data }) });
}

async function chooseOne(tab: Tab, target: Target, option: string): Promise<boolean> {
	let typed = false;
	let wanted = option;
	for (let attempt = 1; ; attempt += 1) {
		const { ref, name, chosen, ...found } = await openOption(tab, target, wanted);
		if (chosen) return true;
		// Once it is known which is meant, no other is.
		wanted = name;
		typed ||= found.typed;
		try {
			await clickAt(tab, { ref });
		} catch (error) {
			// Lists that draw only what is in view draw that anew when they are scrolled; nothing was clicked yet.
			const isGone =
				error instanceof ReinsError && error.code === "stale_ref" && !error.data?.["interrupted"];
			if (!isGone || wasReplaced(error) || attempt === ATTEMPTS) throw error;
			continue;
		}
		const asked = { target, option: { ref }, name, typed, wait: ANSWER };
		const answer = await tab.kit("isChosen", asked);
		if (answer.stopped !== true || attempt === ATTEMPTS) return answer.chosen;
	}
}

async function openOption(tab: Tab, target: Target, option: string) {
	const look = (wait: number, scroll = false, typed = false) =>
		tab.kit("optionOf", { target, option, wait, scroll, typed });
	try {
		return { ...(await look(0)), typed: false };
	} catch (error) {
		if (isClosed(error)) await clickAt(tab, target);
		else if (!isMissing(error)) throw error;
	}
	let missing: unknown;
	const { tag, states } = await tab.kit("inspect", { target });
	const isTyped = tag === "input" && !states.includes("readonly");
	try {
		return { ...(await look(isTyped ? GLANCE : ANSWER, !isTyped)), typed: false };
	} catch (error) {
		if (!isTyped && wasShut(error)) {
			await clickAt(tab, target);
			return { ...(await look(ANSWER, true)), typed: false };
		}
		if (!isTyped || !isMissing(error)) throw error;
		missing = error;
	}
	await write(tab, target, option, true);
	try {
		return { ...(await look(SEARCH, true, true)), typed: true };
	} catch (error) {
		// The page itself knows what was there: it may be secret, or longer than what is told of it.
		const { verified } = await tab.kit("choose", { target, options: [], back: true });
		if (!isClosed(error)) throw error;
		throw isClosed(missing) ? nothingFor(option, verified) : missing;
	}
}

function nothingFor(option: string, isBack: boolean): ReinsError {
	const now = isBack
		? "What was there before is there again"
		: "It does not hold again what was there before";
	const what = `Typed into the field, ${JSON.stringify(option)} brings up no list of options. ${now}.`;
	const hint = "Give less of the text, or open the list and take a snapshot of what it offers.";
	return new ReinsError("not_found", what, { hint });
}

function isMissing(error: unknown): boolean {
	return error instanceof ReinsError && error.code === "not_found";
}

/** The click that was to open the list has closed one. */
function wasShut(error: unknown): boolean {
	return isClosed(error) && (error as ReinsError).data?.["shut"] === true;
}

function isClosed(error: unknown): boolean {
	return isMissing(error) && (error as ReinsError).data?.["open"] === false;
}
