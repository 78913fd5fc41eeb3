// Lists of options that a page has made itself: the option is found, where need be by scrolling through a list that
// holds only what is in sight; the caller clicks it; and then it is seen whether the choice was kept.

import type { KitArgs, KitResult } from "@reins/protocol";
import { fail, milliseconds } from "./check-args.ts";
import { describe } from "./describe.ts";
import { putBack } from "./fill-field.ts";
import { fitting, noneFits } from "./fitting-option.ts";
import { addShadowRootsIn, flatChildren, flatContains, selfAndAncestors } from "./flat-tree.ts";
import { KitError } from "./kit-error.ts";
import { lookUntil } from "./look-until.ts";
import { nameOf } from "./name.ts";
import { framePainted, nextTask } from "./next-frame.ts";
import {
	attr,
	clientHeight,
	closest,
	dispatch,
	innerText,
	isAnyHtml,
	isConnected,
	isElement,
	isHtml,
	isText,
	matches,
	parentElement,
	parentNode,
	queryIn,
	scrollElementTo,
