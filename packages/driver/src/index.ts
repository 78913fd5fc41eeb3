export { type Acted, click, type } from "./act.ts";
export { diffSnapshots } from "./diff-snapshot.ts";
export { screenshot } from "./look.ts";
export { read } from "./reads.ts";
export { snapshot } from "./snapshot.ts";
export { Tab } from "./tab.ts";
