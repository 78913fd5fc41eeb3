// The command line of a managed browser, in one pure function: each flag stands with its reason, so that
// one can be dropped when the reason goes.

export interface FlagOptions {
	profile: string;
	headless: boolean;
	noSandbox: boolean;
	platform: NodeJS.Platform;
	/** Added last, so that they win; their `--disable-features` are joined to ours. */
	extra?: readonly string[] | undefined;
	/** Lets pages see `navigator.webdriver`. */
	showAutomation?: boolean | undefined;
}

const disabledFeatures = [
	// Its bubble takes the focus in headed windows and offers to rewrite the page that is being read.
	"Translate",
	// http://… must be opened as it was asked for, or local servers answer with errors of TLS.
	"HttpsUpgrades",
	"HttpsFirstBalancedModeAutoEnable",
	// Looks for television sets in the local network; macOS asks the person about it.
	"MediaRouter",
	"DialMediaRouteProvider",
	// Fetch from Google what the browser may prefetch, and tell it about the forms that were met.
	"OptimizationHints",
	"AutofillServerCommunication",
	// Timers of a tab hidden for five minutes would run once a minute.
	"IntensiveWakeUpThrottling",
	// Frames that nobody is told of, though what is pressed goes to them: a page shows advertisements in them.
	"FencedFrames",
	// Windows only: pages behind another window stop painting.
	"CalculateNativeWinOcclusion",
	// The list under the address bar, made of two pages of the browser's own in every window: half of what a start
	// computes, and again for each session. Where somebody types there, Chromium draws the list without them.
	"WebUIOmniboxPopup",
	"WebUIOmniboxAimPopup",
];

const always = [
	// CDP over file descriptors 3 and 4: no port that others could reach, and the browser ends when the
	// broker does, however that ended (tried for headless and headed, from the first millisecond on).
	"--remote-debugging-pipe",

	// No first run, no questions, no bubbles over the page.
	"--no-first-run",
	"--no-default-browser-check",
	"--disable-default-apps",
	"--disable-search-engine-choice-screen",
	"--hide-crash-restore-bubble",
	"--noerrdialogs",
	// "Page unresponsive" and "Resubmit the form?" are dialogs of the browser that no page call can answer.
	"--disable-hang-monitor",
	"--disable-prompt-on-repost",
	// A blocked popup leaves no trace in the page, and nobody is there to allow it.
	"--disable-popup-blocking",

	// Nothing goes out that was not asked for.
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--disable-domain-reliability",
	"--no-pings",
	"--metrics-recording-only",
	// No crash reports. (--disable-crashpad-for-testing would also spare the two processes of their collector, but
	// without them Debian's Chromium 156 loses its network service at the start; they end with the browser.)
	"--disable-breakpad",
	// Proxies and the blocking of requests do not see QUIC.
	"--disable-quic",

	// A tab in the background, which is where agents work, runs like one in front.
	"--disable-background-timer-throttling",
	"--disable-renderer-backgrounding",
	"--disable-backgrounding-occluded-windows",
	"--disable-ipc-flooding-protection",
];

export function launchFlags(options: FlagOptions): string[] {
	const extra = options.extra ?? [];
	const prefix = "--disable-features=";
	const features = [
		...disabledFeatures,
		...extra
			.filter((flag) => flag.startsWith(prefix))
			.flatMap((flag) => flag.slice(prefix.length).split(",")),
	];
	const flags = [
		...always,
		`--user-data-dir=${options.profile}`,
		// Chromium heeds only the last of these.
		`${prefix}${[...new Set(features)].join(",")}`,
	];
	if (options.headless) flags.push("--headless=new", "--mute-audio");
	// Else the screen has 800×600 points and the page 780×493, for which sites show their layout for phones.
	if (options.headless) flags.push("--screen-info={1440x900}", "--window-size=1280,860");
	// A headless machine seldom has a GPU, and looking for one costs time and lines of errors.
	if (options.headless && options.platform === "linux") flags.push("--disable-gpu");
	// Else the keyring of the desktop asks for its password at the start.
	if (options.platform === "linux") flags.push("--password-store=basic");
	if (options.platform === "darwin") flags.push("--use-mock-keychain");
	if (!options.showAutomation) flags.push("--disable-blink-features=AutomationControlled");
	if (options.noSandbox) flags.push("--no-sandbox");
	flags.push(...extra.filter((flag) => !flag.startsWith(prefix)));
	// Every session makes tabs in a browser context of its own, so a first window would only stand about (and
	// cost 60 to 90 ms). With the pipe, Chromium stays alive without one, also after the last tab was closed.
	flags.push("--no-startup-window");
	return flags;
}
