// V8 interprets a function for its first calls and compiles it later. A server that answers a few dozen calls spends
// most of them in the interpreter, so from here on what is first called is compiled at once (docs/decisions/0023).

import { setFlagsFromString } from "node:v8";

/** Called when the modules are loaded: what runs only once, while they load, is cheaper interpreted. */
export function compileEarly(): void {
	setFlagsFromString("--always-sparkplug");
}
