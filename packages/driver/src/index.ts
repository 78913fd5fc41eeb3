export { type Acted, click, type } from "./act.ts";
export { screenshot, snapshot } from "./look.ts";
export { read, type UnreadFrame } from "./reads.ts";
export { Tab } from "./tab.ts";
