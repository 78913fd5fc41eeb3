// Which tools a server shows, from what its host wrote.

import { ReinsError } from "@reins/protocol";
import { type Toolset, toolsets } from "@reins/tools";

export function chooseToolsets(asked = "core"): Toolset[] {
	const words = asked.split(",").map((word) => word.trim());
	const unknown = words.find((word) => !toolsets.some((name) => name === word));
	if (unknown !== undefined) {
		throw new ReinsError("bad_args", `--tools: there is no toolset "${unknown}".`, {
			hint: `The toolsets are: ${toolsets.join(", ")}. Name several with commas between them.`,
		});
	}
	return toolsets.filter((name) => words.includes(name));
}
