// The one table of everything that can go wrong. Programs look at `code`; people read `message`
// and `hint`; `retry` says whether the same call may be sent again as it is. When each is answered: error-occasions.ts.

export type Retry = "no" | "safe" | "after_fix" | "look_first";

interface ErrorRow {
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
	bad_args: { hint: "Correct the arguments named in the message.", retry: "after_fix" },
	bad_url: { hint: "Pass an absolute http or https URL.", retry: "after_fix" },
	bad_selector: { hint: "Correct the selector, or use a ref from snapshot.", retry: "after_fix" },
	unknown_tool: { hint: "List the tools and use one of their names.", retry: "after_fix" },
	unknown_method: { hint: "Update the older side; `reins doctor` names it.", retry: "no" },
	unsupported: { hint: "chrome_status lists what this browser can do.", retry: "no" },
	canceled: { hint: "Nothing more will happen for this call.", retry: "look_first" },
	timeout: { hint: "Look at the page before trying again; it may still be working.", retry: "look_first" },
	internal: { hint: "See the log named by `reins status`, and report it.", retry: "no" },

	// The way to the browser
	no_browser: { hint: "Install Chrome or Chromium, or pass --chrome-path.", retry: "after_fix" },
	extension_missing: { hint: "Run `reins doctor`.", retry: "after_fix" },
	launch_failed: { hint: "Run `reins doctor`; the message has the browser's own words.", retry: "after_fix" },
	profile_locked: { hint: "Close that process, or set another REINS_HOME.", retry: "after_fix" },
	browser_gone: { hint: "Call again: a managed browser is started afresh. Tabs of the old one are gone.", retry: "look_first" },
	endpoint_unreachable: { hint: "Start that browser with a debugging port, or correct --browser.", retry: "after_fix" },
	worker_restarting: { hint: "Look at the page, then call again: what was under way may have been done.", retry: "look_first" },
	key_changed: { hint: "Ask the person to compare the keys in the extension's popup.", retry: "after_fix" },
	not_registered: { hint: "Use the `reins` command of this user and REINS_HOME; it has the key.", retry: "no" },
	not_confirmed: { hint: "Ask the person to run `reins trust` in a terminal.", retry: "after_fix" },
	broker_unreachable: { hint: "Run `reins doctor`.", retry: "after_fix" },
	broker_busy: { hint: "End its clients or run `reins stop`, then try again.", retry: "after_fix" },
	broker_replaced: { hint: "Connect again.", retry: "safe" },
	unsafe_directory: { hint: "Correct owner and mode as the message says, or set REINS_HOME.", retry: "after_fix" },
	path_too_long: { hint: "Set REINS_HOME to a shorter path.", retry: "after_fix" },
	version_mismatch: { hint: "Update the side that the message names.", retry: "after_fix" },
	bad_frame: { hint: "The connection was closed; connect again.", retry: "no" },
	too_large: { hint: "Ask for less: a smaller budget, a part of the page.", retry: "after_fix" },
	backpressure: { hint: "Wait for open calls to end, then call again.", retry: "safe" },

	// Tabs
	no_such_tab: { hint: "Call tabs_list and use one of its handles.", retry: "after_fix" },
	tab_gone: { hint: "Call tabs_list, or tab_new.", retry: "after_fix" },
	stale_tab: { hint: "Call tabs_list, or tab_new.", retry: "after_fix" },
	tab_discarded: { hint: "Call tab_select to wake it.", retry: "after_fix" },
	page_crashed: { hint: "Call reload.", retry: "after_fix" },
	leased: { hint: "Use a tab of your own: tab_new.", retry: "after_fix" },
	too_many_tabs: { hint: "Close tabs, and wait a minute.", retry: "after_fix" },

	// Policy and the person
	policy_denied: { hint: "Ask the person to widen the policy, or stay on allowed sites.", retry: "after_fix" },
	needs_approval: { hint: "Ask the person to answer in the browser, then call again.", retry: "after_fix" },
	restricted_url: { hint: "Use an http or https page.", retry: "no" },
	killed: { hint: "Only the person can switch it on again.", retry: "no" },
	paused_by_user: { hint: "Wait until the person resumes.", retry: "after_fix" },
	user_detached: { hint: "Ask the person to press Resume in the extension's popup.", retry: "no" },
	human_required: { hint: "Ask the person to do it, then go on.", retry: "after_fix" },

	// The page
	dialog_open: { hint: "Answer the dialog first.", retry: "after_fix" },
	not_found: { hint: "Take a snapshot and use a ref from it.", retry: "after_fix" },
	ambiguous: { hint: "Use one of the refs in the message.", retry: "after_fix" },
	stale_ref: { hint: "Take a new snapshot.", retry: "after_fix" },
	not_actionable: { hint: "The message says why; deal with that first.", retry: "after_fix" },
	input_not_delivered: { hint: "Take a snapshot to see the state, then try again.", retry: "look_first" },
	navigation_failed: { hint: "Check the address and that the server is up.", retry: "after_fix" },
	download_failed: { hint: "See the state in the message.", retry: "after_fix" },
	upload_refused: { hint: "Upload only from the directories that the policy names.", retry: "after_fix" },

	// Effects
	key_reused: { hint: "Use a new key.", retry: "no" },
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
