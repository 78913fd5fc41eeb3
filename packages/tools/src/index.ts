export type { SessionState, TabRow, Tool, ToolContext } from "./define.ts";
export { findTool, type ListedTool, listTool, tools } from "./registry.ts";
