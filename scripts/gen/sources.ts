// What the pages are made from. The commands are found by their folder, see load-sources.mjs.

import {
	bridgeParams,
	errorOccasions,
	errorTable,
	kitEffects,
	limits,
	messages,
	methodParams,
	policyFileSchema,
	primitives,
	protocolRange,
} from "@reins/protocol";
import { listTool, tools } from "@reins/tools";
import { describeCommands, isInternal } from "../../packages/cli/src/usage.ts";

export const sources = {
	bridgeParams,
	describeCommands,
	errorOccasions,
	errorTable,
	isInternal,
	kitEffects,
	limits,
	listTool,
	messages,
	methodParams,
	policyFileSchema,
	primitives,
	protocolRange,
	tools,
};
