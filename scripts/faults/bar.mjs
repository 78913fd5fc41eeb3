// A line of progress that is drawn over itself on a terminal, and nothing elsewhere.

const WIDTH = 30;

export function bar(label, total, out = process.stderr) {
	if (!out.isTTY) return { step: () => {}, end: () => {} };
	const step = (done, milliseconds) => {
		const filled = Math.round((done / total) * WIDTH);
		const drawn = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)}`;
		out.write(`\r${label.padEnd(9)}${drawn} ${done}/${total}  last ${Math.round(milliseconds)} ms   `);
	};
	return { step, end: () => out.write("\r\x1b[K") };
}
