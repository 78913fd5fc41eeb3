// The cases over a browser that Reins starts itself.

import { conform } from "./run-cases.ts";

conform("managed");
