export { type Acted, answerDialog, click, type } from "./act.ts";
export { diffSnapshots } from "./diff-snapshot.ts";
export { type Picture, picture } from "./picture.ts";
export { type DocumentPart, read, type UnreadFrame } from "./reads.ts";
export type { Receipt } from "./settle.ts";
export { snapshot } from "./snapshot.ts";
export { Tab } from "./tab.ts";
