export type { ConnectedBrowser, SessionState, TabRow, Tool, ToolContext } from "./define.ts";
export { findTool, listTool, tools } from "./registry.ts";
