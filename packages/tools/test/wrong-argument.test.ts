import { expect, it } from "vitest";
import * as z from "zod/mini";
import { wrongArgument } from "../src/wrong-argument.ts";

const input = z.strictObject({
	budget: z.optional(z.int().check(z.minimum(200), z.maximum(400))),
	format: z.optional(z.enum(["png", "jpeg"])),
	text: z.optional(z.string()),
	selectors: z.optional(z.array(z.string()).check(z.minLength(1))),
	steps: z.optional(z.array(z.strictObject({ tool: z.string() }))),
});

it.each([
	[{ budget: 10 }, "budget: must be at least 200"],
	[{ budget: 500 }, "budget: must be at most 400"],
	[{ budget: 250.5 }, "budget: must be a whole number"],
	[{ budget: "250" }, "budget: must be a number"],
	[{ format: "gif" }, 'format: must be one of "png", "jpeg"'],
	[{ text: 1 }, "text: must be text"],
	[{ selectors: [] }, "selectors: must have at least 1"],
	[{ other: 1 }, 'unknown argument "other"'],
	[{ steps: [{ tool: "a" }, { tool: "b", other: 1 }] }, 'unknown argument "steps.1.other"'],
	["no object", "arguments: must be an object"],
])("%o is answered with what would be right", (args, words) => {
	const { error } = z.safeParse(input, args);
	expect(error?.issues.map(wrongArgument)).toEqual([words]);
});
