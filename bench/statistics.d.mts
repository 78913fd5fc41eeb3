// The types of statistics.mjs, for the tests.

export declare function median(values: number[]): number;
export declare function summarize(values: number[]): {
	median: number;
	min: number;
	max: number;
	values: number[];
};
type Step = (repeat: number) => unknown;
export declare function times(repeats: number, act: Step, before?: Step): Promise<number[]>;
export declare function p50(repeats: number, act: Step, before?: Step): Promise<number>;
