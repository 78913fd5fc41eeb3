export { findBrowser } from "./browsers/find.ts";
export { needsNoSandbox, wantsHeadless } from "./browsers/headless.ts";
export { runBroker } from "./daemon/main.ts";
export { placesFor } from "./places/places.ts";
export { preparePlaces } from "./places/private-directory.ts";
