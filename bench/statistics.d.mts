// The types of statistics.mjs, for the tests.

export declare function median(values: number[]): number;
export declare function summarize(values: number[]): {
	median: number;
	min: number;
	max: number;
	values: number[];
};
export declare function times(repeats: number, act: (repeat: number) => Promise<unknown>): Promise<number[]>;
export declare function p50(repeats: number, act: (repeat: number) => Promise<unknown>): Promise<number>;
