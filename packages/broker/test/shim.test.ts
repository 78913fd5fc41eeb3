import { extensionId } from "@reins/protocol";
import { expect, test } from "vitest";
import { refuseStrangers } from "../src/native-host/shim.ts";

test("the host serves one extension, and whoever starts it by hand", () => {
	refuseStrangers(`chrome-extension://${extensionId}/`);
	refuseStrangers(undefined);
});

test.each([
	"chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
	`chrome-extension://${extensionId}`,
	`chrome-extension://${extensionId}/x`,
	`chrome-extension://${extensionId}.example/`,
	`chrome-extension://${extensionId.toUpperCase()}/`,
	`moz-extension://${extensionId}/`,
	"https://example.com/",
	"://",
])("%s is another", (origin) => {
	expect(() => refuseStrangers(origin)).toThrow(expect.objectContaining({ code: "bad_args" }));
});
