// The name of a picture comes back as an argument, and may then be anything.

import { expect, test } from "vitest";
import { pictureName, placeInPicture } from "../src/picture-name.ts";

const region = { x: 10, y: 20, width: 100, height: 100 };

test("a point of a picture is found by its name", () => {
	const name = pictureName({ region, scale: 2 }, "0123456789ABCDEF", true);
	expect(placeInPicture(name, { x: 4, y: 6 })).toEqual({
		at: { x: 12, y: 23 },
		view: { x: 10, y: 20 },
		document: "01234567",
	});
});

test.each([
	...["", "p", "../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "C:\\x.png", "file:///etc/passwd"],
	...["p1_2_3_v_ab/../../x", "p1_2_3_v_", "p1_2_3_x_ab", "p-1_2_3_v_ab", "p1_2_0_v_ab", "p1e9_2_3_v_ab"],
	...["p1_2_3_v_ab\n", "p1_2_3_v_ab\u0000.png", "P1_2_3_v_ab", "p1_2_3_v_a\u202Eb", "p1_2_3_v_ab:stream"],
	...[`p${"9".repeat(15)}_2_3_v_ab`, "p1_2_9999999999_v_ab", "p1_2_3_v_123456789", "p1_2_3_v_ab ", "CON"],
	...["picture.png", "%2e%2e%2fx", "p1_2_3_v_a%2fb", "-rf", "~/x.png", "$(id).png", "p1_2_3_v_ab;id"],
])("%j is no picture", (name) => {
	expect(() => placeInPicture(name, { x: 1, y: 1 })).toThrow(expect.objectContaining({ code: "bad_args" }));
});
