// `reins`: finds the command and loads only what it needs, so that each starts fast.

import { release } from "./release.ts";
import { type Command, describeCommands, isInternal } from "./usage.ts";

const commands: Record<string, () => Promise<Command>> = {
	mcp: async () => (await import("./commands/mcp.ts")).mcp,
	status: async () => (await import("./commands/status.ts")).status,
	stop: async () => (await import("./commands/stop.ts")).stop,
	policy: async () => (await import("./commands/policy.ts")).policy,
	secret: async () => (await import("./commands/secret.ts")).secret,
	audit: async () => (await import("./commands/audit.ts")).audit,
	trust: async () => (await import("./commands/trust.ts")).trust,
	doctor: async () => (await import("./commands/doctor.ts")).doctor,
	install: async () => (await import("./commands/install.ts")).install,
	uninstall: async () => (await import("./commands/uninstall.ts")).uninstall,
	extension: async () => (await import("./commands/extension.ts")).extension,
	broker: async () => (await import("./commands/broker.ts")).broker,
	shim: async () => (await import("./commands/shim.ts")).shim,
};

async function main(words: string[]): Promise<number> {
	const [name, ...rest] = words;
	if (name === undefined || name === "--help" || name === "-h" || name === "help") {
		process.stdout.write(`${describeCommands(release)}\n`);
		return name === undefined ? 2 : 0;
	}
	if (name === "--version" || name === "-v") {
		process.stdout.write(`${release}\n`);
		return 0;
	}
	const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!load) {
		const known = Object.keys(commands)
			.filter((command) => !isInternal(command))
			.join(", ");
		process.stderr.write(`reins: there is no command "${name}". The commands are: ${known}.\n`);
		return 2;
	}
	const command = await load();
	if (rest.includes("--help") || rest.includes("-h")) {
		process.stdout.write(`${command.help}\n`);
		return 0;
	}
	return command.run(rest);
}

process.exitCode = await main(process.argv.slice(2)).catch(async (thrown: unknown) => {
	const { tellFailure } = await import("./failure.ts");
	return tellFailure(thrown);
});
