// A browser that does not start says why on its error stream, in words for its own developers. The usual ones
// are turned into a next step here.

interface Complaint {
	words: RegExp;
	hint: string;
}

const complaints: readonly Complaint[] = [
	{
		words: /without --no-sandbox is not supported|No usable sandbox|sandbox.*(denied|not permitted)/i,
		hint: "The sandbox cannot start here. Allow unprivileged user namespaces, or pass --no-sandbox.",
	},
	{
		words: /Missing X server|cannot open display|Unable to open X display|Failed to connect to Wayland/i,
		hint: "There is no usable screen. Use --headless, or correct DISPLAY.",
	},
	{
		words: /error while loading shared libraries|cannot open shared object/i,
		hint: "The browser lacks libraries of the system. Install them, or another browser, then pass --chrome-path.",
	},
	{
		words: /No space left on device/i,
		hint: "The disk of the profile is full. Free some space, or set another REINS_HOME.",
	},
	{
		words: /profile appears to be in use|ProcessSingleton|SingletonLock/i,
		hint: "Another browser uses this profile. Close it, or set another REINS_HOME.",
	},
];

export function launchHint(stderr: string, executable: string): string | undefined {
	const known = complaints.find(({ words }) => words.test(stderr));
	if (known) return known.hint;
	if (executable.startsWith("/snap/")) {
		return "A snap may not write into hidden directories. Set REINS_HOME to a visible one, or pass --chrome-path.";
	}
	return undefined;
}
