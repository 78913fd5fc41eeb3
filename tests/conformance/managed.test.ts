// The cases over a browser that Reins starts itself.

import { kindsOfPages } from "./later.ts";
import { conform } from "./run-cases.ts";

conform("managed", { later: kindsOfPages });
