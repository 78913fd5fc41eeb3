// The one table of everything that can go wrong. Programs look at `code`; people read `message`
// and `hint`; `retry` says whether the same call may be sent again as it is.

export type Retry = "no" | "safe" | "after_fix" | "look_first";

interface ErrorRow {
	/** When this code is answered. */
	when: string;
	/** The next step, for whoever made the call. */
	hint: string;
	retry: Retry;
}

function rows<const T extends Record<string, ErrorRow>>(table: T): Record<keyof T, ErrorRow> {
	return table;
}

// biome-ignore format: one row a line reads as a table
export const errorTable = rows({
	// The call itself
	bad_args: { when: "An argument is missing, unknown or of the wrong kind.", hint: "Correct the arguments named in the message.", retry: "after_fix" },
	bad_url: { when: "The URL cannot be parsed, or names no website.", hint: "Pass an absolute http or https URL.", retry: "after_fix" },
	bad_selector: { when: "The CSS selector is not valid.", hint: "Correct the selector, or use a ref from snapshot.", retry: "after_fix" },
	unknown_tool: { when: "No tool has this name.", hint: "List the tools and use one of their names.", retry: "after_fix" },
	unknown_method: { when: "The other side does not know this method.", hint: "Update the older side; `reins doctor` names it.", retry: "no" },
	unsupported: { when: "This browser or link cannot do this.", hint: "chrome_status lists what this browser can do.", retry: "no" },
	canceled: { when: "The caller took the call back.", hint: "Nothing more will happen for this call.", retry: "look_first" },
	timeout: { when: "The deadline passed.", hint: "Look at the page before trying again; it may still be working.", retry: "look_first" },
	internal: { when: "A defect of Reins.", hint: "See the log named by `reins status`, and report it.", retry: "no" },

	// The way to the browser
	no_browser: { when: "No browser was found or none is connected.", hint: "Install Chrome or Chromium, or pass --chrome-path.", retry: "after_fix" },
	extension_missing: { when: "The Reins extension is not installed in the wanted browser.", hint: "Run `reins doctor`.", retry: "after_fix" },
	launch_failed: { when: "The browser was found but did not start.", hint: "Run `reins doctor`; the message has the browser's own words.", retry: "after_fix" },
	profile_locked: { when: "Another living process uses the managed profile.", hint: "Close that process, or set another REINS_HOME.", retry: "after_fix" },
	browser_gone: { when: "The browser ended or the link to it broke during the call.", hint: "Call again: a managed browser is started afresh. Tabs of the old one are gone.", retry: "look_first" },
	endpoint_unreachable: { when: "Nothing answers at the given debugging endpoint.", hint: "Start that browser with a debugging port, or correct --browser.", retry: "after_fix" },
	worker_restarting: { when: "The connection to the extension broke during the call.", hint: "Look at the page, then call again: what was under way may have been done.", retry: "look_first" },
	key_changed: { when: "The other side shows another key than before.", hint: "Ask the person to compare the keys in the extension's popup.", retry: "after_fix" },
	broker_unreachable: { when: "The local broker cannot be started or reached.", hint: "Run `reins doctor`.", retry: "after_fix" },
	broker_busy: { when: "A broker of another version is in use.", hint: "End its clients or run `reins stop`, then try again.", retry: "after_fix" },
	broker_replaced: { when: "An idle older broker made way for a newer client.", hint: "Connect again.", retry: "safe" },
	unsafe_directory: { when: "The private directory is not ours alone.", hint: "Correct owner and mode as the message says, or set REINS_HOME.", retry: "after_fix" },
	path_too_long: { when: "The path of the socket is longer than the system takes.", hint: "Set REINS_HOME to a shorter path.", retry: "after_fix" },
	version_mismatch: { when: "The two sides share no protocol version.", hint: "Update the side that the message names.", retry: "after_fix" },
	bad_frame: { when: "A message on the wire is malformed, too large or out of order.", hint: "The connection was closed; connect again.", retry: "no" },
	too_large: { when: "A message is larger than the wire carries.", hint: "Ask for less: a smaller budget, a part of the page.", retry: "after_fix" },
	backpressure: { when: "The receiver is too slow and too much is waiting.", hint: "Wait for open calls to end, then call again.", retry: "safe" },

	// Tabs
	no_such_tab: { when: "No tab ever had this handle.", hint: "Call tabs_list and use one of its handles.", retry: "after_fix" },
	tab_gone: { when: "The tab was closed.", hint: "Call tabs_list, or tab_new.", retry: "after_fix" },
	stale_tab: { when: "The handle is from an earlier browser.", hint: "Call tabs_list, or tab_new.", retry: "after_fix" },
	tab_discarded: { when: "Chrome has put the tab to sleep.", hint: "Call tab_select to wake it.", retry: "after_fix" },
	page_crashed: { when: "The page's process crashed.", hint: "Call reload.", retry: "after_fix" },
	leased: { when: "Another session holds this tab.", hint: "Use a tab of your own: tab_new.", retry: "after_fix" },
	too_many_tabs: { when: "The session opens tabs faster than allowed.", hint: "Close tabs, and wait a minute.", retry: "after_fix" },

	// Policy and the person
	policy_denied: { when: "The policy does not allow this here.", hint: "Ask the person to widen the policy, or stay on allowed sites.", retry: "after_fix" },
	needs_approval: { when: "The person has not yet answered.", hint: "Ask the person to answer in the browser, then call again.", retry: "after_fix" },
	restricted_url: { when: "Reins never drives this kind of page.", hint: "Use an http or https page.", retry: "no" },
	killed: { when: "The person has switched Reins off.", hint: "Only the person can switch it on again.", retry: "no" },
	paused_by_user: { when: "The person has paused this session.", hint: "Wait until the person resumes.", retry: "after_fix" },
	user_detached: { when: "The person has cancelled the debugging of this browser.", hint: "Ask the person to press Resume in the extension's popup.", retry: "no" },
	human_required: { when: "Only the person can do this step.", hint: "Ask the person to do it, then go on.", retry: "after_fix" },

	// The page
	dialog_open: { when: "A dialog of the page is open.", hint: "Answer the dialog first.", retry: "after_fix" },
	not_found: { when: "Nothing on the page matches.", hint: "Take a snapshot and use a ref from it.", retry: "after_fix" },
	ambiguous: { when: "Several things match and one is needed.", hint: "Use one of the refs in the message.", retry: "after_fix" },
	stale_ref: { when: "The element of this ref is gone.", hint: "Take a new snapshot.", retry: "after_fix" },
	not_actionable: { when: "The element cannot be acted on now.", hint: "The message says why; deal with that first.", retry: "after_fix" },
	input_not_delivered: { when: "The input did not arrive at the element.", hint: "Take a snapshot to see the state, then try again.", retry: "look_first" },
	navigation_failed: { when: "The page could not be loaded.", hint: "Check the address and that the server is up.", retry: "after_fix" },
	download_failed: { when: "A download did not complete.", hint: "See the state in the message.", retry: "after_fix" },
	upload_refused: { when: "The file may not be uploaded.", hint: "Upload only from the directories that the policy names.", retry: "after_fix" },

	// Effects
	key_reused: { when: "An action key was used again for another action.", hint: "Use a new key.", retry: "no" },
});

