// A page that nobody sees and that outlives the worker: it wakes the worker whenever that has died while a
// session is open.

import { holdLine } from "../../adapters/offscreen-page.ts";

holdLine();
