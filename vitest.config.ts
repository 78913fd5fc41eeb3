import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes long, longest first. */
const long = [
	"tests/conformance/extension",
	"tests/conformance/managed",
	"tests/faults/",
	"tests/e2e/",
	"packages/page/test/",
];

/** Judges milliseconds on a screen: it comes last, when the other core has next to nothing to do any more. */
const timed = "tests/conformance/window";

/**
 * Starts with what takes long, so that nothing long is left over for one core while the other has nothing to do. By
 * itself Vitest starts a bare checkout with its largest files, and the longest runs are in the smallest.
 */
class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rank = ({ moduleId }: TestSpecification) => {
			if (moduleId.includes(timed)) return long.length + 1;
			const at = long.findIndex((place) => moduleId.includes(place));
			return at === -1 ? long.length : at;
		};
		return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
	}
}

/** What measures or repeats, and takes its time for it: in the long run alone. */
const longRun = [
	"tests/conformance/window.test.ts",
	"tests/e2e/{background-pictures,dense-screen,extension-agents,extension-impostors,extension-many-tabs}.test.ts",
	"tests/e2e/{background-acting,extension-dialogs,extension-doctor,extension-frames,extension-profiles}.test.ts",
	"tests/e2e/{extension-printing,extension-windows,many-servers,pointing-zoomed}.test.ts",
	"tests/e2e/{doctor,documents,eras,extension-fence-ways,extension-fence-workers,extension-odd-pages}.test.ts",
	"tests/e2e/{fenced-frames,policy}.test.ts",
	"packages/page/test/{ax-documents,pages,read-cost,refs-churn,snapshot-cost,snapshot-memory,snapshot-order}.test.ts",
];

export default defineConfig({
	test: {
		include: ["packages/*/{src,test}/**/*.test.ts", "tests/**/*.test.ts"],
		exclude: ["**/node_modules/**", ...(process.env["REINS_FULL"] ? [] : longRun)],
		globalSetup: ["./tests/setup.ts"],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// Two cores: a file with a browser in it takes one by itself.
		maxWorkers: 2,
		// A worker goes from file to file, and has the modules already. What a file stubs it puts back.
		isolate: false,
		sequence: { sequencer: LongestFirst },
	},
});
