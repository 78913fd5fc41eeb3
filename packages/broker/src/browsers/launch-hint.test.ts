import { expect, it } from "vitest";
import { launchHint } from "./launch-hint.ts";

it.each([
	["Running as root without --no-sandbox is not supported. See https://crbug.com/638180.", /--no-sandbox/],
	["[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!", /--no-sandbox/],
	["Missing X server or $DISPLAY", /screen/],
	["chrome: error while loading shared libraries: libnss3.so", /libraries/],
	["Failed to create SingletonLock: File exists", /profile/],
])("%s", (stderr, hint) => {
	expect(launchHint(stderr, "/usr/bin/chromium")).toMatch(hint);
});

it("knows what snaps cannot do", () => {
	expect(launchHint("", "/snap/bin/chromium")).toContain("REINS_HOME");
	expect(launchHint("", "/usr/bin/chromium")).toBeUndefined();
});
