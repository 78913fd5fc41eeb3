// The cases over a browser that Reins starts itself.

import { notOfOurOwn } from "./later.ts";
import { conform } from "./run-cases.ts";

conform("managed", { later: notOfOurOwn });
