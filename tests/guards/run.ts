// Runs the tests of guards without them. Many guards share one run of Vitest, each as a project of its own that loads
// its sources without that guard; one more has all tests with every guard in its place, and they must pass.

import { createVitest, type TestCase, type TestModule } from "vitest/node";
import type { Guard } from "./guard.ts";
import { root, withoutGuard } from "./plugin.ts";

/** Projects of one run: each has a server that keeps what it has read. */
const AT_ONCE = 12;
/** What hangs without a guard has failed, and nobody waits a minute for it. */
const LONGEST = 20_000;

export interface Verdict {
	guard: string;
	/** By a test that failed; else what was wrong. */
	caught: boolean;
	/** The first test that failed, or why the guard does not count as caught. */
	by: string;
}

export interface GuardReport {
	/** What fails with every guard in its place: nothing can be said by it. */
	broken: string[];
	verdicts: Verdict[];
	seconds: number;
}

interface Lane {
	name: string;
	guard?: Guard;
	tests: readonly string[];
	out: boolean;
}

export async function runGuards(
	guards: readonly Guard[],
	tell: (verdict: Verdict) => void = () => {},
): Promise<GuardReport> {
	const started = performance.now();
	const all = [...new Set(guards.flatMap(({ tests }) => tests))].sort();
	const { modules } = await runLanes([{ name: "all guards", tests: all, out: false }]);
	const broken = problemsOf(modules, all);
	const verdicts: Verdict[] = [];
	for (let at = 0; at < guards.length; at += AT_ONCE) {
		const lanes = guards
			.slice(at, at + AT_ONCE)
			.map((guard): Lane => ({ name: guard.name, guard, tests: guard.tests, out: false }));
		const { modules: ran, problems } = await runLanes(lanes);
		for (const lane of lanes) {
			const own = ran.filter(({ project }) => project.name === lane.name);
			const useless = broken.find((problem) => lane.tests.some((path) => problem.startsWith(path)));
			const verdict = {
				guard: lane.name,
				...(useless === undefined
					? judged(lane, own, problems)
					: { caught: false, by: `with every guard in its place fails ${useless}` }),
			};
			verdicts.push(verdict);
			tell(verdict);
		}
	}
	return { broken, verdicts, seconds: Math.round((performance.now() - started) / 1_000) };
}

async function runLanes(lanes: Lane[]): Promise<{ modules: TestModule[]; problems: string[] }> {
	const projects = lanes.map((lane) => ({
		plugins: lane.guard
			? [
					withoutGuard(lane.guard, () => {
						lane.out = true;
					}),
				]
			: [],
		test: {
			name: lane.name,
			include: [...lane.tests],
			root,
			testTimeout: LONGEST,
			hookTimeout: LONGEST,
			// What fails by chance, as on a busy machine, says nothing of a guard.
			retry: 1,
		},
	}));
	const options = {
		root,
		config: false as const,
		watch: false,
		silent: true,
		maxWorkers: 2,
		reporters: [{}],
	};
	const vitest = await createVitest("test", { ...options, projects });
	try {
		await vitest.start();
		const problems = vitest.state.getUnhandledErrors().map(String);
		return { modules: vitest.state.getTestModules(), problems };
	} finally {
		await vitest.close();
	}
}

/** With every guard in its place. */
function problemsOf(modules: readonly TestModule[], tests: readonly string[]): string[] {
	const ran = new Set(modules.map(({ relativeModuleId }) => relativeModuleId));
	return [
		...tests.filter((test) => !ran.has(test)).map((test) => `${test} was not found`),
		...modules.flatMap((module) => [
			...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
			...failedIn(module),
		]),
	];
}

function judged(
	lane: Lane,
	modules: readonly TestModule[],
	problems: readonly string[],
): Omit<Verdict, "guard"> {
	const [failed] = modules.flatMap(failedIn);
	if (!lane.out) return { caught: false, by: `its tests do not load it ${problems.join(" ")}`.trim() };
	if (failed !== undefined) return { caught: true, by: failed };
	const [error] = modules.flatMap((module) => module.errors().map(({ message }) => message));
	return { caught: false, by: error === undefined ? "no test failed" : `its tests could not run: ${error}` };
}

function failedIn(module: TestModule): string[] {
	return [...module.children.allTests("failed")].filter(isByItself).map((test) => {
		return `${module.relativeModuleId}: ${test.fullName}`;
	});
}

/** A name that is not there is a mistake in what stands in the guard's place. */
function isByItself(test: TestCase): boolean {
	return !test.result().errors?.some(({ name }) => name === "ReferenceError" || name === "SyntaxError");
}