export type ErrorCode = keyof typeof errorTable;

export interface WireError {
	code: ErrorCode;
	message: string;
	hint: string;
	retry: Retry;
	data?: Record<string, unknown>;
}

export class ReinsError extends Error {
	override readonly name = "ReinsError";
	readonly code: ErrorCode;
	readonly hint: string;
	readonly retry: Retry;
	readonly data: Record<string, unknown> | undefined;

	constructor(
		code: ErrorCode,
		message: string,
		more: { hint?: string; data?: Record<string, unknown>; cause?: unknown } = {},
	) {
		super(message, more.cause === undefined ? undefined : { cause: more.cause });
		this.code = code;
		this.hint = more.hint ?? errorTable[code].hint;
		this.retry = errorTable[code].retry;
		this.data = more.data;
	}

	toWire(): WireError {
		const wire: WireError = { code: this.code, message: this.message, hint: this.hint, retry: this.retry };
		if (this.data) wire.data = this.data;
		return wire;
	}

	static fromWire(wire: WireError): ReinsError {
		return new ReinsError(wire.code, wire.message, {
			hint: wire.hint,
			...(wire.data && { data: wire.data }),
		});
	}

	/** Whatever was thrown, as an error of the table. */
	static from(thrown: unknown): ReinsError {
		if (thrown instanceof ReinsError) return thrown;
		const message = thrown instanceof Error ? thrown.message : String(thrown);
		return new ReinsError("internal", message, { cause: thrown });
	}
}

export function isErrorCode(value: string): value is ErrorCode {
	return Object.hasOwn(errorTable, value);
}
