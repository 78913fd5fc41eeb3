export { type Acted, click, type } from "./act.ts";
export { snapshot } from "./look.ts";
export { type Picture, picture } from "./picture.ts";
export { read, type UnreadFrame } from "./reads.ts";
export { Tab } from "./tab.ts";
