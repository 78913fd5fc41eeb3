// The types of a line and of what comes of it, for the tests.

type Unit = "ms" | "KB" | "MB";
export type Values = Record<string, number | undefined>;

export interface Promised {
	measure: string;
	atMost?: number;
	timesBestPeer?: number;
	timesOther?: number;
	orPlus?: number;
}

export interface Subject {
	name: string;
	version?: string;
	/** Why it has no figures. */
	missing?: string;
	/** Its failures are reported; those of Reins end the run. */
	isPeer?: boolean;
}

interface Summary {
	median: number;
	min: number;
	max: number;
	values: number[];
}

export interface Result extends Omit<Subject, "isPeer"> {
	failures: { round: number; message: string }[];
	measures: Record<string, Summary>;
}

export interface Verdict {
	measure: string;
	missing?: string;
	against?: string;
	other?: string;
	limit?: number;
	plus?: number | undefined;
	measured?: number;
	more?: number;
	holds?: boolean;
}

export interface Taken {
	name: string;
	about: string;
	measures: Record<string, Unit>;
	results: Result[];
	verdicts: Verdict[];
}

/** What `--json` prints. */
export interface Report {
	release: string;
	date: string;
	minutes: number;
	rounds: number;
	machine: { cores: number; memory: number; system: string; browser: string; node: string; load: number };
	comparisons: { name: string; title: string; lines: Taken[] }[];
}

export declare function runLine<S extends Subject>(
	line: Pick<Taken, "name" | "about" | "measures"> & { round(subject: S): Promise<Values> },
	subjects: S[],
	options: { rounds: number; promises: Promised[]; onRound?: (done: { round: number; subject: S }) => void },
): Promise<Taken>;
