// Whether the page objects to being left, asked as the browser would ask; and places to go that are held until
// somebody has said whether the page may be left all the same.

/** A place that nobody has asked for by then is gone to: the browser puts the question. */
const UNASKED = 1_000;

/** Only a page that somebody has used may hold them back. `to` is where a step of the history leads. */
export function objects(to?: string): boolean {
	if (!navigator.userActivation.hasBeenActive) return false;
	if (navigation.entries().some(({ url, sameDocument }) => sameDocument && url === to)) return false;
	const question = document.createEvent("BeforeUnloadEvent");
	question.initEvent("beforeunload", false, true);
	dispatchEvent(question);
	return question.defaultPrevented || question.returnValue !== "";
}

export class Held {
	#url: string | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	/** Stops a navigation that the page objects to, if it is one that can be repeated; one that sends something is not. */
	holds(event: NavigateEvent): boolean {
		const { destination, navigationType, formData } = event;
		const isRepeatable = formData === null && (navigationType === "push" || navigationType === "replace");
		if (!isRepeatable || !event.cancelable || event.defaultPrevented || !objects()) return false;
		event.preventDefault();
		this.#url = destination.url;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => location.assign(destination.url), UNASKED);
		return true;
	}

	get any(): boolean {
		return this.#url !== undefined;
	}

	/** From now on it is the business of whoever took it. */
	take(): string | undefined {
		clearTimeout(this.#timer);
		const url = this.#url;
		this.#url = undefined;
		return url;
	}
}
