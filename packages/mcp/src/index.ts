export { serveMcp } from "./serve.ts";
export { chooseToolsets } from "./toolsets.ts";
