// The two messages that every call is made of, where nothing is unusual about them: known at a glance. Their schemas say
// the same in ten times the steps; whatever is not plain in every part is left to those, which also name what is wrong.

import { limits } from "./limits.ts";

const { wireName, hopName, hops: most, maxDeadline } = limits;

type Fields = Record<string, unknown>;

const plain: Record<string, (message: Fields) => boolean> = {
	rpc: (message) =>
		hasOnly(message, 7) &&
		isText(message["id"], wireName) &&
		isText(message["method"], wireName) &&
		isRecord(message["params"]) &&
		isNumber(message["deadline"]) &&
		message["deadline"] > 0 &&
		message["deadline"] <= maxDeadline &&
		typeof message["progress"] === "boolean" &&
		isTrace(message["trace"]),
	rpcResult: (message) =>
		hasOnly(message, 5) &&
		isText(message["id"], wireName) &&
		message["ok"] === true &&
		message["result"] !== undefined &&
		isTrace(message["trace"]),
};

/** Whether a message of this type needs no closer look. */
// @guard plain-messages
export function isPlain(type: string, message: object): boolean {
	return Object.hasOwn(plain, type) && plain[type]?.(message as Fields) === true;
}

function isTrace(value: unknown): boolean {
	if (!isObject(value) || !hasOnly(value, 2) || !isText(value["id"], wireName)) return false;
	const hops = value["hops"];
	return Array.isArray(hops) && hops.length <= most && hops.every(isHop);
}

function isHop(value: unknown): boolean {
	return isObject(value) && hasOnly(value, 2) && isText(value["hop"], hopName) && isNumber(value["at"]);
}

/** No field but those that are asked for: all of them are there, so their number tells. */
function hasOnly(value: object, fields: number): boolean {
	return Object.keys(value).length === fields;
}

function isText(value: unknown, longest: number): boolean {
	return typeof value === "string" && value.length <= longest;
}

function isNumber(value: unknown): value is number {
	return typeof value === "number" && Number.isFinite(value);
}

/** A parser of JSON that is not strict makes a field of this name, which a schema takes out. */
function isRecord(value: unknown): boolean {
	return isObject(value) && !Object.hasOwn(value, "__proto__");
}

function isObject(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
