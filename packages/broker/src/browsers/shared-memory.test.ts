import { expect, it } from "vitest";
import { sharedMemoryFlags } from "./shared-memory.ts";

it("asks for files where there is no shared memory to speak of", async () => {
	expect(await sharedMemoryFlags("linux", "/nowhere")).toEqual(["--disable-dev-shm-usage"]);
	expect(await sharedMemoryFlags("linux", "/proc")).toEqual(["--disable-dev-shm-usage"]);
});

it("asks for nothing elsewhere", async () => {
	expect(await sharedMemoryFlags("darwin", "/nowhere")).toEqual([]);
	expect(await sharedMemoryFlags("win32", "/nowhere")).toEqual([]);
});
