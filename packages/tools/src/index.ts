export {
	type ConnectedBrowser,
	type Look,
	type SessionState,
	type TabRow,
	type Tool,
	type ToolContext,
	type Toolset,
	toolsets,
} from "./define.ts";
export { type Part, render, unfenced } from "./fence.ts";
export { findTool, listTool, tools, toolsOf } from "./registry.ts";
