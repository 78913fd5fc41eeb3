import { agentsPageIsShort, pagesNameWhatExists, readmeIsComplete } from "./guards/docs.ts";
import { changed, guarded } from "./suite.ts";

guarded("pages name what exists", pagesNameWhatExists, [
	{
		what: "a link to nowhere",
		file: { path: "docs/planted.md", text: "See [the plan](plans/grand.md#start)." },
		seen: /docs\/planted\.md speaks of docs\/plans\/grand\.md/,
	},
	{
		what: "a path that is gone",
		file: { path: "docs/planted.md", text: "Look at `packages/link/src/gone.ts`." },
		seen: /speaks of packages\/link\/src\/gone\.ts/,
	},
	{
		what: "a file name that is gone",
		file: { path: "docs/planted.md", text: "Look at `gone-long-ago.ts`." },
		seen: /speaks of gone-long-ago\.ts/,
	},
]);

guarded("the README is complete", readmeIsComplete, [
	{
		what: "a tool that is left out",
		file: changed("README.md", (text) => text.replaceAll("`screenshot`", "pictures")),
		seen: /README\.md does not mention screenshot/,
	},
	{
		what: "an option that is left out",
		file: changed("README.md", (text) => text.replaceAll("--session", "--name")),
		seen: /README\.md does not mention --session/,
	},
]);

guarded("the page for agents is short", agentsPageIsShort, [
	{
		what: "a heap",
		file: { path: "AGENTS.md", text: "One more thing.\n".repeat(61) },
		seen: /AGENTS\.md has 61 lines, at most 60/,
	},
]);
