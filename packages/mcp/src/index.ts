export { serveMcp } from "./serve.ts";
