// The types of processes.mjs, for the tests.

export declare function memoryIsTold(): boolean;
export declare function memoryOf(pid: number, folder: string): number;
