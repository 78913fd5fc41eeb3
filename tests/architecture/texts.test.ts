import { textsAreOfNoMachine } from "./guards/texts.ts";
import { guarded } from "./suite.ts";

/** Written in pieces, or this very file would be a violation. */
const path = (...parts: string[]) => `/${parts.join("/")}`;

guarded("texts are of no machine", textsAreOfNoMachine, [
	{
		what: "the home of root",
		file: { path: "docs/planted.md", text: `Run it in ${path("root", "reins")}.` },
		seen: /docs\/planted\.md:1: \/root/,
	},
	{
		what: "a working directory",
		file: { path: "scripts/planted.mjs", text: `\nconst place = "${path("work", "main")}";` },
		seen: /scripts\/planted\.mjs:2: \/work/,
	},
	{
		what: "somebody's home",
		file: { path: "docs/planted.md", text: path("home", "jdoe", "reins") },
		seen: /\/home\/jdoe/,
	},
	{
		what: "somebody's home on macOS",
		file: { path: "docs/planted.md", text: path("Users", "jdoe") },
		seen: /\/Users\/jdoe/,
	},
	{
		what: "a registry",
		file: { path: ".npmrc", text: `registry=https:/${path("registry.example.com", "npm")}` },
		seen: /https:\/\/registry\.example\.com/,
	},
]);
