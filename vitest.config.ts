import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["packages/*/{src,test}/**/*.test.ts", "tests/**/*.test.ts"],
		globalSetup: ["./tests/setup.ts"],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// Two cores: a file with a browser in it takes one by itself.
		maxWorkers: 2,
	},
});
