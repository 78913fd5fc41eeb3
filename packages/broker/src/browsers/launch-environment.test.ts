import { expect, it } from "vitest";
import { isLaunchVariable, launchEnvironment } from "./launch-environment.ts";

it.each([
	"HOME",
	"PATH",
	"Path",
	"LC_ALL",
	"XDG_RUNTIME_DIR",
	"DBUS_SESSION_BUS_ADDRESS",
	"https_proxy",
	"NO_PROXY",
	"SystemRoot",
	"ProgramFiles(x86)",
	"REINS_CHROME",
])("%s goes to the browser", (name) => {
	expect(isLaunchVariable(name)).toBe(true);
});

it.each([
	"NODE_OPTIONS",
	"LD_PRELOAD",
	"AWS_SECRET_ACCESS_KEY",
	"GITHUB_TOKEN",
	"SSH_AUTH_SOCK",
	"CHROMIUM_FLAGS",
	"REINS_HOME",
	"HOMEBREW_TOKEN",
	"PATHOLOGY",
	"",
])("%s does not", (name) => {
	expect(isLaunchVariable(name)).toBe(false);
});

it("keeps what is set and allowed", () => {
	const env = { HOME: "/h", TZ: undefined, SECRET: "s", LC_TIME: "C" };
	expect(launchEnvironment(env)).toEqual({ HOME: "/h", LC_TIME: "C" });
});
