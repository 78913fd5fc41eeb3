// docs/reference/cli.md: what `reins` and each of its commands say when they are asked for help.

import { page } from "./markdown.mjs";

export function cliPage({ describeCommands, isInternal, commands }) {
	const ordered = [...commands].sort((a, b) => Number(isInternal(a.name)) - Number(isInternal(b.name)));
	const described = ordered.map(({ name, help }) => {
		const note = isInternal(name) ? "\n\nFor Reins itself; nobody needs to call it." : "";
		return `## reins ${name}${note}\n\n${block(help)}`;
	});
	return page("Command line", "packages/cli/src", block(describeCommands("<version>")), ...described);
}

function block(text) {
	return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}
