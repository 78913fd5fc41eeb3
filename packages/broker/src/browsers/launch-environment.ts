// What a started browser may see of the environment. The rest (tokens, keys of other programs, NODE_OPTIONS)
// is none of its business and would be readable in its process.

import type { Environment } from "./browser-places.ts";

/** Names in capitals; a star at the end stands for any rest. Matched without regard to case. */
const launchEnvironmentNames: readonly string[] = [
	"HOME",
	"PATH",
	"USER",
	"LOGNAME",
	"SHELL",
	"LANG",
	"LANGUAGE",
	"LC_*",
	"TZ",
	"TMPDIR",
	// The screen, the desktop, its message bus and its fonts.
	"DISPLAY",
	"WAYLAND_DISPLAY",
	"XAUTHORITY",
	"XDG_*",
	"DBUS_*",
	"FONTCONFIG_*",
	"__CF_USER_TEXT_ENCODING",
	// Chromium takes its proxy from these when no desktop gives one.
	"HTTP_PROXY",
	"HTTPS_PROXY",
	"FTP_PROXY",
	"ALL_PROXY",
	"NO_PROXY",
	// Where a hand-installed Chromium has its setuid sandbox.
	"CHROME_DEVEL_SANDBOX",
	// Which browser to start: it must come from the client too, whose broker may have been started by Chrome.
	"REINS_CHROME",
	// Windows does not start a process without some of these.
	"SYSTEMROOT",
	"SYSTEMDRIVE",
	"WINDIR",
	"COMSPEC",
	"PATHEXT",
	"LOCALAPPDATA",
	"APPDATA",
	"PROGRAMDATA",
	"PROGRAMFILES*",
	"PROGRAMW6432",
	"COMMONPROGRAMFILES*",
	"ALLUSERSPROFILE",
	"PUBLIC",
	"USERPROFILE",
	"USERNAME",
	"USERDOMAIN",
	"HOMEDRIVE",
	"HOMEPATH",
	"TEMP",
	"TMP",
	"NUMBER_OF_PROCESSORS",
	"PROCESSOR_*",
];

export function isLaunchVariable(name: string): boolean {
	const upper = name.toUpperCase();
	return launchEnvironmentNames.some((allowed) => {
		return allowed.endsWith("*") ? upper.startsWith(allowed.slice(0, -1)) : upper === allowed;
	});
}

export function launchEnvironment(env: Environment): Record<string, string> {
	const kept: Record<string, string> = {};
	for (const [name, value] of Object.entries(env)) {
		if (value !== undefined && isLaunchVariable(name)) kept[name] = value;
	}
	return kept;
}
