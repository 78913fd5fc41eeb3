// The cases in the person's own browser, through extension, native host and broker, without a TCP port.

import { listeningTcp } from "@reins/testkit";
import { expect } from "vitest";
import { notOfTheWay } from "./later.ts";
import { conform } from "./run-cases.ts";

const surroundings = conform("extension", {
	later: notOfTheWay,
	after: async () => {
		const ours = surroundings.home.processes().map(({ pid }) => pid);
		expect(listeningTcp(ours)).toEqual([]);
	},
});
