// Containers often have 64 MB of shared memory, and Chromium's tabs crash when it is full. Where it is that
// small, Chromium is told to use files instead.

import { statfs } from "node:fs/promises";

const enough = 512 * 1_024 * 1_024;

export async function sharedMemoryFlags(
	platform: NodeJS.Platform,
	directory = "/dev/shm",
): Promise<string[]> {
	if (platform !== "linux") return [];
	const free = await statfs(directory).then(
		(fs) => fs.bavail * fs.bsize,
		() => 0,
	);
	return free < enough ? ["--disable-dev-shm-usage"] : [];
}
